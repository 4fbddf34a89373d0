import CPlatform
import Glibc

/// Brings the devices of a source into the wanted capture mode, each at a moment at which no finger is on its glass.
struct ExclusiveCapture {
  /// How long the loop may leave touches unread before its devices are given back.
  static let patience = Duration.seconds(2)

  private(set) var mode = CaptureMode.shared
  private var states: [Int32: CaptureState] = [:]
  /// The devices that are captured at this moment, wherever they are wanted.
  private var held: Set<Int32> = []
  private var watchdog: CaptureWatchdog?
  private var seenStalls = 0
  private let patience: Duration

  init(patience: Duration = ExclusiveCapture.patience) {
    self.patience = patience
  }

  /// Whether a device is not yet where it is wanted.
  private(set) var isPending = false

  /// How often devices had to be given back because the loop stalled.
  var stalls: Int { watchdog?.stalls ?? 0 }

  /// The state of a device.
  func state(of descriptor: Int32) -> CaptureState { states[descriptor] ?? .shared }

  /// Wants another mode, and tries again what was refused; the watchdog watches `descriptor`.
  mutating func want(_ mode: CaptureMode, watching descriptor: Int32) {
    self.mode = mode
    isPending = true
    for (device, state) in states {
      if case .refused = state { states[device] = .shared }
    }
    if mode == .exclusive && watchdog == nil {
      watchdog = CaptureWatchdog(watching: descriptor, patience: patience)
      seenStalls = 0
    }
  }

  /// The loop takes a turn. After a stall the devices are shared again, and captured anew when fingers are off.
  mutating func noteTurn() {
    guard let watchdog else { return }
    watchdog.noteTurn()
    guard watchdog.stalls != seenStalls else { return }
    seenStalls = watchdog.stalls
    for device in held { states[device] = .shared }
    held = []
    isPending = true
  }

  /// A device came.
  mutating func noteArrival() { if mode == .exclusive { isPending = true } }

  /// A device's descriptor is closed; the kernel has let go of it.
  mutating func forget(_ descriptor: Int32) {
    watchdog?.leaveDevice(descriptor)
    held.remove(descriptor)
    states[descriptor] = nil
  }

  /// Tries to bring these devices where they are wanted; `isTouched` says whether we know of fingers on them. Answers those
  /// that got a step further.
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
    // The kernel knows of fingers that we do not: those that rested there before we came, and palms.
    if device.isTouched || isTouched(device.descriptor) { return .awaitingLift }
    return mode == .exclusive ? capture(device.descriptor, device.path) : release(device.descriptor)
  }

  private mutating func capture(_ descriptor: Int32, _ path: String) -> CaptureState {
    guard offhand_evdev_grab(descriptor, 1) == 0 else {
      return .refused(
        errno == EBUSY
          ? .grabbedElsewhere(path: path)
          : .cannotOpen(path: path, reason: "EVIOCGRAB: \(SystemErrorCode(rawValue: errno))"))
    }
    // A finger that landed in between: others may have seen it land, so they must see it lift.
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
    EvdevSnapshot(descriptor)?.slots.contains { $0.trackingID >= 0 } ?? false
  }
}
