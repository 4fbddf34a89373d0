/// Recognizers whose type only this knows: those that data asks for.
///
/// An object, because an existential would be copied, with all its recognizers, wherever it is read. Sound as `@unchecked Sendable` and
/// `@exclusivity(unchecked)`: one pipeline holds it, and changes it only while nothing else reads. Measuring writes no memory, so several
/// threads may read the same events.
class RecognizerBox: @unchecked Sendable {
  typealias Run = @Sendable (RecognizerBox, LaneSet, inout Arbiter) -> Void
  typealias Measure = @Sendable (RecognizerBox, Int, inout Gesture, borrowing Arbiter) -> Void

  @exclusivity(unchecked) fileprivate(set) final var lanes: LaneSet
  // Closures, because they are compiled for the type of the recognizers where a box is made for one that is known. Methods of a generic
  // class are not: each frame would look up what a recognizer does.
  let offer: Run
  let recognize: Run
  let measure: Measure

  fileprivate init(_ lanes: LaneSet, offer: @escaping Run, recognize: @escaping Run, measure: @escaping Measure) {
    self.lanes = lanes
    self.offer = offer
    self.recognize = recognize
    self.measure = measure
  }

  func copied() -> RecognizerBox { self }
  func enroll(in arbiter: inout Arbiter) throws(PipelineError) {}
  func rebase(_ lane: Int, in arbiter: borrowing Arbiter) {}
  func set(_ value: GestureValue, of lane: Int, in arbiter: borrowing Arbiter) {}
  func setOutputs(_ outputs: [Rect]) {}
  func reset(_ lanes: LaneSet) {}
}

final class TypedRecognizerBox<Group: RecognizerGroup>: RecognizerBox, @unchecked Sendable {
  @exclusivity(unchecked) private var group: Group

  init(_ group: Group) {
    self.group = group
    // The closures are only ever called with the object that holds them, so the downcasts hold.
    super.init(
      group.lanes, offer: { unsafeDowncast($0, to: TypedRecognizerBox.self).group.offer(to: $1, in: &$2) },
      recognize: { unsafeDowncast($0, to: TypedRecognizerBox.self).group.recognize($1, in: &$2) },
      measure: { unsafeDowncast($0, to: TypedRecognizerBox.self).group.measure($1, into: &$2, in: $3) })
  }

  private init(copying other: TypedRecognizerBox) {
    group = other.group.copied()
    super.init(other.lanes, offer: other.offer, recognize: other.recognize, measure: other.measure)
  }

  override func copied() -> RecognizerBox { TypedRecognizerBox(copying: self) }

  override func enroll(in arbiter: inout Arbiter) throws(PipelineError) {
    try group.enroll(in: &arbiter)
    lanes = group.lanes
  }

  override func rebase(_ lane: Int, in arbiter: borrowing Arbiter) { group.rebase(lane, in: arbiter) }

  override func set(_ value: GestureValue, of lane: Int, in arbiter: borrowing Arbiter) {
    group.set(value, of: lane, in: arbiter)
  }

  override func setOutputs(_ outputs: [Rect]) { group.setOutputs(outputs) }
  override func reset(_ lanes: LaneSet) { group.reset(lanes) }
}
