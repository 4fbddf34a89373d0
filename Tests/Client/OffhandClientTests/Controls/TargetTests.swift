import Offhand
import OffhandClient
import OffhandTesting
import Testing

struct PressableTargetTests {
  private let region = Rect(x: 50, y: 50, width: 30, height: 12)

  /// Scripts on a button from 50 to 80 mm across, and how often each activates it.
  private static let cases: [(what: String, steps: [Step], count: Int)] = [
    ("a tap", [down(1, 60, 55, at: 0), up(1, at: 30)], 1),
    ("a long touch", [down(1, 60, 55, at: 0), up(1, at: 9000)], 1),
    ("beside it", [down(1, 90, 55, at: 0), up(1, at: 30)], 0),
    ("a roll over its edge", [down(1, 78, 55, at: 0), move(1, to: 84, 55, at: 20), up(1, at: 30)], 1),
    ("a lift elsewhere", [down(1, 78, 55, at: 0), move(1, to: 95, 55, at: 20), up(1, at: 30)], 0),
    (
      "a way out and back",
      [down(1, 78, 55, at: 0), move(1, to: 120, 55, at: 20), move(1, to: 60, 55, at: 40), up(1, at: 50)], 1
    ),
    ("taken away", [down(1, 60, 55, at: 0), cancel(1, at: 30)], 0),
    ("a second finger", [down(1, 60, 55, at: 0), down(2, 70, 55, at: 10), up(2, at: 20), up(1, at: 30)], 1),
    (
      "a second finger that leaves",
      [
        down(1, 60, 55, at: 0), down(2, 70, 55, at: 10), move(2, to: 120, 55, at: 20), up(2, at: 30), up(1, at: 40),
      ], 1
    ),
    (
      "two in turn, one lifts in the report in which the other lands",
      [down(1, 60, 55, at: 0), up(1, at: 40), down(2, 70, 55, at: 40), up(2, at: 80)], 2
    ),
  ]

  @Test(arguments: cases.indices) func `a touch activates it that lands on it, may roll or leave, and lifts there`(
    index: Int
  ) {
    let (what, steps, expected) = PressableTargetTests.cases[index]
    var target = PressableTarget()
    target.layout(region, in: ControlStage.environment)
    var count = 0
    ControlStage.play({ steps }) { if target.process($0) { count += 1 } }
    #expect(count == expected, "\(what)")
  }

  @Test func `a small one is as large as a fingertip for touches`() {
    var target = PressableTarget()
    target.layout(Rect(x: 50, y: 50, width: 3, height: 3), in: ControlStage.environment)
    var isActivated = false
    ControlStage.play {
      down(1, 55.4, 51.5, at: 0); up(1, at: 30)
    } _: {
      if target.process($0) { isActivated = true }
    }
    #expect(isActivated)
  }

  @Test func `it looks pressed within a tenth of a second, and after a short tap for a moment`() {
    var target = PressableTarget()
    target.layout(region, in: ControlStage.environment)
    ControlStage.play {
      down(1, 60, 55, at: 0)
    } _: {
      _ = target.process($0)
    }
    #expect(target.isPressed && target.isAnimating(at: ControlStage.at(20)))
    #expect(target.highlight(at: ControlStage.at(100)) == 1 && !target.isAnimating(at: ControlStage.at(100)))
    var tapped = PressableTarget()
    tapped.layout(region, in: ControlStage.environment)
    ControlStage.play {
      down(1, 60, 55, at: 0); up(1, at: 8)
    } _: {
      _ = tapped.process($0)
    }
    #expect(tapped.highlight(at: ControlStage.at(30)) > 0.9)
    #expect(tapped.highlight(at: ControlStage.at(400)) == 0 && !tapped.isAnimating(at: ControlStage.at(400)))
  }

  @Test func `it can be pressed again after its finger lifted in a frame that something else took`() {
    var target = PressableTarget()
    target.layout(region, in: ControlStage.environment)
    var count = 0
    ControlStage.play {
      down(1, 60, 55, at: 0)
      up(1, at: 30)
      down(2, 60, 55, at: 100)
      up(2, at: 130)
    } _: { frame in
      guard frame.timestamp != ControlStage.at(30) else { return }
      if target.process(frame) { count += 1 }
    }
    #expect(count == 1 && !target.isPressed)
  }
}

struct SliderTargetTests {
  private func slider(_ value: Double = 0.5) -> SliderTarget {
    var slider = SliderTarget(value)
    // The knob goes from 20 to 120 mm.
    slider.layout(Rect(x: 15.5, y: 50, width: 109, height: 12), in: ControlStage.environment)
    return slider
  }

  /// Plays a script; returns how often the value changed.
  private func play(_ slider: inout SliderTarget, @ScriptBuilder _ script: () -> [Step]) -> Int {
    var changes = 0
    ControlStage.play(script) { if slider.process($0) { changes += 1 } }
    return changes
  }

  @Test func `a touch on the knob drags it from where it is, one on the track brings it there`() {
    var slider = slider()
    let changes = play(&slider) {
      down(1, 73, 56, at: 0)
      move(1, to: 93, 56, at: 20)
      up(1, at: 40)
      down(2, 30, 56, at: 100)
    }
    #expect(changes == 2 && abs(slider.value - 0.1) < 1e-9)
    var dragged = self.slider()
    #expect(play(&dragged) { down(1, 73, 56, at: 0) } == 0)
    #expect(dragged.value == 0.5)
    var moved = self.slider()
    _ = play(&moved) {
      down(1, 73, 56, at: 0)
      move(1, to: 93, 56, at: 20)
    }
    #expect(abs(moved.value - 0.7) < 1e-9)
  }

  @Test func `with a title, that and the value stand above the track`() {
    var list = DisplayList()
    slider(0.25).draw("Brightness", into: &list)
    let texts = list.commands.compactMap { command -> (String, Rect)? in
      guard case .text(let range, let rect, _) = command else { return nil }
      return (String(decoding: list.text[range], as: UTF8.self), rect)
    }
    #expect(texts.map(\.0) == ["Brightness", "25%"] && texts.allSatisfy { $0.1.maxY <= 53 })
  }

  @Test func `its whole track, the part up to the knob and the knob are seen, whose dot grows under a finger`() {
    var slider = slider(0.25)
    func widths(_ color: Color) -> [Double] {
      var list = DisplayList()
      slider.draw(into: &list)
      return list.commands.compactMap {
        guard case .fill(let rect, _, let fill) = $0, fill == color else { return nil }
        return rect.size.width
      }
    }
    let theme = Theme.standard
    #expect(widths(theme.control) == [100] && widths(theme.accent) == [25, 9])
    let resting = widths(theme.accentText)
    _ = play(&slider) { down(1, 45, 56, at: 0) }
    let held = widths(theme.accentText)
    #expect(resting.count == 1 && held.count == 1 && held[0] > resting[0] && held[0] < 9)
  }

  @Test func `one that is as narrow as its knob keeps its value`() {
    var slider = SliderTarget(0.5)
    slider.layout(Rect(x: 15.5, y: 50, width: 9, height: 12), in: ControlStage.environment)
    let changes = play(&slider) {
      down(1, 20, 56, at: 0)
      move(1, to: 22, 56, at: 20)
    }
    #expect(changes == 0 && slider.value == 0.5)
  }

  @Test func `it stays between its ends, and follows a finger that has left it`() {
    var slider = slider()
    _ = play(&slider) {
      down(1, 70, 56, at: 0)
      move(1, to: 190, 5, at: 20)
      up(1, at: 40)
    }
    #expect(slider.value == 1)
    slider.value = -3
    #expect(slider.value == 0)
    let changes = play(&slider) {
      down(1, 70, 5, at: 0)
      move(1, to: 90, 56, at: 20)
    }
    #expect(changes == 0, "it landed beside the slider")
  }

  @Test func `it follows another finger after one whose lift something else took`() {
    var slider = slider()
    ControlStage.play {
      down(1, 70, 56, at: 0)
      up(1, at: 30)
      down(2, 70, 56, at: 100)
      move(2, to: 90, 56, at: 120)
    } _: { frame in
      if frame.timestamp != ControlStage.at(30) { _ = slider.process(frame) }
    }
    #expect(abs(slider.value - 0.7) < 1e-9)
  }
}
