import CPlatform
import Glibc
import Offhand
import OffhandPlatform
import Synchronization

/// The programs that get the touches that a source reads.
public enum CaptureMode: Sendable, Hashable {
  /// All programs that read the device, above all the compositor.
  case shared
  /// Only this program: the compositor sees no touch of the device, moves no cursor for it and notices no user activity.
  case exclusive
}

/// Whether a device is captured.
package enum CaptureState: Sendable, Hashable, CustomStringConvertible {
  /// Other programs get its touches too.
  case shared
  /// The mode changes once no finger is on the glass: in the middle of a touch the other readers would keep a finger that
  /// never lifts, or get a lift without a landing (Design/Platform.md "Device access").
  case awaitingLift
  /// No other program gets its touches.
  case exclusive
  /// It cannot be captured.
  case refused(TouchDeviceError)

  /// The state in words, for text that names the device first.
  package var description: String {
    switch self {
    case .shared: "is shared: other programs get its touches too"
    case .awaitingLift: "is captured or released as soon as no finger is on it"
    case .exclusive: "is captured: no other program gets its touches"
    case .refused(let reason): "cannot be captured: \(reason)"
    }
  }
}

/// Brings the devices of a source into the wanted capture mode, each when no finger is on its glass.
struct ExclusiveCapture {
  /// The longest time that touches may stay unread before the devices are shared again.
  static let patience = Duration.seconds(2)

  private(set) var mode = CaptureMode.shared
  private var states: [Int32: CaptureState] = [:]
  /// The devices that are currently captured.
  private var held: Set<Int32> = []
  private var watchdog: CaptureWatchdog?
  private var seenStalls = 0
  private let patience: Duration

  init(patience: Duration = ExclusiveCapture.patience) {
    self.patience = patience
  }

  /// Whether a device is not yet in the wanted mode.
  private(set) var isPending = false

  /// The number of times devices were released because the event loop stalled.
  var stalls: Int { watchdog?.stalls ?? 0 }

  /// The state of a device. From the moment of a stall on it is shared, also before `noteTurn`.
  func state(of descriptor: Int32) -> CaptureState {
    if stalls != seenStalls, held.contains(descriptor) { return .shared }
    return states[descriptor] ?? .shared
  }

  /// Sets the wanted mode, and retries refused captures; the watchdog watches `descriptor`.
  mutating func want(_ mode: CaptureMode, watching descriptor: Int32) {
    self.mode = mode
    isPending = true
    for (device, state) in states {
      if case .refused = state { states[device] = .shared }
    }
    if mode == .exclusive && watchdog == nil {
      watchdog = CaptureWatchdog(watching: descriptor, patience: patience)
    }
  }

  /// Records a turn of the event loop. After a stall the devices are shared, and captured again once no finger is down.
  mutating func noteTurn() {
    guard let watchdog else { return }
    watchdog.noteTurn()
    guard watchdog.stalls != seenStalls else { return }
    seenStalls = watchdog.stalls
    for device in held { states[device] = .shared }
    held = []
    isPending = true
  }

  /// Records a new device.
  mutating func noteArrival() { if mode == .exclusive { isPending = true } }

  /// Records that a device's descriptor is closed, which ends its capture.
  mutating func forget(_ descriptor: Int32) {
    watchdog?.leaveDevice(descriptor)
    held.remove(descriptor)
    states[descriptor] = nil
  }

  /// Tries to bring these devices into the wanted mode; `isTouched` says whether a reported touch is down. Returns those whose
  /// state changed.
  mutating func pursue(_ devices: [(descriptor: Int32, path: String, isTouched: Bool)]) -> [Int32] {
    isPending = false
    var moved: [Int32] = []
    for device in devices {
      let state = pursue(device)
      if state != self.state(of: device.descriptor) { moved.append(device.descriptor) }
      states[device.descriptor] = state
      if state == .awaitingLift { isPending = true }
    }
    return moved
  }

  private mutating func pursue(_ device: (descriptor: Int32, path: String, isTouched: Bool)) -> CaptureState {
    let state = state(of: device.descriptor)
    if case .refused = state { return state }
    let isCaptured = held.contains(device.descriptor)
    guard isCaptured != (mode == .exclusive) else { return isCaptured ? .exclusive : .shared }
    // The kernel may know of more touches: those from before the device was opened, and palms.
    if device.isTouched || isTouched(device.descriptor) { return .awaitingLift }
    return mode == .exclusive ? capture(device.descriptor, device.path) : release(device.descriptor)
  }

  private mutating func capture(_ descriptor: Int32, _ path: String) -> CaptureState {
    guard offhand_evdev_grab(descriptor, 1) == 0 else {
      let failure = KernelError.last("EVIOCGRAB")
      return .refused(
        failure.code == EBUSY ? .grabbedElsewhere(path: path) : .cannotOpen(path: path, reason: "\(failure)"))
    }
    // If a finger landed in between, other readers may have seen it land, so they must see it lift.
    if isTouched(descriptor) {
      _ = offhand_evdev_grab(descriptor, 0)
      return .awaitingLift
    }
    watchdog?.guardDevice(descriptor)
    held.insert(descriptor)
    return .exclusive
  }

  private mutating func release(_ descriptor: Int32) -> CaptureState {
    watchdog?.leaveDevice(descriptor)
    held.remove(descriptor)
    _ = offhand_evdev_grab(descriptor, 0)
    return .shared
  }

  private func isTouched(_ descriptor: Int32) -> Bool {
    guard let snapshot = EvdevSnapshot(descriptor) else { return false }
    // Of a key that is down other readers would keep the press, too.
    return snapshot.slots.contains { $0.trackingID >= 0 } || snapshot.keys.contains(where: \.isDown)
  }
}

/// Shares captured devices again if the program stalls: otherwise the user could not even end it by touch.
///
/// Uses its own thread, because a stalled event loop cannot watch itself. The thread sleeps until the watched descriptor is
/// readable, and then for the patience; if the loop has not taken a turn in that time and events are still unread, it has
/// stalled. The thread does not wake while the glass is idle, and wakes once per patience while it is touched.
final class CaptureWatchdog {
  private let shared: Shared
  private var thread: WorkerThread?

  /// The state shared by the event loop and the thread.
  private final class Shared: Sendable {
    let turns = Atomic<Int>(0)
    let stalls = Atomic<Int>(0)
    let captured = Mutex<Set<Int32>>([])
    /// Rung once, when the watch ends.
    let alarm: Doorbell
    private let watched: Int32
    private let patience: Duration

    init(watched: Int32, patience: Duration) throws(KernelError) {
      alarm = try Doorbell()
      self.watched = watched
      self.patience = patience
    }

    /// The thread's work.
    func watch() {
      while !Descriptor.wait(forReading: watched, or: alarm.descriptor, atMost: nil).second {
        let turn = turns.load(ordering: .relaxed)
        if Descriptor.wait(for: alarm.descriptor, .reading, atMost: patience) { return }
        if turns.load(ordering: .relaxed) == turn, Descriptor.wait(for: watched, .reading, atMost: .zero) { release() }
      }
    }

    private func release() {
      captured.withLock { captured in
        for descriptor in captured { _ = offhand_evdev_grab(descriptor, 0) }
        if !captured.isEmpty { stalls.add(1, ordering: .relaxed) }
        captured = []
      }
    }
  }

  /// Starts the watchdog; `nil` if the system has no descriptor or thread left.
  init?(watching descriptor: Int32, patience: Duration) {
    guard let shared = try? Shared(watched: descriptor, patience: patience),
      let thread = try? WorkerThread({
        Confinement.leaveFiles()
        shared.watch()
      })
    else { return nil }
    self.shared = shared
    self.thread = consume thread
  }

  deinit {
    shared.alarm.ring()
    thread.take()?.join()
  }

  /// The number of times devices were released.
  var stalls: Int { shared.stalls.load(ordering: .relaxed) }

  /// Records a turn of the event loop.
  func noteTurn() { shared.turns.add(1, ordering: .relaxed) }

  /// Adds a captured device.
  func guardDevice(_ descriptor: Int32) { _ = shared.captured.withLock { $0.insert(descriptor) } }

  /// Removes a device that is no longer captured.
  func leaveDevice(_ descriptor: Int32) { _ = shared.captured.withLock { $0.remove(descriptor) } }
}
