/// Recognizers that are known only at run time, as a group of a pipeline.
///
/// One array for each kind, so that every recognizer is called as the type that it is. A frame takes 18 % more instructions than with
/// the same recognizers composed in code; an existential for each was not measured.
public struct DescribedRecognizers: RecognizerGroup {
  /// The kind of a lane's recognizer, and its index in the array of that kind.
  private struct Slot: Sendable {
    var kind: RecognizerDescription.Kind
    var index: Int
  }

  private var taps: [ConfiguredRecognizer<TapGestureRecognizer>] = []
  private var longPresses: [ConfiguredRecognizer<LongPressGestureRecognizer>] = []
  private var pans: [ConfiguredRecognizer<PanGestureRecognizer>] = []
  private var swipes: [ConfiguredRecognizer<SwipeGestureRecognizer>] = []
  private var pinches: [ConfiguredRecognizer<PinchGestureRecognizer>] = []
  private var rotations: [ConfiguredRecognizer<RotationGestureRecognizer>] = []
  private var transforms: [ConfiguredRecognizer<TransformGestureRecognizer>] = []
  private var edgePans: [ConfiguredRecognizer<ScreenEdgePanGestureRecognizer>] = []
  private var tapDrags: [ConfiguredRecognizer<TapDragGestureRecognizer>] = []
  /// In the order of the descriptions.
  private var slots: [Slot] = []
  /// The slot of each lane.
  private var laneSlots = Array(repeating: Slot(kind: .tap, index: 0), count: LaneSet.capacity)
  /// The lanes of all recognizers.
  public private(set) var lanes = LaneSet.none

  /// The recognizers that `descriptions` ask for, in this order. `outputs` are the outputs of the surface in millimetres, for edge pans.
  init(_ descriptions: [RecognizerDescription], outputs: [Rect]) throws(PipelineError) {
    for (index, description) in descriptions.enumerated() {
      if let other = descriptions[..<index].firstIndex(where: { $0.label == description.label }) {
        throw PipelineError(index, description.label, .duplicateName(other))
      }
      try append(description, at: index, outputs: outputs)
    }
  }

  private mutating func append(
    _ description: RecognizerDescription, at index: Int, outputs: [Rect]
  ) throws(PipelineError) {
    try description.check(at: index)
    let options = try description.options(at: index)
    func configured<R: GestureRecognizer>(_ recognizer: R) -> ConfiguredRecognizer<R> {
      recognizer.with { $0 = options }
    }
    var slot = Slot(kind: description.kind, index: 0)
    switch description.kind {
    case .tap:
      var recognizer = TapGestureRecognizer(
        touches: try description.fingers(1...1, at: index), taps: description.taps ?? 1)
      if let distance = description.distance {
        recognizer.allowableMovement = distance
        recognizer.allowableMovementOfSeveral = max(distance, recognizer.allowableMovementOfSeveral)
      }
      if let duration = description.duration { recognizer.maximumPressDuration = duration }
      slot.index = taps.count
      taps.append(configured(recognizer))
    case .longPress:
      var recognizer = LongPressGestureRecognizer(
        touches: try description.exactFingers(at: index), taps: description.taps ?? 0,
        minimumPressDuration: description.duration ?? .milliseconds(500))
      if let distance = description.distance { recognizer.allowableMovement = distance }
      slot.index = longPresses.count
      longPresses.append(configured(recognizer))
    case .pan:
      var recognizer = PanGestureRecognizer(
        touches: try description.fingers(1...TouchFrame.capacity, at: index),
        contestedSlop: description.contestedDistance, axis: description.axis ?? .free)
      if let distance = description.distance { recognizer.slop = distance }
      slot.index = pans.count
      pans.append(configured(recognizer))
    case .swipe:
      var recognizer = SwipeGestureRecognizer(
        touches: try description.exactFingers(at: index), directions: description.directions ?? .straight)
      if let distance = description.distance {
        recognizer.minimumDistance = distance
        recognizer.minimumFastDistance = max(distance, recognizer.minimumFastDistance)
      }
      if let duration = description.duration { recognizer.maximumDuration = duration }
      if let speed = description.liftSpeed { recognizer.trigger = .lift(speed: speed) }
      slot.index = swipes.count
      swipes.append(configured(recognizer))
    case .pinch:
      slot.index = pinches.count
      pinches.append(configured(description.pinch(touches: try description.fingers(2...2, atLeast: 2, at: index))))
    case .rotation:
      let touches = try description.fingers(2...TouchFrame.capacity, atLeast: 2, at: index)
      slot.index = rotations.count
      rotations.append(configured(description.rotation(touches: touches)))
    case .transform:
      var pan = PanGestureRecognizer(contestedSlop: description.contestedDistance)
      if let distance = description.distance { pan.slop = distance }
      let touches = try description.fingers(1...TouchFrame.capacity, at: index)
      slot.index = transforms.count
      transforms.append(configured(TransformGestureRecognizer(touches: touches, pan: pan)))
    case .screenEdgePan:
      _ = try description.exactFingers(atMost: 1, at: index)
      var recognizer = ScreenEdgePanGestureRecognizer(from: description.edges ?? .all, of: outputs)
      if let distance = description.distance { recognizer.slop = distance }
      if let duration = description.duration { recognizer.maximumDuration = duration }
      slot.index = edgePans.count
      edgePans.append(configured(recognizer))
    case .tapDrag:
      _ = try description.exactFingers(atMost: 1, at: index)
      var recognizer = TapDragGestureRecognizer(
        taps: description.taps ?? 1, contestedSlop: description.contestedDistance,
        doublingDistance: description.doublingDistance)
      if let distance = description.distance { recognizer.slop = distance }
      slot.index = tapDrags.count
      tapDrags.append(configured(recognizer))
    }
    slots.append(slot)
  }

  /// Takes lanes in the order of the descriptions.
  public mutating func enroll(in arbiter: inout Arbiter) throws(PipelineError) {
    func enroll<R: GestureRecognizer>(
      _ recognizer: inout ConfiguredRecognizer<R>, _ arbiter: inout Arbiter
    ) throws(PipelineError) -> Int {
      try recognizer.enroll(in: &arbiter)
      return recognizer.lanes.first
    }
    for slot in slots {
      let lane =
        switch slot.kind {
        case .tap: try enroll(&taps[slot.index], &arbiter)
        case .longPress: try enroll(&longPresses[slot.index], &arbiter)
        case .pan: try enroll(&pans[slot.index], &arbiter)
        case .swipe: try enroll(&swipes[slot.index], &arbiter)
        case .pinch: try enroll(&pinches[slot.index], &arbiter)
        case .rotation: try enroll(&rotations[slot.index], &arbiter)
        case .transform: try enroll(&transforms[slot.index], &arbiter)
        case .screenEdgePan: try enroll(&edgePans[slot.index], &arbiter)
        case .tapDrag: try enroll(&tapDrags[slot.index], &arbiter)
        }
      lanes.insert(lane)
      laneSlots[lane] = slot
    }
  }

  /// Offers the touches that landed to the recognizers in `lanes`.
  public mutating func offer(to lanes: LaneSet, in arbiter: inout Arbiter) {
    var remaining = lanes & self.lanes
    while let lane = remaining.popFirst() {
      let slot = laneSlots[lane]
      switch slot.kind {
      case .tap: taps[slot.index].offer(to: lanes, in: &arbiter)
      case .longPress: longPresses[slot.index].offer(to: lanes, in: &arbiter)
      case .pan: pans[slot.index].offer(to: lanes, in: &arbiter)
      case .swipe: swipes[slot.index].offer(to: lanes, in: &arbiter)
      case .pinch: pinches[slot.index].offer(to: lanes, in: &arbiter)
      case .rotation: rotations[slot.index].offer(to: lanes, in: &arbiter)
      case .transform: transforms[slot.index].offer(to: lanes, in: &arbiter)
      case .screenEdgePan: edgePans[slot.index].offer(to: lanes, in: &arbiter)
      case .tapDrag: tapDrags[slot.index].offer(to: lanes, in: &arbiter)
      }
    }
  }

  /// Runs the recognizers in `lanes` on the frame, in the order of their lanes.
  public mutating func recognize(_ lanes: LaneSet, in arbiter: inout Arbiter) {
    var remaining = lanes & self.lanes
    while let lane = remaining.popFirst() {
      let slot = laneSlots[lane]
      switch slot.kind {
      case .tap: taps[slot.index].recognize(lanes, in: &arbiter)
      case .longPress: longPresses[slot.index].recognize(lanes, in: &arbiter)
      case .pan: pans[slot.index].recognize(lanes, in: &arbiter)
      case .swipe: swipes[slot.index].recognize(lanes, in: &arbiter)
      case .pinch: pinches[slot.index].recognize(lanes, in: &arbiter)
      case .rotation: rotations[slot.index].recognize(lanes, in: &arbiter)
      case .transform: transforms[slot.index].recognize(lanes, in: &arbiter)
      case .screenEdgePan: edgePans[slot.index].recognize(lanes, in: &arbiter)
      case .tapDrag: tapDrags[slot.index].recognize(lanes, in: &arbiter)
      }
    }
  }

  /// Writes the measurements of the recognizer of `lane`. Those of a copy: events that were handed out may be read by several threads
  /// at once, and a mutating access to an array that two pipelines share would write to it.
  public mutating func measure(_ lane: Int, into gesture: inout Gesture, in arbiter: borrowing Arbiter) {
    func measure<R: GestureRecognizer>(_ recognizer: ConfiguredRecognizer<R>, _ arbiter: borrowing Arbiter) {
      var copy = recognizer
      copy.measure(lane, into: &gesture, in: arbiter)
    }
    let slot = laneSlots[lane]
    switch slot.kind {
    case .tap: measure(taps[slot.index], arbiter)
    case .longPress: measure(longPresses[slot.index], arbiter)
    case .pan: measure(pans[slot.index], arbiter)
    case .swipe: measure(swipes[slot.index], arbiter)
    case .pinch: measure(pinches[slot.index], arbiter)
    case .rotation: measure(rotations[slot.index], arbiter)
    case .transform: measure(transforms[slot.index], arbiter)
    case .screenEdgePan: measure(edgePans[slot.index], arbiter)
    case .tapDrag: measure(tapDrags[slot.index], arbiter)
    }
  }

  /// Makes the gesture of `lane` begin at identity.
  public mutating func rebase(_ lane: Int, in arbiter: borrowing Arbiter) {
    let slot = laneSlots[lane]
    switch slot.kind {
    case .tap: taps[slot.index].rebase(lane, in: arbiter)
    case .longPress: longPresses[slot.index].rebase(lane, in: arbiter)
    case .pan: pans[slot.index].rebase(lane, in: arbiter)
    case .swipe: swipes[slot.index].rebase(lane, in: arbiter)
    case .pinch: pinches[slot.index].rebase(lane, in: arbiter)
    case .rotation: rotations[slot.index].rebase(lane, in: arbiter)
    case .transform: transforms[slot.index].rebase(lane, in: arbiter)
    case .screenEdgePan: edgePans[slot.index].rebase(lane, in: arbiter)
    case .tapDrag: tapDrags[slot.index].rebase(lane, in: arbiter)
    }
  }

  /// Sets a value of the gesture of `lane`.
  public mutating func set(_ value: GestureValue, of lane: Int, in arbiter: borrowing Arbiter) {
    let slot = laneSlots[lane]
    switch slot.kind {
    case .tap: taps[slot.index].set(value, of: lane, in: arbiter)
    case .longPress: longPresses[slot.index].set(value, of: lane, in: arbiter)
    case .pan: pans[slot.index].set(value, of: lane, in: arbiter)
    case .swipe: swipes[slot.index].set(value, of: lane, in: arbiter)
    case .pinch: pinches[slot.index].set(value, of: lane, in: arbiter)
    case .rotation: rotations[slot.index].set(value, of: lane, in: arbiter)
    case .transform: transforms[slot.index].set(value, of: lane, in: arbiter)
    case .screenEdgePan: edgePans[slot.index].set(value, of: lane, in: arbiter)
    case .tapDrag: tapDrags[slot.index].set(value, of: lane, in: arbiter)
    }
  }

  /// Takes the state of `other` recognizer by recognizer: a copied array would be copied again, to new storage, when one of them changes.
  public mutating func assume(_ other: DescribedRecognizers) {
    for index in taps.indices { taps[index] = other.taps[index] }
    for index in longPresses.indices { longPresses[index] = other.longPresses[index] }
    for index in pans.indices { pans[index] = other.pans[index] }
    for index in swipes.indices { swipes[index] = other.swipes[index] }
    for index in pinches.indices { pinches[index] = other.pinches[index] }
    for index in rotations.indices { rotations[index] = other.rotations[index] }
    for index in transforms.indices { transforms[index] = other.transforms[index] }
    for index in edgePans.indices { edgePans[index] = other.edgePans[index] }
    for index in tapDrags.indices { tapDrags[index] = other.tapDrags[index] }
  }

  /// Passes the outputs to the recognizers that have edges.
  public mutating func setOutputs(_ outputs: [Rect]) {
    for index in edgePans.indices { edgePans[index].setOutputs(outputs) }
  }

  /// Discards the attempts of the recognizers in `lanes`.
  public mutating func reset(_ lanes: LaneSet) {
    var remaining = lanes & self.lanes
    while let lane = remaining.popFirst() {
      let slot = laneSlots[lane]
      switch slot.kind {
      case .tap: taps[slot.index].reset(lanes)
      case .longPress: longPresses[slot.index].reset(lanes)
      case .pan: pans[slot.index].reset(lanes)
      case .swipe: swipes[slot.index].reset(lanes)
      case .pinch: pinches[slot.index].reset(lanes)
      case .rotation: rotations[slot.index].reset(lanes)
      case .transform: transforms[slot.index].reset(lanes)
      case .screenEdgePan: edgePans[slot.index].reset(lanes)
      case .tapDrag: tapDrags[slot.index].reset(lanes)
      }
    }
  }
}

extension Pipeline where Recognizers == DescribedRecognizers {
  /// A pipeline of the recognizers that `descriptions` ask for, in this order. `outputs` are the outputs of the surface in millimetres,
  /// for edge pans. What cannot be is an error that names the recognizer.
  public init(_ descriptions: [RecognizerDescription], outputs: [Rect] = []) throws(PipelineError) {
    try self.init(enrolling: DescribedRecognizers(descriptions, outputs: outputs))
  }
}

extension RecognizerDescription {
  fileprivate func pinch(touches: ClosedRange<Int>) -> PinchGestureRecognizer {
    var recognizer = PinchGestureRecognizer(touches: touches, contestedSlop: contestedDistance)
    if let distance { recognizer.slop = distance }
    return recognizer
  }

  fileprivate func rotation(touches: ClosedRange<Int>) -> RotationGestureRecognizer {
    var recognizer = RotationGestureRecognizer(touches: touches, contestedArc: contestedDistance)
    if let distance { recognizer.arc = distance }
    return recognizer
  }
}
