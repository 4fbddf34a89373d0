import CPlatform
import Glibc
import Offhand

/// A touch screen that is read straight from its device node.
final class EvdevScreen {
  let id: DeviceID
  let path: String
  let descriptor: Int32
  let name: String
  @exclusivity(unchecked) var place: ScreenPlace

  private let axes: (x: EvdevAxis, y: EvdevAxis)
  private let ellipse: EvdevEllipseScale?
  @exclusivity(unchecked) private var trust = ContactShapeTrust()
  @exclusivity(unchecked) private var contacts: EvdevContacts
  @exclusivity(unchecked) private var isDropping = false
  // 64 events are more than a report of ten fingers; a longer one takes two reads.
  @exclusivity(unchecked) private var buffer: [input_event] = Array(repeating: input_event(), count: 64)

  /// How often the kernel dropped events because they were read too late.
  private(set) var drops = 0

  /// The device as the domain sees it.
  var description: TouchDevice {
    TouchDevice(id: id, name: name, path: path, surface: place.mapping.surface, output: place.output)
  }

  /// Begins to read an open device; `nil` where it does not speak multitouch protocol B.
  init?(_ descriptor: Int32, path: String, udev: borrowing UdevDevice, id: DeviceID) {
    guard let snapshot = EvdevSnapshot(descriptor) else { return nil }
    self.id = id
    self.path = path
    self.descriptor = descriptor
    name = snapshot.name
    axes = (snapshot.x, snapshot.y)
    ellipse = EvdevEllipseScale(snapshot)
    contacts = EvdevContacts(snapshot)
    place = ScreenPlace(
      names: udev.places + [path, name],
      panel: TouchPanel(
        sensorSize: snapshot.size, calibration: udev.calibration, udevOutput: udev.property("WL_OUTPUT"),
        connection: udev.connection))
  }

  /// Whether a contact of ours is down.
  var isTouched: Bool { contacts.isTouched }

  /// How a read ended.
  enum Reading {
    /// All that was there was read.
    case drained
    /// There was nothing to read.
    case nothing
    /// The device is gone or was revoked.
    case lost
  }

  /// Reads all that is there.
  func read(_ body: (TouchSourceEvent) -> Void) -> Reading {
    var hasRead = false
    while true {
      let size = buffer.withUnsafeMutableBytes { Glibc.read(descriptor, $0.baseAddress, $0.count) }
      if size < 0 && errno == EINTR { continue }
      if size < 0 { return errno != EAGAIN ? .lost : hasRead ? .drained : .nothing }
      let count = size / MemoryLayout<input_event>.stride
      if count == 0 { return hasRead ? .drained : .nothing }
      hasRead = true
      for index in 0..<count { take(buffer[index], body) }
      if count < buffer.count { return .drained }
    }
  }

  /// Silences the contacts that are down until they end; answers whether there were any.
  func mute() -> Bool {
    let wasTouched = contacts.isTouched
    contacts.mute()
    return wasTouched
  }

  private func take(_ event: input_event, _ body: (TouchSourceEvent) -> Void) {
    switch Int32(event.type) {
    case EV_ABS:
      if !isDropping { contacts.take(event.code, event.value) }
    case EV_SYN where Int32(event.code) == SYN_DROPPED:
      drops += 1
      isDropping = true
    case EV_SYN where Int32(event.code) == SYN_REPORT:
      // What follows SYN_DROPPED up to the end of its report is a fragment; the kernel's own state is the truth.
      if isDropping, let snapshot = EvdevSnapshot(descriptor) { contacts.resynchronize(snapshot) }
      isDropping = false
      report(at: event.timestamp, body)
    default: break
    }
  }

  private func report(at time: Timestamp, _ body: (TouchSourceEvent) -> Void) {
    let calibration = place.panel.calibration
    let mapping = place.mapping
    var hasChanged = false
    contacts.report { [id, axes] slot, change, state in
      let kind: TouchEvent.Kind
      switch change {
      case .up: kind = .up
      case .cancel: kind = .cancel
      case .down, .motion:
        let place = calibration.apply(x: axes.x.fraction(state.x), y: axes.y.fraction(state.y))
        let position = mapping.point(x: place.x, y: place.y)
        kind = change == .down ? .down(position) : .motion(position)
      case .ellipse:
        guard let shape = ellipse?.shape(state.ellipse) else { return }
        trust.note(major: shape.major)
        guard trust.isEarned else { return }
        kind = .shape(mapping.shape(shape))
      }
      hasChanged = true
      body(.touch(TouchEvent(device: id, slot: slot, timestamp: time, kind: kind)))
    }
    if hasChanged { body(.frame(id, time)) }
  }
}

extension input_event {
  /// When it happened; the kernel has microseconds.
  var timestamp: Timestamp { Timestamp(nanoseconds: Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_usec) * 1000) }
}
