import Offhand
import OffhandClient
import OffhandTesting
import Testing

struct PictureTargetTests {
  private var placer = StandardPlacement(environment: PanelSetup(panel: ControlStage.surface.bounds))
  private var gestures: any GesturePipeline = PictureTarget.pipeline()
  private var picture = PictureTarget()

  init() { picture.layout(ControlStage.surface.bounds, in: ControlStage.environment, by: &placer) }

  private mutating func play(@ScriptBuilder _ script: () -> [Step]) {
    var (picture, gestures, placer) = (picture, gestures, placer)
    ControlStage.play(script) {
      placer.ingest($0)
      picture.process($0, with: &gestures, by: &placer)
    }
    (self.picture, self.gestures, self.placer) = (picture, gestures, placer)
  }

  private func texts(_ milliseconds: Double) -> [String] {
    var list = DisplayList()
    picture.draw(for: FrameTime(now: ControlStage.at(milliseconds)), into: &list)
    return list.commands.compactMap {
      if case .text(let range, _, _) = $0 { String(decoding: list.text[range], as: UTF8.self) } else { nil }
    }
  }

  private func scale(_ milliseconds: Double) -> Double { picture.transform(at: ControlStage.at(milliseconds)).scale }

  @Test mutating func `a double tap enlarges what is below it, and another brings the picture back`() {
    picture.show(PictureTarget.Image(id: ImageID(rawValue: 1), width: 1000, height: 600))
    let (first, place) = (scale(0), Point(x: 60, y: 40))
    let below = picture.transform(at: .zero).inverse.apply(place)
    for (start, expected) in [(0.0, 2.5), (2000, 1)] {
      play {
        down(1, place.x, place.y, at: start)
        up(1, at: start + 60)
        down(2, place.x, place.y, at: start + 150)
        up(2, at: start + 210)
      }
      #expect(picture.isAnimating(at: ControlStage.at(start + 300)))
      #expect(abs(scale(start + 1900) / first - expected) < 1e-9)
      guard expected > 1 else { continue }
      #expect(picture.transform(at: ControlStage.at(start + 1900)).apply(below).distance(to: place) < 1e-9)
    }
  }

  @Test mutating func `two fingers that part show the zoom level, which is gone with the picture's surface`() {
    picture.show(PictureTarget.Image(id: ImageID(rawValue: 1), width: 1000, height: 600))
    play {
      down(1, 90, 60, at: 0)
      down(2, 110, 60, at: 0)
      drag(1, from: (90, 60), to: (70, 60), over: 10...200)
      drag(2, from: (110, 60), to: (130, 60), over: 10...200)
    }
    #expect(texts(200).first?.hasSuffix("%") == true && picture.level.placement != nil)
    picture.layout(ControlStage.surface.bounds, in: ControlStage.environment, by: &placer)
    #expect(texts(200).isEmpty && picture.level.placement == nil)
  }

  @Test mutating func `a picture that takes long says that it loads, until it is there`() throws {
    picture.didShow(FrameTime(now: .zero))
    #expect(texts(300).isEmpty)
    let due = try #require(picture.deadline)
    #expect(due == ControlStage.at(400))
    picture.advance(to: due, with: &gestures, by: &placer)
    #expect(texts(400) == ["Loading…"] && picture.deadline == nil)
    picture.show(PictureTarget.Image(id: ImageID(rawValue: 1), width: 1000, height: 600))
    #expect(texts(500).isEmpty)
  }
}
