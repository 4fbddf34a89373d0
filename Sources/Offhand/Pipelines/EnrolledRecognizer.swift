/// A recognizer with its place in a pipeline.
public struct EnrolledRecognizer<Recognizer: GestureRecognizer>: RecognizerGroup {
  /// Its one lane. It stands before the recognizer, whose size is not known where another module composes a pipeline.
  public private(set) var lanes = LaneSet(lane: 0)
  private var lane = 0
  let options: LaneOptions
  var recognizer: Recognizer

  init(_ recognizer: Recognizer, _ options: LaneOptions = LaneOptions()) {
    self.recognizer = recognizer
    self.options = options
  }

  /// Takes a lane.
  public mutating func enroll(in arbiter: inout Arbiter) {
    lane = arbiter.enroll(
      Lane(
        name: options.name ?? Recognizer.name, touches: recognizer.touchRequirement,
        components: recognizer.components), options)
    lanes = LaneSet(lane: lane)
  }

  /// Offers the fingers that landed.
  @inline(__always)
  public mutating func offer(to lanes: LaneSet, in arbiter: inout Arbiter) {
    arbiter.offer(to: recognizer, lane)
  }

  /// Takes the frame in.
  @inline(__always)
  public mutating func recognize(_ lanes: LaneSet, in arbiter: inout Arbiter) {
    recognizer.run(on: lane, in: &arbiter)
  }

  /// What it measures.
  @inline(__always)
  public mutating func measure(_ lane: Int, into gesture: inout Gesture, in arbiter: borrowing Arbiter) {
    gesture = recognizer.gesture(arbiter.group(of: lane), in: arbiter.contacts)
  }

  /// Starts from identity.
  public mutating func rebase(_ lane: Int, in arbiter: borrowing Arbiter) {
    recognizer.rebase(arbiter.group(of: lane))
  }

  /// Sets a value.
  public mutating func set(_ value: GestureValue, of lane: Int, in arbiter: borrowing Arbiter) {
    recognizer.set(value, arbiter.group(of: lane))
  }

  /// Forgets the attempt.
  public mutating func reset(_ lanes: LaneSet) {
    recognizer.reset()
  }
}
