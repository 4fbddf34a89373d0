import FakeEvdev
import Glibc
import Logging
import Offhand
import OffhandClient
import OffhandLibinput
import OffhandPlatform
import OffhandService
import Synchronization

@testable import OffhandBridge

/// A bridge with touch screens that a test makes up, and a keeper that the test plays: twins are sockets.
final class BridgeModel: BridgedGlassReceiver {
  let seat = "seat-\(UInt64.random(in: 0 ... .max))"
  let log = LogLines()
  private let fakes = FakeNodes()
  /// The nodes that the bridge has opened.
  var openedNodes: [String] { fakes.paths }
  private(set) var gestures = 0
  /// Called when the owner hears of a gesture.
  var onGesture: () -> Void = {}
  /// What became of touches by accommodations, with their places in millimetres.
  private(set) var marks: [String] = []
  private(set) var changes = 0
  private(set) var hasLetGo = false
  private(set) var screens: BridgedScreens!
  private let clock = Clock()
  private let loop: EventLoop
  private var keeper: UnixSocket?
  private var replies: [() throws -> Void] = []
  private var twins: [(pipe: Int32, node: Int32, model: TwinModel)] = []
  private let folder: TemporaryFolder
  /// Whether a compositor opens the twins.
  var opensTwins = true
  private var opened: [Int32] = []

  private final class Clock { var now = MonotonicClock.now() }

  init(
    filters: Set<ChosenFilters.Kind> = [], accommodations: Accommodations = Accommodations(),
    snapsSecondTap: Bool = false
  ) throws {
    loop = try EventLoop { [clock] in clock.now }
    folder = try TemporaryFolder()
    var ends: [Int32] = [0, 0]
    _ = socketpair(AF_UNIX, Int32(SOCK_SEQPACKET.rawValue | SOCK_NONBLOCK.rawValue), 0, &ends)
    keeper = UnixSocket(owning: try Descriptor(ends[0], from: "socketpair"))
    let log = log
    let end = UnixSocket(owning: try Descriptor(ends[1], from: "socketpair"))
    screens = try BridgedScreens(
      .seat(seat), keeper: Keeper(end), opener: fakes, nodes: folder.path, filters: filters,
      accommodations: accommodations, snapsSecondTap: snapsSecondTap, loop: loop, receiver: self,
      logger: Logger(label: "test") { _ in log })
  }

  deinit { for descriptor in twins.map(\.pipe) + opened { close(descriptor) } }

  /// The time of the bridge, and of what panels report.
  var now: Timestamp { clock.now }

  /// The keeper says this when a touch screen has been found.
  func prepare(_ reply: KeeperReply) {
    replies.append { [unowned self] in reply.numbers.withUnsafeBytes { _ = keeper?.send($0) } }
  }

  /// The keeper makes a twin when a touch screen has been found, with this number of its node, or one of its own.
  func prepareTwin(node: Int32? = nil) { replies.append { [unowned self] in try makeTwin(node ?? Int32(twins.count)) } }

  /// The keeper answers.
  func answer() throws {
    for reply in replies { try reply() }
    replies = []
  }

  /// What it was asked for meanwhile.
  func requests() -> [KeeperRequest] {
    var (found, message) = ([KeeperRequest](), [UInt8](repeating: 0, count: KeeperRequest.longest))
    while let count = message.withUnsafeMutableBytes({ keeper?.receive(into: $0) }),
      let request = message[..<count].withUnsafeBytes({ KeeperRequest($0) })
    { found.append(request) }
    return found
  }

  private func makeTwin(_ number: Int32) throws {
    var ends: [Int32] = [0, 0]
    _ = socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue), 0, &ends)
    let twin = try Descriptor(ends[1], from: "socketpair")
    try Files.write([], to: node(number))
    let reply = KeeperReply.made(twins.count, node: number)
    reply.numbers.withUnsafeBytes { _ = keeper?.send($0, passing: twin) }
    twins.append((ends[0], number, TwinModel(slots: 10)))
  }

  private func node(_ number: Int32) -> String { folder.file("event\(number)") }

  /// A program opens a twin; it is closed again with the result.
  func open(twin index: Int) throws -> Descriptor { try Descriptor(opening: node(twins[index].node), .reading) }

  /// A bridge of one touch screen, whose swipes of three fingers are exclusive.
  func addScreen(_ way: RelayMode = .takeBack) throws -> FakePanel {
    screens.recognize(BridgeRules([TwinRelayTests.swipe(3)], way), at: clock.now)
    var panel = FakePanel(on: self)
    prepareTwin()
    panel.plug()
    try turn()
    try turn(after: 100)
    panel.start = now
    return panel
  }

  func endKeeper() { keeper = nil }

  /// Gives the loop turns, `milliseconds` later.
  func turn(after milliseconds: Int = 0) throws {
    clock.now = clock.now + .milliseconds(milliseconds)
    try loop.round(.none) { _ in }
    try answer()
    for _ in 0..<4 { try loop.round(.none) { _ in } }
    while opensTwins, opened.count < twins.count { opened.append(try open(twin: opened.count).release()) }
    try loop.round(.none) { _ in }
  }

  /// What programs receive of a twin meanwhile.
  func reports(of index: Int = 0) -> [TwinModel.Report] {
    var event = input_event_copy()
    while read(twins[index].pipe, &event, MemoryLayout.size(ofValue: event)) == MemoryLayout.size(ofValue: event) {
      twins[index].model.add(
        EvdevEvent(timestamp: .zero, type: event.type, code: event.code, value: event.value))
    }
    return twins[index].model.takeReports()
  }

  /// Type, code and value of all that a twin, or the pointer, was told, without the ends of reports.
  func events(of index: Int) -> [[Int32]] {
    _ = reports(of: index)
    return twins[index].model.events.filter { $0.type != EvdevCode.synchronization }
      .map { [Int32($0.type), Int32($0.code), $0.value] }
  }

  /// Touches move a pointer from now on; it is the twin after those of the touch screens. The time of `panel` begins anew.
  func point(_ way: RelayMode, _ uses: Set<PointerUse>, zooms: Bool = true, on panel: inout FakePanel) throws {
    let places = screens.panels.map {
      BridgedPointer.Place(screen: $0.id, transform: .normal, area: Rect(x: 0, y: 0, width: 1, height: 1))
    }
    try answer()
    screens.recognize(
      BridgeRules([], way, pointer: BridgedPointer(uses: uses, zooms: zooms, places: places)), at: now)
    try turn()
    try turn(after: 100)
    panel.start = now
  }

  /// Where slot 0 of the first twin was last.
  func position() -> [Int32] {
    [EvdevCode.positionX, EvdevCode.positionY].map { code in
      twins[0].model.events.last { $0.code == code }?.value ?? 0
    }
  }

  func screensChanged(at now: Timestamp) { changes += 1 }
  func receive(_ event: GestureEvent, touches: [Touch], on panel: Panel) {
    gestures += 1
    onGesture()
  }
  func receive(_ mark: TouchMark) {
    marks.append("\(mark.state) \(Int(mark.position.x.rounded())) \(Int(mark.position.y.rounded()))")
  }
  func letGo(on panel: Panel, at now: Timestamp) { hasLetGo = true }
}

/// An event as it is written to a device (`struct input_event`).
private struct input_event_copy {
  var time = (Int64(0), Int64(0))
  var type: UInt16 = 0
  var code: UInt16 = 0
  var value: Int32 = 0
}

/// A touch screen of 300 by 200 mm at 20 units a millimetre.
struct FakePanel {
  let node: Int32
  /// The time of its first report.
  fileprivate(set) var start: Timestamp

  init(on bridge: BridgeModel, resolution: Int32 = 20, place: String = "", hasSlots: Bool = true, slots: Int32 = 10) {
    start = bridge.now
    node = fake_device_make("Panel", bridge.seat, 3, 1, 2)
    fake_device_udev_property(node, "ID_INPUT_TOUCHSCREEN", "1")
    fake_device_place(node, place)
    for key in [EvdevCode.touch, 114, 116, 61] { fake_device_key(node, key) }
    fake_device_input_property(node, UInt16(EvdevCode.propertyDirect))
    for (code, maximum, resolution) in [
      (EvdevCode.positionX, Int32(5999), resolution), (EvdevCode.positionY, 3999, resolution),
      (EvdevCode.slot, slots - 1, 0),
      (EvdevCode.trackingID, 65535, 0), (EvdevCode.touchMajor, 2000, 20), (EvdevCode.toolType, 2, 0),
    ] where hasSlots || code != EvdevCode.slot { fake_device_axis(node, code, 0, maximum, 0, resolution) }
  }

  func plug() { fake_device_plug(node) }
  func unplug() { fake_device_unplug(node) }
  var isGrabbed: Bool { fake_device_is_grabbed(node) }

  /// One report at a time in milliseconds: values by slot and code.
  func report(at milliseconds: Int, _ slots: [(slot: Int32, values: [(UInt16, Int32)])]) {
    let time = start.nanoseconds / 1000 + Int64(milliseconds) * 1000
    for (slot, values) in slots {
      fake_device_event(node, time, EvdevCode.absolute, EvdevCode.slot, slot)
      for (code, value) in values { fake_device_event(node, time, EvdevCode.absolute, code, value) }
    }
    fake_device_event(node, time, EvdevCode.synchronization, EvdevCode.report, 0)
  }

  /// All that was not read is lost.
  func overflow(at milliseconds: Int) {
    fake_device_overflow(node, start.nanoseconds / 1000 + Int64(milliseconds) * 1000)
  }

  /// Fingers land 20 mm apart from a point on.
  func land(_ count: Int32 = 1, x: Int32 = 2000, y: Int32 = 2000, at milliseconds: Int) {
    report(
      at: milliseconds,
      (0..<count).map {
        (
          $0,
          [
            (EvdevCode.trackingID, $0 + Int32(milliseconds)), (EvdevCode.positionX, x + 400 * $0),
            (EvdevCode.positionY, y),
          ]
        )
      })
  }

  /// A key on its frame.
  func key(_ code: UInt16, _ value: Int32, at milliseconds: Int) {
    let time = start.nanoseconds / 1000 + Int64(milliseconds) * 1000
    fake_device_event(node, time, EvdevCode.key, code, value)
    fake_device_event(node, time, EvdevCode.synchronization, EvdevCode.report, 0)
  }

  func move(_ count: Int32 = 1, y: Int32, at milliseconds: Int) {
    report(at: milliseconds, (0..<count).map { ($0, [(EvdevCode.positionY, y)]) })
  }

  func lift(_ count: Int32 = 1, at milliseconds: Int) {
    report(at: milliseconds, (0..<count).map { ($0, [(EvdevCode.trackingID, -1)]) })
  }
}

private final class FakeNodes: InputDeviceOpener {
  private(set) var paths: [String] = []

  func open(_ path: String) -> Int32 {
    paths.append(path)
    let descriptor = fake_device_open(Int32(path.drop { !$0.isNumber }) ?? -1)
    return descriptor >= 0 ? descriptor : -errno
  }

  func close(_ descriptor: Int32) { fake_device_close(descriptor) }
}

/// The warnings that were logged.
final class LogLines: LogHandler {
  private let lines = Mutex<[String]>([])
  var warnings: [String] { lines.withLock { $0 } }
  var logLevel: Logger.Level {
    get { .trace }
    set {}
  }
  var metadata: Logger.Metadata {
    get { [:] }
    set {}
  }
  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { nil }
    set {}
  }

  func log(event: LogEvent) {
    if event.level == .warning { lines.withLock { $0.append("\(event.message)") } }
  }
}
