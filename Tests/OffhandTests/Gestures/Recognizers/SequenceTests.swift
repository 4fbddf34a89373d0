import Offhand
import OffhandTesting
import Testing

@Suite struct SequenceTests {
  private typealias Step = SequenceGestureRecognizer.Step

  /// What a sequence of `touches` fingers recognizes in a script.
  private func lines(_ steps: [Step], touches: Int = 1, @ScriptBuilder _ script: () -> [OffhandTesting.Step])
    -> [String]
  {
    play(Pipeline { SequenceGestureRecognizer(touches: touches, steps) }, script).lines
  }

  /// Three fingers that land at 0, move by 20 mm to the left until 160, and lift one after the other from `lift` on.
  @ScriptBuilder private func three(liftingFrom lift: Double) -> [OffhandTesting.Step] {
    for slot in 1...3 as ClosedRange<Int32> { down(slot, 100, 40 + 20 * Double(slot), at: 10 * Double(slot)) }
    drag(1, from: (100, 60), to: (80, 60), over: 40...160)
    drag(2, from: (100, 80), to: (80, 80), over: 40...160)
    drag(3, from: (100, 100), to: (80, 100), over: 40...160)
    for slot in 1...3 as ClosedRange<Int32> { up(slot, at: lift + 10 * Double(slot)) }
  }

  @Test func `three fingers that swipe and lift in time are a sequence`() {
    let steps: [Step] = [.drag(.left), .lift(within: .milliseconds(200))]
    #expect(lines(steps, touches: 3) { three(liftingFrom: 170) } == ["sequence recognized 200"])
    #expect(lines(steps, touches: 3) { three(liftingFrom: 400) }.isEmpty, "too late")
    #expect(lines([.drag(.right), .lift], touches: 3) { three(liftingFrom: 170) }.isEmpty, "the other way")
    #expect(lines(steps, touches: 2) { three(liftingFrom: 170) }.isEmpty, "one finger too many")
    #expect(
      lines([.drag(.left, within: .milliseconds(40)), .lift], touches: 3) { three(liftingFrom: 170) }.isEmpty,
      "too slow")
    #expect(lines([.drag(.left, distance: 25), .lift], touches: 3) { three(liftingFrom: 170) }.isEmpty, "too short")
  }

  /// A finger that rests for `rest`, moves from (100, 100) to the right by 40 mm in 160 ms, and back.
  @ScriptBuilder private func stroke(rest: Double = 0, back: Double = 40) -> [OffhandTesting.Step] {
    down(1, 100, 100, at: 0)
    drag(1, from: (100, 100), to: (140, 100), over: rest...rest + 160)
    drag(1, from: (140, 100), to: (140 - back, 100), over: rest + 160...rest + 320)
    up(1, at: rest + 328)
  }

  @Test func `a hold and then a swipe are told from a swipe, from a longer hold and from a drift`() {
    let steps: [Step] = [.hold(.milliseconds(300)), .drag([.right, .up], within: .milliseconds(400))]
    #expect(lines(steps) { stroke(rest: 500) }.count == 1)
    #expect(lines(steps) { stroke(rest: 200) }.isEmpty)
    #expect(lines(steps) { stroke(rest: 900) }.isEmpty)
    let drifting = lines(steps) {
      down(1, 100, 100, at: 0)
      drag(1, from: (100, 100), to: (103, 100), over: 0...200)
      drag(1, from: (103, 100), to: (140, 100), over: 500...600)
    }
    #expect(drifting.isEmpty)
    #expect(lines([.hold(.milliseconds(300))]) { stroke(rest: 301) } == ["sequence recognized 300"])
  }

  @Test func `two flicks in one stroke count from the turn, and each has its own time`() {
    let steps: [Step] = [.drag(.right, distance: 10), .drag(.left, distance: 10, within: .milliseconds(200))]
    let played = play(Pipeline { SequenceGestureRecognizer(steps) }) { stroke() }
    #expect(played.lines.count == 1)
    #expect(played.last(.sequence, .recognized)?.gesture.direction == .left)
    #expect(
      played.last(.sequence, .recognized).map { (200...204).contains($0.timestamp.nanoseconds / 1_000_000) } ?? false)
    #expect(lines(steps) { stroke(back: 9) }.isEmpty)
    #expect(
      lines([.drag(.right, distance: 10), .drag(.left, distance: 10, within: .milliseconds(100))]) { stroke() }.isEmpty)
    #expect(lines([.drag(.right), .drag(.up)]) { stroke() }.isEmpty)
  }

  @Test func `a hold after a drag begins when the finger comes to rest`() {
    let steps: [Step] = [.drag(.right), .hold(.milliseconds(200)), .lift]
    let script = { (rest: Double) -> [OffhandTesting.Step] in
      [down(1, 100, 100, at: 0)] + drag(1, from: (100, 100), to: (140, 100), over: 0...160)
        + [move(1, to: 140, 100.1, at: 159 + rest), up(1, at: 160 + rest)]
    }
    #expect(lines(steps) { script(220) } == ["sequence recognized 380"])
    #expect(lines(steps) { script(150) }.isEmpty)
  }

  @Test func `a lift too early, and a cancelled finger, end it`() {
    #expect(lines([.drag(.right), .drag(.left)]) { [down(1, 10, 10, at: 0), up(1, at: 50)] }.isEmpty)
    let steps: [Step] = [.drag(.left), .lift]
    let cancelled = lines(steps, touches: 2) {
      down(1, 100, 60, at: 0)
      down(2, 100, 80, at: 0)
      drag(1, from: (100, 60), to: (80, 60), over: 8...100)
      drag(2, from: (100, 80), to: (80, 80), over: 8...100)
      cancel(1, at: 108)
      up(2, at: 116)
    }
    #expect(cancelled.isEmpty)
  }

  @Test func `steps from data are checked`() {
    func isRefused(_ steps: [Step], _ kind: RecognizerDescription.Kind = .sequence) -> Bool {
      var description = RecognizerDescription(kind)
      description.steps = steps
      do throws(PipelineError) {
        _ = try Pipeline([description])
        return false
      } catch { return error.description.contains("step") }
    }
    #expect(!isRefused([.hold(), .drag(.left), .lift]))
    #expect(isRefused([]) && isRefused([.lift, .drag(.left)]) && isRefused(Array(repeating: .hold(), count: 17)))
    #expect(
      isRefused([.drag([])]) && isRefused([.drag(.left, distance: 0)]) && isRefused([.drag(.left, distance: .nan)]))
    #expect(isRefused([.drag(.left, within: .seconds(-1))]) && isRefused([.hold(.seconds(2), within: .seconds(1))]))
    #expect(isRefused([.lift], .tap))
  }
}
