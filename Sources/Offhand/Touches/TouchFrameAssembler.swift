/// Assembles whole frames from the events of a source, whatever the source's habits (Design/Recognizing.md A1–A12, Design/Platform.md "Touch events of compositors").
///
/// A frame is complete when the source says so, when a report of another time or another device arrives, when the same
/// touch reports a second time, when everything was cancelled, and, for sources whose habits ask for it, when the last
/// finger lifted or the batch of reports ended. Every touch gets a new identity when it lands.
///
/// Adding an event allocates nothing.
public struct TouchFrameAssembler: Sendable {
  /// Counts of what was omitted or repaired so far.
  package private(set) var diagnostics = TouchDiagnostics()
  /// Distinguishes a jump from a flick; `nil` lets every jump through.
  public var teleportGuard: TeleportGuard? = TeleportGuard()
  /// The habits of the source.
  public var habits: Habits

  private var frame = TouchFrame()
  /// The device of the frame being made, and the timestamp that the source gave it; `nil` between frames.
  private var pending: Report?
  private var hasEverFramed = false
  private var nextID: UInt64 = 1
  private var latest = Timestamp(nanoseconds: .min)
  private var lastReports = DeviceReportTimes()

  private struct Report: Equatable {
    var device: DeviceID
    var timestamp: Timestamp
  }

  /// An assembler for a source with these habits.
  public init(habits: Habits = Habits()) {
    self.habits = habits
    frame.reserveCapacity()
  }

  package var hasTouches: Bool { frame.downCount > 0 }

  /// Takes the time of the next event as it is, also if it is before all others: for a clock that was set, once all is cancelled.
  package mutating func forgetTime() { latest = Timestamp(nanoseconds: .min) }

  /// Takes one event; `emit` is called once for every frame that it completes.
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

  /// Ends the events of one wake-up: completes the frame of a source whose batches hold whole reports, and of
  /// one that has never sent a frame event.
  public mutating func endBatch(emit: (borrowing TouchFrame) -> Void) {
    if pending != nil && (habits.batchesWholeReports || !hasEverFramed) { flushImplied(emit: emit) }
  }

  /// Completes the frame being made, if there is one.
  public mutating func flush(emit: (borrowing TouchFrame) -> Void) {
    guard pending != nil else { return }
    pending = nil
    emit(frame)
    frame.settle()
  }

  /// Emits the touches that are down once more at `time`, as they are, after the frame being made.
  package mutating func repeatFrame(at time: Timestamp, emit: (borrowing TouchFrame) -> Void) {
    flush(emit: emit)
    frame.timestamp = max(frame.timestamp, time)
    emit(frame)
  }

  private mutating func flushImplied(emit: (borrowing TouchFrame) -> Void) {
    diagnostics.impliedFrames += 1
    flush(emit: emit)
  }

  // Inlined, like what it calls for every event: saves 100 of the 760 instructions of a motion from libinput to a frame.
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

  /// Whether a position is within 100 km: the squares and products of others overflow, and gestures then have values that are no numbers.
  @inline(__always)
  private func isPlausible(_ position: Point) -> Bool { abs(position.x) <= 1e8 && abs(position.y) <= 1e8 }

  private mutating func land(_ event: TouchEvent, at position: Point, emit: (borrowing TouchFrame) -> Void) {
    guard isPlausible(position) else { return diagnostics.invalidPositions += 1 }
    if let index = index(of: event) {
      diagnostics.duplicateDowns += 1
      // Mir repeats where a finger is when another lands.
      if frame.touches[index].position == position { return }
      // Elsewhere it is a new finger, and the lift of the old one was lost: labwc 0.8, weston 14 and others pass no cancel on where a
      // panel is unplugged or a finger becomes a palm. No finger continues the touch of another.
      if pending != nil && frame.touches[index].phase != .stationary { flushImplied(emit: emit) }
      if let lost = self.index(of: event) {
        begin(event)
        frame.touches[lost].phase = .cancelled
        // In a frame of its own: in one frame a pan would take a new finger that lands near for the old one, and go on.
        flushImplied(emit: emit)
      }
    }
    insert(event, at: position, emit: emit)
  }

  private mutating func move(_ event: TouchEvent, to position: Point, emit: (borrowing TouchFrame) -> Void) {
    guard isPlausible(position) else { return diagnostics.invalidPositions += 1 }
    guard var index = index(of: event) else {
      guard habits.losesFirstDown else { return diagnostics.unknownContacts += 1 }
      return insert(event, at: position, emit: emit)
    }
    if pending != nil && frame.touches[index].phase != .stationary {
      flushImplied(emit: emit)
      guard let settled = self.index(of: event) else { return }
      index = settled
    }
    // Two calls instead of one method, which would be passed a copy of the whole assembler.
    // A pointer may be warped, or be faster than any finger.
    if let teleportGuard, event.tool != .pointer,
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
    if habits.omitsLastFrame && !isDown(on: event.device) { flush(emit: emit) }
  }

  /// Whether a touch of `device` is down: a mouse or another seat sends frames of its own.
  private func isDown(on device: DeviceID) -> Bool {
    for index in frame.indices where frame[index].device == device && frame[index].isDown { return true }
    return false
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
    var touch = Touch(
      id: Touch.ID(rawValue: nextID), device: event.device, slot: event.slot, position: position,
      landingTime: frame.timestamp)
    touch.tool = event.tool
    frame.append(touch)
    nextID += 1
  }

  /// Opens the frame at the timestamp of `event`, or at the latest time seen if the timestamp runs backwards.
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

  /// The index of the touch that `event` is about. `mutating` although it changes nothing: a non-mutating method is
  /// passed a copy of the whole assembler.
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
  /// The deviations of a source from one event per change and one frame event per report.
  public struct Habits: Sendable, Hashable {
    /// The source may leave the frame after the last lift unfinished (`wl_touch` on weston, Mutter, sway).
    package var omitsLastFrame: Bool
    /// A motion of a touch that never landed is a landing that was lost, not noise (`wl_touch` on KWin).
    package var losesFirstDown: Bool
    /// A batch never ends inside a report, so a frame that is pending at its end is complete. libinput queues whole reports only,
    /// and leaves the frame event out where its last changed slot was filtered (Design/Recognizing.md LI6).
    package var batchesWholeReports: Bool
    /// Reports of one frame may have different timestamps, so only the frame event says that it is complete (`wl_touch` on KWin
    /// stamps each event when it is sent). Without effect until the first frame event: some sources never send one.
    package var mixesTimestamps: Bool

    /// Habits of a source; by default none.
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

    /// The habits of `wl_pointer` as a finger: the batch ends every report, since some compositors send no frame events.
    public static let pointer = Habits(batchesWholeReports: true)

    /// The habits of `wl_touch`, those of all compositors together (Design/Platform.md "Touch events of compositors").
    public static let wayland = Habits(omitsLastFrame: true, losesFirstDown: true, mixesTimestamps: true)
  }
}

/// The time of each device's last report, for computing the speed of a step. Kept per device, because report rates differ.
struct DeviceReportTimes: Sendable {
  private struct Entry {
    var device: DeviceID
    var last: Timestamp
    var before: Timestamp?
  }

  private var entries: [Entry] = []

  /// The time of the device's last report, or of the one before if the last is the report at `current` itself.
  func last(of device: DeviceID, before current: Timestamp?) -> Timestamp? {
    for entry in entries where entry.device == device { return entry.last == current ? entry.before : entry.last }
    return nil
  }

  @inline(__always)
  mutating func record(_ time: Timestamp, of device: DeviceID) {
    for index in entries.indices where entries[index].device == device {
      // Not of the same report again, which may end in several frames.
      if entries[index].last != time { entries[index].before = entries[index].last }
      entries[index].last = time
      return
    }
    entries.append(Entry(device: device, last: time))
  }

  mutating func forget(_ device: DeviceID) {
    entries.removeAll { $0.device == device }
  }
}

/// Distinguishes a jump that no finger makes from a fast flick: a driver that replaced a contact without lifting it
/// (Design/Recognizing.md LI7, A4, A5).
public struct TeleportGuard: Sendable, Hashable {
  /// The speed in mm/s above which a step may be a jump; a flick stays below 5 m/s, 8 leaves room.
  public var maximumSpeed: Double
  /// The distance in mm below which a step is never a jump, however short its time.
  var minimumDistance: Double = 15

  /// A guard for steps that are both faster and longer than these.
  public init(maximumSpeed: Double = 8000) { self.maximumSpeed = maximumSpeed }

  /// Whether a step of `distance` mm in `seconds` is a jump; `false` if time runs backwards.
  package func isTeleport(distance: Double, seconds: Double) -> Bool {
    distance > minimumDistance && seconds >= 0 && distance > maximumSpeed * seconds
  }
}

/// Counts of what a frame assembler dropped or repaired; they show how reliable a source is.
package struct TouchDiagnostics: Sendable, Hashable {
  /// Motions, shapes, lifts or cancels of a touch that is not down; ignored.
  package var unknownContacts = 0
  /// Landings of a touch that is down; elsewhere they end it as cancelled, and begin another.
  package var duplicateDowns = 0
  /// Coordinates that are not finite, or beyond 100 km; the sample was dropped.
  package var invalidPositions = 0
  /// Timestamps older than an earlier one; the position was kept.
  package var lateTimestamps = 0
  /// Jumps that no finger makes; taken as a lost touch and a new one.
  package var teleports = 0
  /// Landings that were dropped because the frame was full.
  package var overflows = 0
  /// Frames that ended without a frame event of the source.
  package var impliedFrames = 0

  package init() {}
}
