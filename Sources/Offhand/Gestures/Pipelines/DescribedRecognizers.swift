/// Recognizers that are known only at run time, as a group of a pipeline.
///
/// Each is in a box of its own, whose functions are compiled for its type. A frame takes 7 to 20 % more instructions than with the same
/// recognizers composed in code, and up to a third more where all of its events are read.
public struct DescribedRecognizers: RecognizerGroup {
  private var boxes: [RecognizerBox] = []
  /// What they are, in the same order.
  private var descriptions: [RecognizerDescription] = []
  /// The position in `boxes` of each lane's recognizer.
  private var positions = Array(repeating: 0, count: LaneSet.capacity)
  /// The lanes of all recognizers.
  public private(set) var lanes = LaneSet.none

  /// The recognizers that `descriptions` ask for, in this order. `outputs` are the outputs of the surface in millimetres, for edge pans.
  init(_ descriptions: [RecognizerDescription], outputs: [Rect]) throws(PipelineError) {
    for (index, description) in descriptions.enumerated() {
      if let other = descriptions[..<index].firstIndex(where: { $0.label == description.label }) {
        throw PipelineError(index, description.label, .duplicateName(other))
      }
      boxes.append(try description.kind.recognizer.make(description, index, outputs))
    }
    self.descriptions = descriptions
  }

  /// Takes lanes in the order of the descriptions.
  public mutating func enroll(in arbiter: inout Arbiter) throws(PipelineError) {
    for (position, box) in boxes.enumerated() {
      try box.enroll(in: &arbiter)
      lanes = lanes | box.lanes
      positions[box.lanes.first] = position
    }
  }

  /// Offers the touches that landed to the recognizers in `lanes`.
  public mutating func offer(to lanes: LaneSet, in arbiter: inout Arbiter) {
    var remaining = lanes & self.lanes
    while let lane = remaining.popFirst() { withBox(of: lane) { $0.offer(to: lanes, in: &arbiter) } }
  }

  /// Runs the recognizers in `lanes` on the frame, in the order of their lanes.
  public mutating func recognize(_ lanes: LaneSet, in arbiter: inout Arbiter) {
    var remaining = lanes & self.lanes
    while let lane = remaining.popFirst() { withBox(of: lane) { $0.recognize(lanes, in: &arbiter) } }
  }

  /// Writes the measurements of the recognizer of `lane`.
  public mutating func measure(_ lane: Int, into gesture: inout Gesture, in arbiter: borrowing Arbiter) {
    boxes[positions[lane]].measure(lane, into: &gesture, in: arbiter)
  }

  /// Makes the gesture of `lane` begin at identity.
  public mutating func rebase(_ lane: Int, in arbiter: borrowing Arbiter) {
    boxes[positions[lane]].rebase(lane, in: arbiter)
  }

  /// Sets a value of the gesture of `lane`.
  public mutating func set(_ value: GestureValue, of lane: Int, in arbiter: borrowing Arbiter) {
    boxes[positions[lane]].set(value, of: lane, in: arbiter)
  }

  /// Passes the outputs to all recognizers.
  public mutating func setOutputs(_ outputs: [Rect]) {
    for box in boxes { box.setOutputs(outputs) }
  }

  /// Discards the attempts of the recognizers in `lanes`.
  public mutating func reset(_ lanes: LaneSet) {
    var remaining = lanes & self.lanes
    while let lane = remaining.popFirst() { boxes[positions[lane]].reset(lanes) }
  }

  /// The same recognizers with their own storage.
  public func copied() -> DescribedRecognizers {
    var copy = self
    copy.boxes = boxes.map { $0.copied() }
    return copy
  }

  /// Replaces the recognizers by those that `wanted`, which a pipeline was made of, asks for: those of `busy` lanes only where they are
  /// the same. Returns the lanes of those that are still to be replaced.
  fileprivate mutating func change(
    to wanted: [RecognizerDescription], except busy: LaneSet, in arbiter: inout Arbiter
  ) -> LaneSet {
    var obsolete = lanes
    for description in wanted { obsolete -= lane { $0.isSame(as: description) } ?? .none }
    var waiting = obsolete & busy
    arbiter.release(obsolete - waiting)
    lanes -= obsolete - waiting
    for (index, description) in wanted.enumerated() where lane({ $0.label == description.label }) == nil {
      // As a pipeline was made of it, only too many can be an error: those that wait count.
      guard let box = try? description.kind.recognizer.make(description, index, arbiter.outputs),
        (try? box.enroll(in: &arbiter)) != nil
      else {
        waiting = lanes & busy
        break
      }
      positions[box.lanes.first] = boxes.count
      boxes.append(box)
      descriptions.append(description)
      lanes |= box.lanes
    }
    compact()
    arbiter.reorder(wanted.map { ($0.label, $0.options.isEnabled) })
    return waiting
  }

  /// The lane of the recognizer whose description `fits`.
  private func lane(_ fits: (RecognizerDescription) -> Bool) -> LaneSet? {
    var remaining = lanes
    while let lane = remaining.popFirst() {
      if fits(descriptions[positions[lane]]) { return LaneSet(lane) }
    }
    return nil
  }

  /// Drops the recognizers that have no lane any more.
  private mutating func compact() {
    var (boxes, descriptions) = (self.boxes, self.descriptions)
    boxes.removeAll()
    descriptions.removeAll()
    var remaining = lanes
    while let lane = remaining.popFirst() {
      boxes.append(self.boxes[positions[lane]])
      descriptions.append(self.descriptions[positions[lane]])
      positions[lane] = boxes.count - 1
    }
    (self.boxes, self.descriptions) = (boxes, descriptions)
  }

  @inline(__always)
  private func withBox(of lane: Int, _ body: (RecognizerBox) -> Void) {
    // The array holds the box during the call; retaining and releasing it would cost 20 instructions a lane.
    Unmanaged.passUnretained(boxes[positions[lane]])._withUnsafeGuaranteedRef(body)
  }
}

extension Pipeline where Recognizers == DescribedRecognizers {
  /// A pipeline of the recognizers that `descriptions` ask for, in this order. `outputs` are the outputs of the surface in millimetres,
  /// for edge pans. What cannot be is an error that names the recognizer.
  public init(_ descriptions: [RecognizerDescription], outputs: [Rect] = []) throws(PipelineError) {
    try self.init(enrolling: DescribedRecognizers(descriptions, outputs: outputs))
    owned().change { $0.outputs = outputs }
  }
}

extension Pipeline where Recognizers == DescribedRecognizers {
  /// The lanes of recognizers with touches, or with some that have to lift before they take others.
  var busy: LaneSet { core.arbiter.busy }

  /// Replaces the recognizers by those that `descriptions`, which a pipeline was made of, asks for: those of `busy` lanes only where they
  /// are the same. Returns the lanes of those that are still to be replaced.
  mutating func change(to descriptions: [RecognizerDescription], except busy: LaneSet) -> LaneSet {
    let core = owned()
    core.replaceEvents(with: [])
    var waiting = LaneSet.none
    core.add { waiting = $0.change(to: descriptions, except: busy, in: &$1) }
    return waiting
  }
}

/// A recognizer that data can ask for.
protocol DescribableRecognizer: GestureRecognizer {
  /// The numbers of fingers that it can have.
  static var fingers: RecognizerDescription.Fingers { get }
  /// The settings that it has, besides the distance that all have.
  static var settings: RecognizerDescription.Settings { get }

  /// The recognizer of `fingers` that `description` asks for, whose settings were checked. `outputs` are those of the surface.
  init(_ description: RecognizerDescription, fingers: ClosedRange<Int>, outputs: [Rect])
}

/// What there is to know of a ``DescribableRecognizer``, whatever its type.
package struct DescribableType: Sendable {
  /// The name of a recognizer that has no other.
  let name: GestureName
  /// The numbers of fingers that it can have.
  package let fingers: RecognizerDescription.Fingers
  /// The settings that it has.
  package let settings: RecognizerDescription.Settings
  /// Makes the recognizer that a description asks for, with its index and the outputs.
  let make: @Sendable (RecognizerDescription, Int, [Rect]) throws(PipelineError) -> RecognizerBox

  init<Recognizer: DescribableRecognizer>(_ type: Recognizer.Type) {
    name = Recognizer.name
    fingers = Recognizer.fingers
    settings = Recognizer.settings
    make = { (description, index, outputs) throws(PipelineError) in
      let options = try description.checkedOptions(Recognizer.settings, at: index)
      let fingers = try description.fingers(Recognizer.fingers, at: index)
      let recognizer = Recognizer(description, fingers: fingers, outputs: outputs)
      return TypedRecognizerBox(
        recognizer.with { $0 = options })
    }
  }
}
