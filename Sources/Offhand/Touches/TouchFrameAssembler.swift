/// Makes whole frames out of what a source reports, whatever the source's habits (recognizers.md A1–A12, platform.md §3.3).
///
/// A frame is complete when the source says so, when a report with a later stamp arrives, when the same contact reports a
/// second time, when everything was cancelled, and, for sources whose habits ask for it, when the last finger lifted or
/// the batch of reports ended. Every contact gets an identity of its own at its landing.
public struct TouchFrameAssembler: Sendable {
  /// Which mending a source needs.
  public struct Habits: Sendable, Hashable {
    /// The source may leave the frame after the last lift unfinished (`wl_touch` on weston, Mutter, sway).
    public var omitsLastFrame = false
    /// A motion of a contact that never landed is a landing that was lost, not noise (`wl_touch` on KWin).
    public var losesFirstDown = false

    /// Habits of a source; without arguments one that does everything right.
    public init(omitsLastFrame: Bool = false, losesFirstDown: Bool = false) {
      self.omitsLastFrame = omitsLastFrame
      self.losesFirstDown = losesFirstDown
    }
  }

  /// What had to be left out or mended so far.
  public private(set) var diagnostics = TouchDiagnostics()
  /// What tells a jump from a flick; `nil` lets every jump through.
  public var teleportGuard: TeleportGuard? = TeleportGuard()
  /// Which mending the source needs.
  public var habits: Habits

  private var frame = TouchFrame()
  private var isPending = false
  private var hasEverFramed = false
  private var nextID: UInt64 = 1
  private var latest = Timestamp(nanoseconds: .min)

  /// An assembler for a source with such habits.
  public init(habits: Habits = Habits()) {
    self.habits = habits
  }

  /// Takes one event in; `emit` is called once for every frame that it completes.
  public mutating func add(_ event: TouchSourceEvent, emit: (borrowing TouchFrame) -> Void) {
    switch event {
    case .deviceAdded: break
    case .deviceRemoved(let device, let time): cancel(device, at: time, emit: emit)
    case .cancelled(let device, let time): cancel(device, at: time, emit: emit)
    case .frame:
      hasEverFramed = true
      flush(emit: emit)
    case .touch(let touch): add(touch, emit: emit)
    }
  }

  /// Says that all reports of this wake-up are in: completes the frame of a source that has never sent a frame event.
  public mutating func endBatch(emit: (borrowing TouchFrame) -> Void) {
    if isPending && !hasEverFramed { flushImplied(emit: emit) }
  }

  /// Completes the frame that is being made, if there is one.
  public mutating func flush(emit: (borrowing TouchFrame) -> Void) {
    guard isPending else { return }
    isPending = false
    emit(frame)
    frame.settle()
  }

  private mutating func flushImplied(emit: (borrowing TouchFrame) -> Void) {
    diagnostics.impliedFrames += 1
    flush(emit: emit)
  }

  private mutating func add(_ event: TouchEvent, emit: (borrowing TouchFrame) -> Void) {
    if isPending && event.timestamp > frame.timestamp { flushImplied(emit: emit) }
    switch event.kind {
    case .down(let position): land(event, at: position, emit: emit)
    case .motion(let position): move(event, to: position, emit: emit)
    case .shape(let shape):
      guard let index = index(of: event) else { return diagnostics.unknownContacts += 1 }
      begin(at: event.timestamp)
      frame[index].shape = shape
    case .up: end(event, as: .ended, emit: emit)
    case .cancel: end(event, as: .cancelled, emit: emit)
    }
  }

  private mutating func land(_ event: TouchEvent, at position: Point, emit: (borrowing TouchFrame) -> Void) {
    guard position.isFinite else { return diagnostics.invalidPositions += 1 }
    if index(of: event) != nil {
      diagnostics.duplicateDowns += 1
      return move(event, to: position, emit: emit)
    }
    begin(at: event.timestamp)
    insert(event, at: position)
  }

  private mutating func move(_ event: TouchEvent, to position: Point, emit: (borrowing TouchFrame) -> Void) {
    guard position.isFinite else { return diagnostics.invalidPositions += 1 }
    guard let index = index(of: event) else {
      guard habits.losesFirstDown else { return diagnostics.unknownContacts += 1 }
      return land(event, at: position, emit: emit)
    }
    let isRepeated = isPending && (frame[index].phase == .moved || frame[index].phase == .began)
    if isRepeated { flushImplied(emit: emit) }
    let seconds = event.timestamp.seconds(since: frame.timestamp)
    begin(at: event.timestamp)
    guard let moved = self.index(of: event) else { return }
    let distance = frame[moved].position.distance(to: position)
    if let teleportGuard, teleportGuard.isTeleport(distance: distance, seconds: seconds) {
      diagnostics.teleports += 1
      frame[moved].phase = .cancelled
      return insert(event, at: position)
    }
    if frame[moved].phase == .stationary { frame[moved].phase = .moved }
    frame[moved].position = position
  }

  private mutating func end(_ event: TouchEvent, as phase: Touch.Phase, emit: (borrowing TouchFrame) -> Void) {
    guard let index = index(of: event) else { return diagnostics.unknownContacts += 1 }
    if frame[index].phase == .began { flushImplied(emit: emit) }
    begin(at: event.timestamp)
    guard let ended = self.index(of: event) else { return }
    frame[ended].phase = phase
    if habits.omitsLastFrame && frame.downCount == 0 { flush(emit: emit) }
  }

  private mutating func cancel(_ device: DeviceID?, at time: Timestamp, emit: (borrowing TouchFrame) -> Void) {
    if isPending { flushImplied(emit: emit) }
    for index in frame.indices where device == nil || frame[index].device == device {
      begin(at: time)
      frame[index].phase = .cancelled
    }
    flush(emit: emit)
  }

  private mutating func insert(_ event: TouchEvent, at position: Point) {
    let touch = Touch(
      id: Touch.ID(rawValue: nextID), device: event.device, slot: event.slot, position: position,
      landingTime: frame.timestamp)
    if frame.append(touch) { nextID += 1 } else { diagnostics.overflows += 1 }
  }

  /// Opens the frame at `time`, or at the latest time seen where the stamp runs backwards.
  private mutating func begin(at time: Timestamp) {
    guard !isPending else { return }
    isPending = true
    frame.isLate = time < latest
    if frame.isLate { diagnostics.lateTimestamps += 1 }
    latest = max(time, latest)
    frame.timestamp = latest
  }

  private func index(of event: TouchEvent) -> Int? {
    for index in frame.indices
    where frame[index].slot == event.slot && frame[index].device == event.device && frame[index].isDown {
      return index
    }
    return nil
  }
}
