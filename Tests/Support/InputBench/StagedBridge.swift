import CPlatform
import FakeEvdev
import Glibc
import Logging
import Offhand
import OffhandBridge
import OffhandClient
import OffhandLibinput
import OffhandPlatform
import OffhandService

/// `offhand bridge` as the service runs it, in a confined process of its own. This process stands in for the touch screen, the keeper and the
/// compositor: it writes reports into a pipe and waits at the end of another, which is the twin.
struct StagedBridge {
  let source: (reader: Int32, writer: Int32)
  let twin: (reader: Int32, writer: Int32)
  private let folder = "/tmp/offhand-input-bench-\(getpid())"
  /// The path of its socket.
  var socket: String { "\(folder)/socket" }

  init() throws {
    func pipe() throws -> (reader: Int32, writer: Int32) {
      var ends: [Int32] = [0, 0]
      guard Glibc.pipe(&ends) == 0 else { throw KernelError.last("pipe") }
      for end in ends { _ = fcntl(end, F_SETFL, O_NONBLOCK) }
      return (ends[0], ends[1])
    }
    (source, twin) = (try pipe(), try pipe())
  }

  static func takePriority() {
    var parameters = sched_param()
    parameters.sched_priority = 1
    // With SCHED_RESET_ON_FORK, as the unit says.
    if sched_setscheduler(0, SCHED_RR | 0x4000_0000, &parameters) != 0 {
      print("this user may not have real-time priority")
    }
  }

  /// Starts it, and waits until it listens. Returns the socket of its keeper.
  func start(_ isRealtime: Bool) throws -> UnixSocket {
    try Files.makeDirectory(folder, permissions: 0o711)
    try Files.write([], to: "\(folder)/event0")
    let node = Workload.makeDevice()
    // What is read of the device is read of the pipe.
    let opened = fake_device_open(node)
    dup2(source.reader, opened)
    let pair = try UnixSocket.pair()
    if try ProcessHalf.split() == .new {
      for end in [source.writer, twin.reader] { close(end) }
      if isRealtime { StagedBridge.takePriority() }
      do { try serve(node, opened, pair.takeSecond()) } catch { print("the bridge ended: \(error)") }
      ProcessHalf.end(0)
    }
    while !UnixSocket.isListening(at: socket) { usleep(10_000) }
    return pair.takeFirst()
  }

  /// Makes the twin that a client needs, and has a program open it, so that the touch screen is captured.
  func makeTwin(_ keeper: borrowing UnixSocket) throws {
    var request = [UInt8](repeating: 0, count: 8192)
    guard Descriptor.wait(for: keeper.descriptor, .reading, atMost: .seconds(30)),
      request.withUnsafeMutableBytes({ keeper.receive(into: $0) }) != nil
    else { fatalError("the bridge asks for no twin") }
    // Twin 0 is made, and is event0.
    let descriptor = try Descriptor(duplicating: twin.writer)
    [Int32](arrayLiteral: 1, 0, 0).withUnsafeBytes { _ = keeper.send($0, passing: descriptor) }
    sleep(1)
    _ = try Descriptor(opening: "\(folder)/event0", .reading).release()
    sleep(1)
  }

  func removeFiles() {
    for file in UnixListener.files(at: socket) + ["\(folder)/event0"] { Files.removeFile(file) }
    rmdir(folder)
  }

  private func serve(_ node: Int32, _ opened: Int32, _ keeper: consuming UnixSocket) throws {
    let keeper = Keeper(keeper)
    let logger = Logger(label: "bench") { _ in SwiftLogNoOpLogHandler() }
    let program = try BridgeProgram(
      at: socket, for: SeatOwner(named: getuid()), alwaysHolding: false, logger: logger
    ) {
      try BridgedScreens(
        .nodes(["/dev/input/event\(node)"]), keeper: keeper, opener: OpenedNode(opened),
        nodes: folder, filters: [], loop: $0, receiver: $1, logger: logger)
    }
    _ = Confinement(readable: Confinement.systemFiles + [folder]).apply()
    try program.run()
  }

  /// Writes a report of these changes of axes.
  func write(_ changes: [(code: UInt16, value: Int32)], at time: Timestamp) {
    let time = timeval(
      tv_sec: Int(time.nanoseconds / 1_000_000_000), tv_usec: Int(time.nanoseconds / 1000 % 1_000_000))
    var events = changes.map { input_event(time: time, type: 3, code: $0.code, value: $0.value) }
    events.append(input_event(time: time, type: 0, code: 0, value: 0))
    _ = events.withUnsafeBytes { Glibc.write(source.writer, $0.baseAddress, $0.count) }
  }

  /// The events that have arrived at the twin.
  func received() -> [input_event] {
    var buffer = [input_event](repeating: input_event(), count: 64)
    var events: [input_event] = []
    while case let count = read(twin.reader, &buffer, 64 * MemoryLayout<input_event>.stride), count > 0 {
      events += buffer[..<(count / MemoryLayout<input_event>.stride)]
    }
    return events
  }
}

/// The opener of a node that is open already.
private final class OpenedNode: InputDeviceOpener {
  private let descriptor: Int32

  init(_ descriptor: Int32) { self.descriptor = descriptor }

  func open(_ path: String) -> Int32 { descriptor }
  func close(_ descriptor: Int32) {}
}
