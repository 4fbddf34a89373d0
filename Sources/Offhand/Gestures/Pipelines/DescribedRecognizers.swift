/// Recognizers that are known only at run time, as a group of a pipeline.
///
/// Each is in a box of its own, whose functions are compiled for its type. A frame takes 7 to 20 % more instructions than with the same
/// recognizers composed in code, and up to a third more where all of its events are read.
public struct DescribedRecognizers: RecognizerGroup {
  private var boxes: [RecognizerBox] = []
  /// The position in `boxes` of each lane's recognizer.
  private var positions = Array(repeating: 0, count: LaneSet.capacity)
  /// The lanes of all recognizers.
  public private(set) var lanes = LaneSet.none

  /// The recognizers that `descriptions` ask for, in this order. `outputs` are the outputs of the surface in millimetres, for edge pans.
  package init(_ descriptions: [RecognizerDescription], outputs: [Rect] = []) throws(PipelineError) {
    for (index, description) in descriptions.enumerated() {
      if let other = descriptions[..<index].firstIndex(where: { $0.label == description.label }) {
        throw PipelineError(index, description.label, .duplicateName(other))
      }
      boxes.append(try description.kind.recognizer.make(description, index, outputs))
    }
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
    for lane in lanes & self.lanes { withBox(of: lane) { $0.offer($0, lanes, &arbiter) } }
  }

  /// Runs the recognizers in `lanes` on the frame, in the order of their lanes.
  public mutating func recognize(_ lanes: LaneSet, in arbiter: inout Arbiter) {
    for lane in lanes & self.lanes { withBox(of: lane) { $0.recognize($0, lanes, &arbiter) } }
  }

  /// Writes the measurements of the recognizer of `lane`.
  public mutating func measure(_ lane: Int, into gesture: inout Gesture, in arbiter: borrowing Arbiter) {
    let box = boxes[positions[lane]]
    box.measure(box, lane, &gesture, arbiter)
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
    for lane in lanes & self.lanes { boxes[positions[lane]].reset(lanes) }
  }

  /// The same recognizers with their own storage.
  public func copied() -> DescribedRecognizers {
    var copy = self
    copy.boxes = boxes.map { $0.copied() }
    return copy
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

extension [RecognizerDescription] {
  /// Gives them the relations of ``StandardPipeline`` if none has any: a pan, a swipe, a pinch and a rotation of one or two fingers may be
  /// active together. A map whose fingers moved before they spread would lose the pinch otherwise.
  package mutating func relateAsStandard() {
    for index in indices where self[index].options.isRelated { return }
    for index in indices {
      for other in indices where areRelatable(index, other) {
        self[index].options.simultaneous.append(self[other].label)
      }
    }
  }

  /// Whether the standard pipeline lets two such recognizers be active together.
  package func areRelatable(_ index: Int, _ other: Int) -> Bool {
    self[index].kind != self[other].kind && self[index].isRelatable && self[other].isRelatable
  }
}

extension LaneOptions {
  fileprivate var isRelated: Bool { isSimultaneousWithAll || !requirements.isEmpty || !simultaneous.isEmpty }
}

extension RecognizerDescription {
  fileprivate var isRelatable: Bool {
    switch kind {
    case .pan, .swipe, .pinch, .rotation: minimumFingers ?? 1 < 3
    default: false
    }
  }
}

/// A recognizer that data can ask for.
protocol DescribableRecognizer: GestureRecognizer {
  /// The numbers of fingers that it can have.
  static var fingers: RecognizerDescription.Fingers { get }
  /// The settings that it has, besides the distance that all have.
  static var settings: [RecognizerDescription.Setting] { get }

  /// The recognizer of `fingers` that `description` asks for, whose settings were checked. `outputs` are those of the surface.
  init(_ description: RecognizerDescription, fingers: ClosedRange<Int>, outputs: [Rect])
}

/// What there is to know of a ``DescribableRecognizer``, whatever its type.
package struct DescribableType: Sendable {
  /// The name of a recognizer that has no other.
  let name: GestureName
  /// The numbers of fingers that it can have.
  package let fingers: RecognizerDescription.Fingers
  /// The settings that it has, besides the distance.
  private let settings: [RecognizerDescription.Setting]
  /// Makes the recognizer that a description asks for, with its index and the outputs.
  let make: @Sendable (RecognizerDescription, Int, [Rect]) throws(PipelineError) -> RecognizerBox

  init<Recognizer: DescribableRecognizer>(_ type: Recognizer.Type) {
    name = Recognizer.name
    fingers = Recognizer.fingers
    settings = Recognizer.settings
    make = { (description, index, outputs) throws(PipelineError) in
      let options = try description.checkedOptions(at: index)
      let fingers = try description.fingers(Recognizer.fingers, at: index)
      let recognizer = Recognizer(description, fingers: fingers, outputs: outputs)
      return TypedRecognizerBox(
        recognizer.with { $0 = options })
    }
  }

  /// Whether it has this setting.
  package func has(_ setting: RecognizerDescription.Setting) -> Bool {
    setting == .distance || settings.contains(setting)
  }
}
