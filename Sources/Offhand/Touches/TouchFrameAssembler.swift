/// Makes whole frames out of what a source reports, whatever the source's habits (recognizers.md A1–A12, platform.md §3.3).
///
/// A frame is complete when the source says so, when a report of another time or another device arrives, when the same
/// contact reports a second time, when everything was cancelled, and, for sources whose habits ask for it, when the last
/// finger lifted or the batch of reports ended. Every contact gets an identity of its own at its landing.
///
/// Adding an event allocates nothing.
public struct TouchFrameAssembler: Sendable {
  /// What had to be left out or mended so far.
  public private(set) var diagnostics = TouchDiagnostics()
  /// What tells a jump from a flick; `nil` lets every jump through.
  public var teleportGuard: TeleportGuard? = TeleportGuard()
  /// Which mending the source needs.
  public var habits: Habits

  private var frame = TouchFrame()
  /// Whose report the frame being made is, and its stamp as the source gave it; `nil` between frames.
  private var pending: Report?
  private var hasEverFramed = false
  private var nextID: UInt64 = 1
  private var latest = Timestamp(nanoseconds: .min)
  private var lastReports = DeviceReportTimes()

  private struct Report: Equatable {
    var device: DeviceID
    var timestamp: Timestamp
  }

  /// An assembler for a source with such habits.
  public init(habits: Habits = Habits()) {
    self.habits = habits
    frame.reserveCapacity()
  }

  /// Takes one event in; `emit` is called once for every frame that it completes.
  public mutating func add(_ event: TouchSourceEvent, emit: (borrowing TouchFrame) -> Void) {
    switch event {
    case .touch(let touch): add(touch, emit: emit)
    case .frame:
      hasEverFramed = true
      flush(emit: emit)
    case .deviceAdded, .deviceChanged: break
    case .deviceRemoved(let device, let time): cancel(device, at: time, emit: emit)
    case .cancelled(let device, let time): cancel(device, at: time, emit: emit)
    }
  }

  /// Says that all reports of this wake-up are in: completes the frame of a source whose batches hold whole reports, and of
  /// one that has never sent a frame event.
  public mutating func endBatch(emit: (borrowing TouchFrame) -> Void) {
    if pending != nil && (habits.batchesWholeReports || !hasEverFramed) { flushImplied(emit: emit) }
  }

  /// Completes the frame that is being made, if there is one.
  public mutating func flush(emit: (borrowing TouchFrame) -> Void) {
    guard pending != nil else { return }
    pending = nil
    emit(frame)
    frame.settle()
  }

  private mutating func flushImplied(emit: (borrowing TouchFrame) -> Void) {
    diagnostics.impliedFrames += 1
    flush(emit: emit)
  }

  // Inlined, as what it calls for every event: a contact's motion takes 100 instructions less, of 760 from libinput to a frame.
  @inline(__always)
  private mutating func add(_ event: TouchEvent, emit: (borrowing TouchFrame) -> Void) {
    if let pending, isAnotherReport(event, than: pending) { flushImplied(emit: emit) }
    switch event.kind {
    case .motion(let position): move(event, to: position, emit: emit)
    case .down(let position): land(event, at: position, emit: emit)
    case .up: end(event, as: .ended, emit: emit)
    case .cancel: end(event, as: .cancelled, emit: emit)
    case .shape(let shape):
      guard let index = index(of: event) else { return diagnostics.unknownContacts += 1 }
      begin(event)
      frame.touches[index].shape = shape
    }
  }

  private func isAnotherReport(_ event: TouchEvent, than report: Report) -> Bool {
    if event.device != report.device { return true }
    return event.timestamp != report.timestamp && !(habits.mixesTimestamps && hasEverFramed)
  }

  private mutating func land(_ event: TouchEvent, at position: Point, emit: (borrowing TouchFrame) -> Void) {
    guard position.isFinite else { return diagnostics.invalidPositions += 1 }
    if let index = index(of: event) {
      diagnostics.duplicateDowns += 1
      if frame.touches[index].position != position { move(event, to: position, emit: emit) }
      return
    }
    insert(event, at: position, emit: emit)
  }

  private mutating func move(_ event: TouchEvent, to position: Point, emit: (borrowing TouchFrame) -> Void) {
    guard position.isFinite else { return diagnostics.invalidPositions += 1 }
    guard var index = index(of: event) else {
      guard habits.losesFirstDown else { return diagnostics.unknownContacts += 1 }
      return insert(event, at: position, emit: emit)
    }
    if pending != nil && frame.touches[index].phase != .stationary {
      flushImplied(emit: emit)
      guard let settled = self.index(of: event) else { return }
      index = settled
    }
    // Asked by parts: a method would be handed a copy of the whole assembler.
    if let teleportGuard,
      let last = lastReports.last(of: event.device, before: pending?.timestamp),
      teleportGuard.isTeleport(
        distance: frame.touches[index].position.distance(to: position), seconds: event.timestamp.seconds(since: last))
    {
      diagnostics.teleports += 1
      begin(event)
      frame.touches[index].phase = .cancelled
      return insert(event, at: position, emit: emit)
    }
    begin(event)
    frame.touches[index].phase = .moved
    frame.touches[index].position = position
  }

  private mutating func end(_ event: TouchEvent, as phase: Touch.Phase, emit: (borrowing TouchFrame) -> Void) {
    guard var index = index(of: event) else { return diagnostics.unknownContacts += 1 }
    if frame.touches[index].phase == .began {
      flushImplied(emit: emit)
      guard let settled = self.index(of: event) else { return }
      index = settled
    }
    begin(event)
    frame.touches[index].phase = phase
    if habits.omitsLastFrame && frame.downCount == 0 { flush(emit: emit) }
  }

  private mutating func cancel(_ device: DeviceID?, at time: Timestamp, emit: (borrowing TouchFrame) -> Void) {
    if pending != nil { flushImplied(emit: emit) }
    for index in frame.indices where device == nil || frame.touches[index].device == device {
      begin(TouchEvent(device: frame.touches[index].device, slot: 0, timestamp: time, kind: .cancel))
      frame.touches[index].phase = .cancelled
    }
    flush(emit: emit)
    if let device { lastReports.forget(device) }
  }

  private mutating func insert(_ event: TouchEvent, at position: Point, emit: (borrowing TouchFrame) -> Void) {
    if frame.isFull && frame.downCount < TouchFrame.capacity { flushImplied(emit: emit) }
    guard !frame.isFull else { return diagnostics.overflows += 1 }
    begin(event)
    frame.append(
      Touch(
        id: Touch.ID(rawValue: nextID), device: event.device, slot: event.slot, position: position,
        landingTime: frame.timestamp))
    nextID += 1
  }

  /// Opens the frame at the stamp of `event`, or at the latest time seen where the stamp runs backwards.
  @inline(__always)
  private mutating func begin(_ event: TouchEvent) {
    guard pending == nil else { return }
    pending = Report(device: event.device, timestamp: event.timestamp)
    frame.isLate = event.timestamp < latest
    if frame.isLate { diagnostics.lateTimestamps += 1 }
    latest = max(event.timestamp, latest)
    frame.timestamp = latest
    lastReports.record(event.timestamp, of: event.device)
  }

  /// Where the contact stands that `event` is about. It changes nothing, but what is not `mutating` is lent a copy of the whole
  /// assembler.
  @inline(__always)
  private mutating func index(of event: TouchEvent) -> Int? {
    for index in frame.indices
    where frame.touches[index].slot == event.slot && frame.touches[index].device == event.device
      && frame.touches[index].isDown
    {
      return index
    }
    return nil
  }
}
