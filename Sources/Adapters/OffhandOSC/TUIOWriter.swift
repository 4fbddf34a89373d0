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
  /// The hands that are known to be left or right ones, and those of them that have changed.
  private var (hands, changedHands): ([People.Hand], [People.Hand]) = ([], [])
  private var hadShapes = false
  private var complete: Timestamp?
  /// How many times it will be repeated that nothing touches.
  private var rest = 0

  fileprivate struct Known {
    let id: Touch.ID
    /// Its user and type.
    var kind: Int32
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

  /// The datagrams for a frame and its hands, of which only 2.0 tells.
  package mutating func datagrams(for frame: borrowing TouchFrame, of hands: [People.Hand] = []) -> [[UInt8]] {
    for index in known.indices { known[index].hasChanged = false }
    known.removeAll { touch in frame.touch(touch.id)?.isDown != true }
    for index in frame.indices where frame[index].isDown { note(frame[index], of: hands, at: frame.timestamp) }
    let before = self.hands
    self.hands = hands.filter { $0.side == .left || $0.side == .right }
    changedHands = self.hands.filter { !before.contains($0) }
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
    if isComplete { changedHands = hands }
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

  private mutating func note(_ touch: Touch, of hands: [People.Hand], at time: Timestamp) {
    let hand = hands.first { $0.touches.contains(touch.id) }
    let finger = hand.flatMap { hand in hand.touches.firstIndex(of: touch.id).flatMap { hand.fingers[$0]?.rawValue } }
    let kind = TUIOWriter.kind(hand, touch.tool == .pen ? 11 : finger.map { hand?.side == .left ? $0 + 5 : $0 } ?? 0)
    guard let index = known.firstIndex(where: { $0.id == touch.id }) else {
      return known.append(Known(id: touch.id, kind: kind, position: touch.position, shape: touch.shape, time: time))
    }
    let before = known[index]
    known[index].hasChanged =
      before.position != touch.position || before.shape != touch.shape || before.velocity != .zero
      || before.kind != kind
    (known[index].kind, known[index].position, known[index].shape) = (kind, touch.position, touch.shape)
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
      // Its angle and shear are unknown, its pressure is that of a touch.
      messages.append(
        OSCMessage(
          "/tuio2/ptr", [id, .int(touch.kind), .int(0)] + TUIOWriter.floats(touch.place(on: size) + [0, 0, radius, 1])))
      if touch.shape != nil { messages.append(OSCMessage("/tuio2/bnd", [id] + touch.bounds(on: size))) }
    }
    for hand in changedHands {
      let id = OSCMessage.Value.int(TUIOWriter.id(of: hand))
      let kind = OSCMessage.Value.int(TUIOWriter.kind(hand, hand.side == .left ? 0x19 : 0x16))
      let place = [hand.center.x / size.width, hand.center.y / size.height, TUIOWriter.turn(hand.direction.radians)]
      // A hand does not press.
      messages.append(
        OSCMessage(
          "/tuio2/ptr", [id, kind, .int(0)] + TUIOWriter.floats(place + [0, TUIOWriter.palm / size.width, 0])))
      messages.append(
        OSCMessage(
          "/tuio2/lia", [id, .bool(true)] + hand.touches.flatMap { [.int(TUIOWriter.id($0)), .int(0)] }))
    }
    let present = known.map { TUIOWriter.id($0.id) } + hands.map(TUIOWriter.id(of:))
    return OSCBundle.datagrams([frame], messages, [OSCMessage("/tuio2/alv", present.map { .int($0) })])
  }

  /// The radius of a hand in millimetres: half the width of a palm.
  private static let palm = 42.0

  private static func id(_ touch: Touch.ID) -> Int32 { Int32(touch.rawValue & 0x3FFF_FFFF) }

  /// A number that no touch has.
  private static func id(of hand: People.Hand) -> Int32 { Int32(hand.id & 0x3FFF_FFFF | 0x4000_0000) }

  /// The user and type of a pointer.
  private static func kind(_ hand: People.Hand?, _ type: Int) -> Int32 {
    Int32((hand?.person ?? 0) & 0x7FFF) << 16 | Int32(type)
  }

  /// An angle from 0 to a whole turn.
  fileprivate static func turn(_ angle: Double) -> Double { angle < 0 ? angle + 2 * .pi : angle }

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
      place(on: size) + [TUIOWriter.turn(angle), width, height, .pi / 4 * width * height])
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
