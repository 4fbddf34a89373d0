import Offhand
import OffhandClient
import OffhandTesting
import Testing

/// Lists and pages under fingers, in a window of 100 by 60 mm whose content is 300 mm long.
struct ScrollPanTests {
  private let window = Rect(x: 20, y: 30, width: 100, height: 60)

  private func pan(
    _ axis: ScrollPan.Axis = .vertical, isNested: Bool = false, content: Double = 300, page: Double? = nil,
    prediction: PredictionRule = .none
  ) -> ScrollPan {
    var pan = ScrollPan(axis, isNested: isNested)
    pan.layout(window, content: content, page: page, in: ControlStage.environment(prediction: prediction))
    return pan
  }

  private func position(_ pan: ScrollPan, _ milliseconds: Double) -> Double {
    pan.position(for: FrameTime(now: ControlStage.at(milliseconds)))
  }

  @Test func `a finger that moves along the axis scrolls, without a jump, and slides on`() {
    var pan = pan()
    var positions: [Double] = []
    ControlStage.play {
      down(1, 60, 80, at: 0)
      drag(1, from: (60, 80), to: (60, 50), over: 0...150)
      up(1, at: 158)
    } _: { frame in
      pan.process(frame)
      positions.append(pan.position(for: FrameTime(now: frame.timestamp)))
    }
    #expect(abs(positions[positions.count - 2] - 27.4) < 1e-6, "what the finger has moved since it scrolls")
    for (before, after) in zip(positions, positions.dropFirst()) { #expect(after >= before && after - before < 2.5) }
    #expect(pan.isAnimating(at: ControlStage.at(200)) && position(pan, 2000) > 60)
  }

  @Test func `laid out again at the same size it is within its ends and on a page, although a finger had pulled it`() {
    for (axis, page, place, end) in [
      (ScrollPan.Axis.vertical, nil, Point(x: 60, y: 85), 0.0), (.horizontal, 100, Point(x: 90, y: 40), 0),
      (.horizontal, 100, Point(x: 2, y: 40), 100), (.vertical, nil, Point(x: 60, y: 20), 17.4),
    ] as [(ScrollPan.Axis, Double?, Point, Double)] {
      var pan = pan(axis, page: page)
      ControlStage.play(on: &pan) {
        down(1, 60, 40, at: 0)
        drag(1, from: (60, 40), to: (place.x, place.y), over: 0...200)
      }
      #expect(position(pan, 200) != 0)
      pan.layout(window, content: 300, page: page, in: ControlStage.environment)
      #expect(abs(position(pan, 1000) - end) < 1e-6 && !pan.isAnimating(at: ControlStage.at(1000)))
    }
  }

  @Test func `a touch that drifts less taps where it landed on the content, also scrolled`() {
    var pan = pan()
    var taps: [Point] = []
    func play(@ScriptBuilder _ script: () -> [Step]) {
      ControlStage.play(script) { frame in
        pan.process(frame)
        taps += pan.taps
      }
    }
    play {
      down(1, 50, 40, at: 0); move(1, to: 52, 41, at: 50); up(1, at: 90)
    }
    #expect(taps == [Point(x: 30, y: 10)])
    pan.scroll(to: 100, at: ControlStage.at(100))
    play {
      down(1, 50, 40, at: 3000); up(1, at: 3090)
    }
    #expect(taps.last == Point(x: 30, y: 110))
    play {
      down(1, 50, 20, at: 4000); up(1, at: 4090)
    }
    play {
      down(1, 50, 40, at: 5000); cancel(1, at: 5090)
    }
    play {
      down(1, 50, 40, at: 6000); move(1, to: 60, 40, at: 6050); up(1, at: 6090)
    }
    #expect(taps.count == 2, "neither beside the window, nor taken away, nor after a drag across")
  }

  @Test func `a touch on sliding content stops it and taps nothing`() {
    var pan = pan()
    var taps = 0
    ControlStage.play {
      down(1, 60, 80, at: 0)
      drag(1, from: (60, 80), to: (60, 50), over: 0...100)
      up(1, at: 104)
      down(2, 60, 60, at: 300)
      up(2, at: 340)
    } _: { frame in
      pan.process(frame)
      taps += pan.taps.count
    }
    let place = position(pan, 300)
    #expect(place > 30 && position(pan, 2000) == place && taps == 0)
  }

  @Test func `sliding content stops where it is seen, which is ahead of the touch that stops it`() {
    var pan = pan()
    ControlStage.play(on: &pan) {
      down(1, 60, 80, at: 0)
      drag(1, from: (60, 80), to: (60, 50), over: 0...100)
      up(1, at: 104)
    }
    let shown = FrameTime(now: ControlStage.at(292), presentation: ControlStage.at(320))
    pan.didShow(shown)
    let seen = pan.position(for: shown)
    #expect(seen > position(pan, 300) + 2)
    ControlStage.play(on: &pan) {
      down(1, 60, 60, at: 300)
    }
    for time in [320.0, 350, 400, 1000] { #expect(abs(position(pan, time) - seen) < 1e-9) }
  }

  @Test func `content that is drawn ahead of the finger does not jump when a scroll begins or the finger lifts`() {
    var pan = pan(prediction: .steady)
    var seen: [Double] = []
    func show(at now: Timestamp) {
      let frame = FrameTime(now: now, presentation: now + .milliseconds(30))
      seen.append(pan.position(for: frame))
      pan.didShow(frame)
    }
    ControlStage.play {
      down(1, 60, 85, at: 0)
      drag(1, from: (60, 85), to: (60, 45), over: 0...200)
      up(1, at: 208)
    } _: { frame in
      pan.process(frame)
      show(at: frame.timestamp)
    }
    for step in 1...10 { show(at: ControlStage.at(208 + 8 * Double(step))) }
    // 1.6 mm in 8 ms, and more while the prediction settles.
    for (before, after) in zip(seen, seen.dropFirst()) {
      #expect(after - before > -0.05 && after - before < 3.6, "\(seen)")
    }
    #expect(seen[seen.count - 1] > 45)
  }

  @Test func `a drag across the axis does not scroll, and one that turns along it does`() {
    var pan = pan()
    ControlStage.play(on: &pan) {
      down(1, 60, 60, at: 0)
      drag(1, from: (60, 60), to: (90, 50), over: 0...200)
    }
    #expect(position(pan, 200) == 0)
    var turned = self.pan()
    ControlStage.play(on: &turned) {
      down(1, 60, 80, at: 0)
      drag(1, from: (60, 80), to: (64, 80), over: 0...50)
      drag(1, from: (64, 80), to: (64, 50), over: 58...300)
    }
    #expect(position(turned, 300) > 25)
  }

  @Test func `of a list in pages, a drag goes to the one whose axis it has`() {
    for (target, list, pages) in [((60.0, 50.0), 27.4, 0.0), ((30, 80), 0, 27.4)] {
      var inner = pan(isNested: true)
      var outer = pan(.horizontal, page: 100)
      ControlStage.play {
        down(1, 60, 80, at: 0)
        drag(1, from: (60, 80), to: target, over: 0...200)
      } _: { frame in
        inner.process(frame) { [outer] in !outer.claims($0.id) }
        outer.process(frame) { [inner] in !inner.claims($0.id) }
      }
      #expect(abs(position(inner, 200) - list) < 1e-6 && abs(position(outer, 200) - pages) < 1e-6)
    }
  }

  @Test func `a nested list leaves a pull past its end to what contains it`() {
    for (target, isInner) in [(50.0, true), (80.0, false)] {
      var inner = pan(isNested: true)
      var outer = pan()
      ControlStage.play {
        down(1, 60, 65, at: 0)
        drag(1, from: (60, 65), to: (60, target), over: 0...200)
      } _: { frame in
        inner.process(frame) { [outer] in !outer.claims($0.id) }
        outer.process(frame) { [inner] in !inner.claims($0.id) }
      }
      #expect((position(inner, 200) != 0) == isInner && (position(outer, 200) != 0) == !isInner)
    }
  }

  @Test func `a finger that stops pages taps nothing in the list on them`() {
    var (inner, outer, taps) = (pan(isNested: true), pan(.horizontal, page: 100), 0)
    ControlStage.play {
      down(1, 100, 60, at: 0)
      drag(1, from: (100, 60), to: (70, 60), over: 0...60)
      up(1, at: 64)
      down(2, 60, 60, at: 120)
      up(2, at: 200)
    } _: { frame in
      inner.process(frame) { [outer] in !outer.claims($0.id) }
      outer.process(frame) { [inner] in !inner.claims($0.id) }
      taps += inner.taps.count
    }
    #expect(taps == 0)
  }

  @Test func `a finger that turns pages scrolls no list on them, however it goes on`() {
    var (inner, outer) = (pan(isNested: true), pan(.horizontal, page: 100))
    ControlStage.play {
      down(1, 100, 80, at: 0)
      drag(1, from: (100, 80), to: (70, 80), over: 0...100)
      drag(1, from: (70, 80), to: (70, 45), over: 100...220)
    } _: { frame in
      inner.process(frame) { [outer] in !outer.claims($0.id) }
      outer.process(frame) { [inner] in !inner.claims($0.id) }
    }
    #expect(position(inner, 220) == 0 && position(outer, 220) > 20)
  }

  @Test func `what is no longer offered scrolls no longer`() {
    var pan = pan()
    ControlStage.play {
      down(1, 60, 80, at: 0)
      drag(1, from: (60, 80), to: (60, 50), over: 0...150)
      move(1, to: 60, 40, at: 166)
    } _: { frame in
      let isOffered = frame.timestamp < ControlStage.at(160)
      pan.process(frame) { _ in isOffered }
      if !isOffered { #expect(!pan.claims(frame[0].id)) }
    }
  }

  @Test func `pages turn by a flick and rest on a page`() {
    var pan = pan(.horizontal, content: 300, page: 100)
    ControlStage.play(on: &pan) {
      down(1, 100, 60, at: 0)
      drag(1, from: (100, 60), to: (80, 60), over: 0...80)
      up(1, at: 88)
    }
    #expect(position(pan, 3000) == 100)
  }

  @Test func `past its end the content resists, and comes back`() {
    var pan = pan()
    ControlStage.play(on: &pan) {
      down(1, 60, 40, at: 0)
      drag(1, from: (60, 40), to: (60, 85), over: 0...300)
    }
    let pulled = position(pan, 300)
    #expect(pulled < -10 && pulled > -30)
    var cancelled = pan
    cancelled.cancel(at: ControlStage.at(300))
    #expect(abs(position(cancelled, 3000)) < 1e-6 && !cancelled.isAnimating(at: ControlStage.at(3000)))
    ControlStage.play {
      down(1, 60, 40, at: 300)
    } _: { frame in
      var lifted = copy frame
      lifted[0].phase = .ended
      lifted[0].position = Point(x: 60, y: 85)
      pan.process(lifted)
    }
    #expect(position(pan, 3000) == 0 && !pan.isAnimating(at: ControlStage.at(3000)))
  }

  @Test func `one finger scrolls, a second does not disturb it`() {
    var pan = pan()
    ControlStage.play(on: &pan) {
      down(1, 60, 80, at: 0)
      down(2, 90, 40, at: 0)
      together(
        drag(1, from: (60, 80), to: (60, 50), over: 0...200), drag(2, from: (90, 40), to: (90, 42), over: 0...100),
        drag(2, from: (90, 42), to: (90, 80), over: 108...200))
    }
    #expect(abs(position(pan, 200) - 27.4) < 1e-6)
  }

  @Test func `a second finger on content that scrolls taps nothing`() {
    var pan = pan()
    var taps = 0
    ControlStage.play {
      down(1, 60, 80, at: 0)
      drag(1, from: (60, 80), to: (60, 50), over: 0...200)
      down(2, 90, 40, at: 250)
      up(2, at: 330)
    } _: { frame in
      pan.process(frame)
      taps += pan.taps.count
    }
    #expect(taps == 0)
  }

  @Test func `a touch that is taken away throws nothing`() {
    var pan = pan()
    ControlStage.play(on: &pan) {
      down(1, 60, 80, at: 0)
      drag(1, from: (60, 80), to: (60, 50), over: 0...100)
      cancel(1, at: 104)
    }
    #expect(abs(position(pan, 3000) - 27.4) < 0.1)
  }

  @Test func `another finger scrolls after one whose lift something else took`() {
    var pan = pan()
    ControlStage.play(on: &pan) {
      down(1, 60, 80, at: 0)
      drag(1, from: (60, 80), to: (60, 70), over: 0...200)
    }
    ControlStage.play {
      down(1, 60, 80, at: 1000)
      up(1, at: 1050)
      down(2, 60, 80, at: 2000)
      drag(2, from: (60, 80), to: (60, 50), over: 2000...2300)
    } _: {
      if $0.timestamp > ControlStage.at(1500) { pan.process($0) }
    }
    #expect(position(pan, 2300) > 30)
  }

  @Test func `a touch that something else took meanwhile taps nothing`() {
    var pan = pan()
    var taps = 0
    ControlStage.play {
      down(1, 50, 40, at: 0)
      move(1, to: 51, 40, at: 40)
      move(1, to: 50, 40, at: 80)
      up(1, at: 120)
    } _: { frame in
      let isTaken = frame.timestamp == ControlStage.at(40)
      pan.process(frame) { _ in !isTaken }
      taps += pan.taps.count
    }
    #expect(taps == 0)
  }

  @Test func `what a finger presses lights up after a moment, and not when it scrolls`() {
    var pan = pan()
    let part = Rect(x: 0, y: 0, width: 100, height: 20)
    ControlStage.play(on: &pan) {
      down(1, 60, 40, at: 0)
    }
    #expect(pan.highlight(of: part, at: ControlStage.at(30)) == 0)
    #expect(pan.highlight(of: part, at: ControlStage.at(150)) == 1)
    #expect(pan.highlight(of: part.moved(by: Vector(dx: 0, dy: 20)), at: ControlStage.at(150)) == 0)
    var tapped = self.pan()
    ControlStage.play(on: &tapped) {
      down(1, 60, 40, at: 0)
      up(1, at: 30)
    }
    #expect(tapped.highlight(of: part, at: ControlStage.at(40)) > 0.9, "a short tap is seen too")
    #expect(tapped.highlight(of: part, at: ControlStage.at(400)) == 0 && !tapped.isAnimating(at: ControlStage.at(400)))
    var scrolled = self.pan()
    ControlStage.play(on: &scrolled) {
      down(1, 60, 80, at: 0)
      drag(1, from: (60, 80), to: (60, 50), over: 0...40)
    }
    let all = Rect(x: 0, y: 0, width: 100, height: 300)
    for time in stride(from: 0.0, through: 300, by: 10) {
      #expect(scrolled.highlight(of: all, at: ControlStage.at(time)) == 0)
    }
  }

  @Test func `when it is cancelled no touch on it does anything`() {
    var pan = pan()
    ControlStage.play {
      down(1, 60, 80, at: 0)
      up(1, at: 400)
    } _: { frame in
      pan.process(frame)
      if frame.timestamp == .zero { pan.cancel(at: .zero) }
      #expect(pan.taps.isEmpty)
    }
    #expect(pan.highlight(of: Rect(x: 0, y: 0, width: 100, height: 300), at: ControlStage.at(200)) == 0)
  }
}
