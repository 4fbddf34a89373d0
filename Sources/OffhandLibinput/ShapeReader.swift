import CPlatform
import Glibc
import Offhand

/// Reads the contact ellipses of a touch screen through a second descriptor, beside libinput, which has none
/// (recognizers.md LI13).
///
/// While the device is captured through the first descriptor the kernel sends nothing to this one, and contacts keep the
/// shape that they had.
final class ShapeReader {
  /// What it reads; not closed by it.
  let descriptor: Int32

  private let scale: EvdevEllipseScale
  private var contacts: EvdevContacts
  private var trust = ContactShapeTrust()
  private var isDropping = false
  private var shapes: [ContactShape?]
  private var buffer: [input_event] = Array(repeating: input_event(), count: 64)

  /// Begins to read an open device; `nil` where it announces no ellipses that could be measured.
  init?(_ descriptor: Int32) {
    guard let snapshot = EvdevSnapshot(descriptor), let scale = EvdevEllipseScale(snapshot) else { return nil }
    self.descriptor = descriptor
    self.scale = scale
    contacts = EvdevContacts(snapshot)
    shapes = Array(repeating: nil, count: snapshot.slots.count)
  }

  /// Takes in everything that the device has reported.
  func read() {
    while true {
      let size = buffer.withUnsafeMutableBytes { Glibc.read(descriptor, $0.baseAddress, $0.count) }
      if size < 0 && errno == EINTR { continue }
      let count = max(0, size) / MemoryLayout<input_event>.stride
      for index in 0..<count { take(buffer[index]) }
      // What cannot be read any more is libinput's to tell.
      if count < buffer.count { return }
    }
  }

  /// The shape that the contact in `slot` had last, once the device has earned trust; taken once, so that a shape that did
  /// not change is not told twice.
  func takeShape(of slot: Int32) -> ContactShape? {
    guard trust.isEarned, shapes.indices.contains(Int(slot)), let shape = shapes[Int(slot)] else { return nil }
    shapes[Int(slot)] = nil
    return shape
  }

  private func take(_ event: input_event) {
    switch (Int32(event.type), Int32(event.code)) {
    case (EV_ABS, _): if !isDropping { contacts.take(event.code, event.value) }
    case (EV_SYN, SYN_DROPPED): isDropping = true
    case (EV_SYN, SYN_REPORT):
      if isDropping, let snapshot = EvdevSnapshot(descriptor) { contacts.resynchronize(snapshot) }
      isDropping = false
      contacts.report { slot, change, state in
        if change == .up || change == .cancel { shapes[Int(slot)] = nil }
        guard change == .ellipse, let shape = scale.shape(state.ellipse) else { return }
        trust.note(major: shape.major)
        shapes[Int(slot)] = shape
      }
    default: break
    }
  }
}
