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

/// Measures how much later touches come by way of the bridge: `input-bench delay bridge|copy SECONDS [busy] [realtime] [flood]`, if possible
/// after `chrt --reset-on-fork --rr 1`, so that this process need not wait for a processor. With `flood` eight processes connect to the
/// bridge again and again, as another user if this one is root.
///
/// This process stands in for the touch screen, the keeper and the compositor: it writes reports of five fingers, 240 a second, into a pipe
/// and waits at the end of another, which is the twin. Between them is `offhand bridge` as the service runs it, in a confined process of its
/// own, with `realtime` also scheduled so; or, for comparison, a process that only reads and writes.
struct BridgeDelay {
  private static let rate = 240
  private static let fingers: Int32 = 5

  private let source: (reader: Int32, writer: Int32)
  private let twin: (reader: Int32, writer: Int32)
  private let folder = "/tmp/offhand-input-bench-\(getpid())"

  /// Runs with these words of the command line. Throws if they are not understood, or the system refuses something.
  static func run(_ words: [String]) throws {
    guard words.count >= 2, ["bridge", "copy"].contains(words[0]), let seconds = Int(words[1]) else { return usage() }
    let delay = try BridgeDelay()
    let isRealtime = words.contains("realtime")
    let load = MonotonicClock.now() + .seconds(seconds + 4)
    if words[0] == "bridge" {
      try delay.startBridge(isRealtime, floodedUntil: words.contains("flood") ? load : .zero)
    } else {
      try delay.startCopy(isRealtime)
    }
    for _ in 0..<(words.contains("busy") ? sysconf(Int32(_SC_NPROCESSORS_ONLN)) : 0)
    where try ProcessHalf.split() == .new {
      while MonotonicClock.now() < load {}
      ProcessHalf.end(0)
    }
    let found = delay.measure(seconds).sorted()
    for file in UnixListener.files(at: "\(delay.folder)/socket") + ["\(delay.folder)/event0"] { Files.removeFile(file) }
    rmdir(delay.folder)
    func percentile(_ percent: Int) -> String { "p\(percent) \(found[(found.count - 1) * percent / 100] / 1000)" }
    print(
      "\(words.joined(separator: " ")): \(found.count) reports, µs:", percentile(50), percentile(99), percentile(100))
  }

  private static func usage() { print("usage: InputBench delay bridge|copy SECONDS [busy] [realtime] [flood]") }

  private init() throws {
    func pipe() throws -> (reader: Int32, writer: Int32) {
      var ends: [Int32] = [0, 0]
      guard Glibc.pipe(&ends) == 0 else { throw KernelError.last("pipe") }
      for end in ends { _ = fcntl(end, F_SETFL, O_NONBLOCK) }
      return (ends[0], ends[1])
    }
    (source, twin) = (try pipe(), try pipe())
  }

  private static func takePriority() {
    var parameters = sched_param()
    parameters.sched_priority = 1
    // With SCHED_RESET_ON_FORK, as the unit says.
    if sched_setscheduler(0, SCHED_RR | 0x4000_0000, &parameters) != 0 {
      print("this user may not have real-time priority")
    }
  }

  private func startCopy(_ isRealtime: Bool) throws {
    guard try ProcessHalf.split() == .new else { return }
    if isRealtime { BridgeDelay.takePriority() }
    close(source.writer)
    var buffer = [UInt8](repeating: 0, count: 4096)
    while Descriptor.wait(for: source.reader, .reading, atMost: nil) {
      let count = read(source.reader, &buffer, buffer.count)
      if count <= 0 || write(twin.writer, buffer, count) != count { break }
    }
    ProcessHalf.end(0)
  }

  /// The bridge, for a client with an exclusive swipe of three fingers.
  private func startBridge(_ isRealtime: Bool, floodedUntil end: Timestamp) throws {
    try Files.makeDirectory(folder, permissions: 0o711)
    try Files.write([], to: "\(folder)/event0")
    let node = Workload.makeDevice()
    // What is read of the device is read of the pipe.
    let opened = fake_device_open(node)
    dup2(source.reader, opened)
    let pair = try UnixSocket.pair()
    if try ProcessHalf.split() == .new {
      for end in [source.writer, twin.reader] { close(end) }
      if isRealtime { BridgeDelay.takePriority() }
      do { try serve(node, opened, pair.takeSecond(), folder) } catch { print("the bridge ended: \(error)") }
      ProcessHalf.end(0)
    }
    let keeper = pair.takeFirst()
    while !UnixSocket.isListening(at: "\(folder)/socket") { usleep(10_000) }
    var swipe = ServiceConfiguration.ListenedGesture(kind: .swipe)
    (swipe.fingers, swipe.exclusive) = (3, true)
    let client = try UnixSocket.stream(to: "\(folder)/socket")
    try client.write(BridgeRequest.gestures([swipe], takesBack: true).bytes)
    var request = [UInt8](repeating: 0, count: 8192)
    guard Descriptor.wait(for: keeper.descriptor, .reading, atMost: .seconds(10)),
      request.withUnsafeMutableBytes({ keeper.receive(into: $0) }) != nil
    else { fatalError("the bridge asks for no twin") }
    // Twin 0 is made, and is event0.
    let descriptor = try Descriptor(duplicating: twin.writer)
    [Int32](arrayLiteral: 1, 0, 0).withUnsafeBytes { _ = keeper.send($0, passing: descriptor) }
    sleep(1)
    _ = try Descriptor(opening: "\(folder)/event0", .reading).release()
    sleep(1)
    try flood("\(folder)/socket", until: end)
    // All of them stay open until this process ends.
    _ = (client.release(), try Descriptor(duplicating: keeper.descriptor).release())
  }

  /// Eight processes connect until `end`, and are refused, or gone again.
  private func flood(_ path: String, until end: Timestamp) throws {
    guard end > MonotonicClock.now() else { return }
    for _ in 0..<8 where try ProcessHalf.split() == .new {
      nice(19)
      if geteuid() == 0 { setuid(65534) }
      while MonotonicClock.now() < end { _ = try? UnixSocket.stream(to: path) }
      ProcessHalf.end(0)
    }
  }

  private func serve(_ node: Int32, _ opened: Int32, _ keeper: consuming UnixSocket, _ folder: String) throws {
    let keeper = Keeper(keeper)
    let logger = Logger(label: "bench") { _ in SwiftLogNoOpLogHandler() }
    let program = try BridgeProgram(
      at: "\(folder)/socket", for: SeatOwner(named: getuid()), alwaysHolding: false, logger: logger
    ) {
      try BridgedScreens(
        .nodes(["/dev/input/event\(node)"]), keeper: keeper, opener: OpenedNode(opened),
        nodes: folder, filters: [], loop: $0, receiver: $1, logger: logger)
    }
    _ = Confinement(readable: Confinement.systemFiles + [folder]).apply()
    try program.run()
  }

  /// The nanoseconds from the writing of each report to its arrival.
  private func measure(_ seconds: Int) -> [Int] {
    var found: [Int] = []
    var events: [input_event] = []
    var buffer = [input_event](repeating: input_event(), count: 64)
    var sent = Timestamp.zero
    func say(_ type: UInt16, _ code: UInt16, _ value: Int32) {
      let time = timeval(
        tv_sec: Int(sent.nanoseconds / 1_000_000_000), tv_usec: Int(sent.nanoseconds / 1000 % 1_000_000))
      events.append(input_event(time: time, type: type, code: code, value: value))
    }
    let start = MonotonicClock.now()
    for step in 0..<Int32(seconds * BridgeDelay.rate) {
      MonotonicClock.sleep(
        for: start + .nanoseconds(Int64(step) * 1_000_000_000 / Int64(BridgeDelay.rate)) - MonotonicClock.now())
      (events, sent) = ([], MonotonicClock.now())
      for finger in 0..<BridgeDelay.fingers {
        say(3, 0x2f, finger)
        if step == 0 { say(3, 0x39, finger + 1) }
        say(3, 0x35, 1000 + finger * 2400 + step % 200 * 8)
        say(3, 0x36, 4000 + step % 100 * 8)
      }
      say(0, 0, 0)
      _ = events.withUnsafeBytes { write(source.writer, $0.baseAddress, $0.count) }
      guard Descriptor.wait(for: twin.reader, .reading, atMost: .seconds(2)) else {
        fatalError("report \(step) is lost")
      }
      while read(twin.reader, &buffer, 64 * MemoryLayout<input_event>.stride) > 0 {}
      found.append(Int((MonotonicClock.now() - sent).wholeNanoseconds))
    }
    return found
  }
}

/// The opener of a node that is open already.
private final class OpenedNode: InputDeviceOpener {
  private let descriptor: Int32

  init(_ descriptor: Int32) { self.descriptor = descriptor }

  func open(_ path: String) -> Int32 { descriptor }
  func close(_ descriptor: Int32) {}
}
