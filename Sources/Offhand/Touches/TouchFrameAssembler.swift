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

extension TouchFrameAssembler {
  /// Which mending a source needs.
  public struct Habits: Sendable, Hashable {
    /// The source may leave the frame after the last lift unfinished (`wl_touch` on weston, Mutter, sway).
    public var omitsLastFrame: Bool
    /// A motion of a contact that never landed is a landing that was lost, not noise (`wl_touch` on KWin).
    public var losesFirstDown: Bool
    /// A batch never ends inside a report, so whatever is pending at its end is complete. libinput queues whole reports only,
    /// and leaves the frame event out where its last changed slot was filtered (recognizers.md LI6).
    public var batchesWholeReports: Bool
    /// Reports of one frame may carry different stamps, so only its end says that a frame is complete (`wl_touch` on KWin
    /// stamps each event when it is sent). Without effect until the first frame event: some sources never send one.
    public var mixesTimestamps: Bool

    /// Habits of a source; without arguments one that does everything right.
    public init(
      omitsLastFrame: Bool = false, losesFirstDown: Bool = false, batchesWholeReports: Bool = false,
      mixesTimestamps: Bool = false
    ) {
      self.omitsLastFrame = omitsLastFrame
      self.losesFirstDown = losesFirstDown
      self.batchesWholeReports = batchesWholeReports
      self.mixesTimestamps = mixesTimestamps
    }

    /// The habits of libinput.
    public static let libinput = Habits(batchesWholeReports: true)

    /// The habits of `wl_touch`, those of all compositors together (platform.md §3.3).
    public static let wayland = Habits(omitsLastFrame: true, losesFirstDown: true, mixesTimestamps: true)
  }
}

/// When each device reported last: the time by which a step is judged, because a device beside it keeps a pace of its own.
struct DeviceReportTimes: Sendable {
  private struct Entry {
    var device: DeviceID
    var last: Timestamp
    var before: Timestamp?
  }

  private var entries: [Entry] = []

  /// The stamp of the device's last report, or of the one before where the last is the report at `current` itself.
  func last(of device: DeviceID, before current: Timestamp?) -> Timestamp? {
    for entry in entries where entry.device == device { return entry.last == current ? entry.before : entry.last }
    return nil
  }

  /// Notes a report.
  @inline(__always)
  mutating func record(_ time: Timestamp, of device: DeviceID) {
    for index in entries.indices where entries[index].device == device {
      entries[index].before = entries[index].last
      entries[index].last = time
      return
    }
    entries.append(Entry(device: device, last: time))
  }

  /// Forgets a device that is gone.
  mutating func forget(_ device: DeviceID) {
    entries.removeAll { $0.device == device }
  }
}

/// Tells a jump that no finger makes from a fast flick: a driver that replaced a contact without lifting it
/// (recognizers.md LI7, A4, A5).
public struct TeleportGuard: Sendable, Hashable {
  /// Millimetres a second above which a step is suspect; a flick stays below 5 m/s, 8 leaves room.
  public var maximumSpeed: Double
  /// Millimetres below which a step never counts as a jump, however short its time.
  public var minimumDistance: Double

  /// A guard for steps that are both faster and longer than these.
  public init(maximumSpeed: Double = 8000, minimumDistance: Double = 15) {
    self.maximumSpeed = maximumSpeed
    self.minimumDistance = minimumDistance
  }

  /// Whether a step by `distance` millimetres in `seconds` is no finger's; where time runs backwards nobody can tell.
  public func isTeleport(distance: Double, seconds: Double) -> Bool {
    distance > minimumDistance && seconds >= 0 && distance > maximumSpeed * seconds
  }
}

/// What a frame assembler had to leave out or mend, counted so that a source can be judged.
public struct TouchDiagnostics: Sendable, Hashable {
  /// Motions, lifts or cancels of a contact that never landed.
  public var unknownContacts = 0
  /// A second landing of a contact that is down; taken as a motion.
  public var duplicateDowns = 0
  /// Coordinates that are no numbers; the sample was dropped.
  public var invalidPositions = 0
  /// Stamps older than an earlier one; the position was kept.
  public var lateTimestamps = 0
  /// Jumps that no finger makes; taken as a lost contact and a new one.
  public var teleports = 0
  /// Contacts beyond what a frame holds.
  public var overflows = 0
  /// Frames that were complete without the source saying so.
  public var impliedFrames = 0

  /// Nothing left out.
  public init() {}
}
