package import Offhand
package import OffhandPlatform

/// The frames of one touch screen as TUIO.
///
/// A frame says all that is down and what changed of it; at least every ``interval`` it says everything, so that what was lost comes again,
/// as does what is repeated at ``deadline``.
package struct TUIOWriter {
  /// The versions of the protocol.
  package enum Version: String, Sendable, Hashable, CaseIterable {
    case first = "1.1"
    case second = "2.0"
  }

  /// The time after which a state is repeated: two in succession may be lost before a receiver gives up the touches.
  package static let interval = Duration.milliseconds(900)

  private let version: Version
  private let name: String
  private let size: Size
  /// The nanoseconds from the beginning of 1900 to the zero of the monotonic clock.
  private let epoch: Int64
  private var number: Int32 = 0
  private var known: [Known] = []
  private var hadShapes = false
  private var complete: Timestamp?
  /// How many times it will be repeated that nothing touches.
  private var rest = 0

  fileprivate struct Known {
    let id: Touch.ID
    var position: Point
    var shape: ContactShape?
    var time: Timestamp
    var velocity = Vector.zero
    var acceleration = 0.0
    var hasChanged = true
  }

  /// Writes the frames of a touch screen of `size`, in millimetres, as the source `name`.
  package init(_ version: Version, name: String, size: Size) {
    (self.version, self.name, self.size) = (version, name, size)
    epoch = WallClock.nanoseconds() - MonotonicClock.now().nanoseconds + 2_208_988_800_000_000_000
  }

  /// The name of a source of this process; each touch screen is an instance.
  package static func ownName(_ instance: Int) -> String { "\(prefix)\(instance)\(suffix)" }
  private static let prefix = "offhand:\(Environment.process)."
  private static let suffix = "@\(Environment.machine)"

  /// Whether a source has a name of this process.
  static func isOwn(_ name: String) -> Bool { name.hasPrefix(prefix) && name.hasSuffix(suffix) }

  /// The time at which the latest state is to be repeated; `nil` once it was repeated three times that nothing touches.
  package var deadline: Timestamp? { known.isEmpty && rest == 0 ? nil : complete.map { $0 + TUIOWriter.interval } }

  /// The datagrams for a frame.
  package mutating func datagrams(for frame: borrowing TouchFrame) -> [[UInt8]] {
    for index in known.indices { known[index].hasChanged = false }
    known.removeAll { touch in frame.touch(touch.id)?.isDown != true }
    for index in frame.indices where frame[index].isDown { note(frame[index], at: frame.timestamp) }
    rest = 3
    return datagrams(at: frame.timestamp)
  }

  /// The datagrams for the latest state, once more: nothing has moved since.
  package mutating func datagrams(repeatedAt now: Timestamp) -> [[UInt8]] {
    for index in known.indices { (known[index].velocity, known[index].acceleration) = (.zero, 0) }
    rest -= known.isEmpty ? 1 : 0
    complete = nil
    return datagrams(at: now)
  }

  private mutating func datagrams(at time: Timestamp) -> [[UInt8]] {
    let isComplete = complete.map { time >= $0 + TUIOWriter.interval } ?? true
    if isComplete || known.isEmpty { complete = time }
    number = number == .max ? 0 : number + 1
    let changed = known.filter { isComplete || $0.hasChanged }
    switch version {
    case .first:
      let hasShapes = known.contains { $0.shape != nil }
      defer { hadShapes = hasShapes }
      let fingers = profile("/tuio/2Dcur", known, changed) { touch in
        [.int(TUIOWriter.id(touch.id))] + TUIOWriter.floats(touch.place(on: size)) + touch.motion(on: size)
      }
      guard hasShapes || hadShapes else { return fingers }
      let blobs = profile("/tuio/2Dblb", known.filter { $0.shape != nil }, changed.filter { $0.shape != nil }) {
        touch in
        [.int(TUIOWriter.id(touch.id))] + touch.bounds(on: size)
          + TUIOWriter.floats([
            touch.velocity.dx / size.width, touch.velocity.dy / size.height, 0, touch.acceleration / size.width, 0,
          ])
      }
      return fingers + blobs
    case .second: return second(changed, at: time)
    }
  }

  private mutating func note(_ touch: Touch, at time: Timestamp) {
    guard let index = known.firstIndex(where: { $0.id == touch.id }) else {
      return known.append(Known(id: touch.id, position: touch.position, shape: touch.shape, time: time))
    }
    let before = known[index]
    known[index].hasChanged =
      before.position != touch.position || before.shape != touch.shape || before.velocity != .zero
    (known[index].position, known[index].shape) = (touch.position, touch.shape)
    let seconds = time.seconds(since: before.time)
    guard seconds > 0 else { return }
    known[index].velocity = (touch.position - before.position) / seconds
    known[index].acceleration = (known[index].velocity.length - before.velocity.length) / seconds
    known[index].time = time
  }

  private func profile(
    _ path: String, _ present: [Known], _ changed: [Known], _ values: (Known) -> [OSCMessage.Value]
  ) -> [[UInt8]] {
    let alive = present.map { OSCMessage.Value.int(TUIOWriter.id($0.id)) }
    let first = [OSCMessage(path, [.string("source"), .string(name)]), OSCMessage(path, [.string("alive")] + alive)]
    let sets = changed.map { OSCMessage(path, [.string("set")] + values($0)) }
    return OSCBundle.datagrams(first, sets, [OSCMessage(path, [.string("fseq"), .int(number)])])
  }

  private func second(_ changed: [Known], at time: Timestamp) -> [[UInt8]] {
    let sent = time.nanoseconds + epoch
    // Rounded up, so that a receiver that rounds down has the same nanosecond.
    let fraction = (UInt64(sent % 1_000_000_000) << 32 + 999_999_999) / 1_000_000_000
    let pixels = SurfaceGeometry.assumedMillimetresPerPixel
    let (width, height) = (Int32(min(size.width / pixels, 32_767)), Int32(min(size.height / pixels, 65_535)))
    let frame = OSCMessage(
      "/tuio2/frm",
      [.int(number), .time(UInt64(sent / 1_000_000_000) << 32 | fraction), .int(width << 16 | height), .string(name)])
    var messages: [OSCMessage] = []
    for touch in changed {
      let id = OSCMessage.Value.int(TUIOWriter.id(touch.id))
      let radius = touch.shape.map { Double($0.major) / 2 / size.width } ?? 0
      // Of no known user and type; its angle and shear are unknown, its pressure is that of a touch.
      messages.append(
        OSCMessage(
          "/tuio2/ptr", [id, .int(0), .int(0)] + TUIOWriter.floats(touch.place(on: size) + [0, 0, radius, 1])))
      if touch.shape != nil { messages.append(OSCMessage("/tuio2/bnd", [id] + touch.bounds(on: size))) }
    }
    return OSCBundle.datagrams([frame], messages, [OSCMessage("/tuio2/alv", known.map { .int(TUIOWriter.id($0.id)) })])
  }

  private static func id(_ touch: Touch.ID) -> Int32 { Int32(touch.rawValue & 0x7FFF_FFFF) }

  fileprivate static func floats(_ numbers: [Double]) -> [OSCMessage.Value] { numbers.map { .float(Float($0)) } }
}

extension TUIOWriter.Known {
  /// Its position in parts of a surface of `size`.
  fileprivate func place(on size: Size) -> [Double] { [position.x / size.width, position.y / size.height] }

  /// Its velocity in surfaces a second, and its acceleration along it.
  fileprivate func motion(on size: Size) -> [OSCMessage.Value] {
    TUIOWriter.floats([velocity.dx / size.width, velocity.dy / size.height, acceleration / size.width])
  }

  /// Its ellipse as bounds: position, angle, width, height and area. The long axis is the height.
  fileprivate func bounds(on size: Size) -> [OSCMessage.Value] {
    guard let shape else { return [] }
    let angle = Double(shape.orientationRadians ?? 0)
    let (width, height) = (Double(shape.minor) / size.width, Double(shape.major) / size.height)
    return TUIOWriter.floats(
      place(on: size) + [angle < 0 ? angle + 2 * .pi : angle, width, height, .pi / 4 * width * height])
  }
}

/// Sends datagrams to receivers, each on a socket of its own. Made before a program gives up the network.
package struct TUIOSender {
  private var sockets: [DatagramSocket] = []

  /// Sends to `addresses`. Throws if one has no address.
  package init(to addresses: [TUIOAddress]) throws(KernelError) {
    for address in addresses { sockets.append(try DatagramSocket(sendingTo: address.host, port: address.port)) }
  }

  /// Sends `datagrams` to every receiver; what one of them does not take is lost.
  package func send(_ datagrams: [[UInt8]]) {
    for socket in sockets { for datagram in datagrams { socket.send(datagram) } }
  }
}
