import Glibc
import Offhand
import OffhandBridge
import OffhandPlatform
import OffhandService

/// Measures how much later touches come by way of the bridge: `input-bench delay bridge|copy SECONDS [busy] [realtime] [flood]`, if possible
/// after `chrt --reset-on-fork --rr 1`, so that this process need not wait for a processor. With `flood` eight processes connect to the
/// bridge again and again, as another user if this one is root.
///
/// This process writes reports of five fingers, 240 a second, for a `StagedBridge`, with `realtime` scheduled as its unit says; or, for
/// comparison, for a process that only reads and writes.
struct BridgeDelay {
  private static let rate = 240
  private static let fingers: Int32 = 5

  private let bridge: StagedBridge

  /// Runs with these words of the command line. Throws if they are not understood, or the system refuses something.
  static func run(_ words: [String]) throws {
    guard words.count >= 2, ["bridge", "copy"].contains(words[0]), let seconds = Int(words[1]) else { return usage() }
    let delay = BridgeDelay(bridge: try StagedBridge())
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
    delay.bridge.removeFiles()
    func percentile(_ percent: Int) -> String { "p\(percent) \(found[(found.count - 1) * percent / 100] / 1000)" }
    print(
      "\(words.joined(separator: " ")): \(found.count) reports, µs:", percentile(50), percentile(99), percentile(100))
  }

  private static func usage() { print("usage: InputBench delay bridge|copy SECONDS [busy] [realtime] [flood]") }

  private func startCopy(_ isRealtime: Bool) throws {
    guard try ProcessHalf.split() == .new else { return }
    if isRealtime { StagedBridge.takePriority() }
    close(bridge.source.writer)
    var buffer = [UInt8](repeating: 0, count: 4096)
    while Descriptor.wait(for: bridge.source.reader, .reading, atMost: nil) {
      let count = read(bridge.source.reader, &buffer, buffer.count)
      if count <= 0 || write(bridge.twin.writer, buffer, count) != count { break }
    }
    ProcessHalf.end(0)
  }

  /// The bridge, for a client with an exclusive swipe of three fingers.
  private func startBridge(_ isRealtime: Bool, floodedUntil end: Timestamp) throws {
    let keeper = try bridge.start(isRealtime)
    var swipe = ServiceConfiguration.ListenedGesture(.swipe, fingers: 3)
    swipe.exclusive = true
    let client = try UnixSocket.stream(to: bridge.socket)
    try client.write(BridgeRequest.gestures([swipe], takesBack: true).bytes)
    try bridge.makeTwin(keeper)
    try flood(bridge.socket, until: end)
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

  /// The nanoseconds from the writing of each report to its arrival.
  private func measure(_ seconds: Int) -> [Int] {
    var found: [Int] = []
    let start = MonotonicClock.now()
    for step in 0..<Int32(seconds * BridgeDelay.rate) {
      MonotonicClock.sleep(
        for: start + .nanoseconds(Int64(step) * 1_000_000_000 / Int64(BridgeDelay.rate)) - MonotonicClock.now())
      let sent = MonotonicClock.now()
      let changes = (0..<BridgeDelay.fingers).flatMap { finger -> [(code: UInt16, value: Int32)] in
        [(0x2f, finger)] + (step == 0 ? [(0x39, finger + 1)] : [])
          + [(0x35, 1000 + finger * 2400 + step % 200 * 8), (0x36, 4000 + step % 100 * 8)]
      }
      bridge.write(changes, at: sent)
      guard Descriptor.wait(for: bridge.twin.reader, .reading, atMost: .seconds(2)) else {
        fatalError("report \(step) is lost")
      }
      _ = bridge.received()
      found.append(Int((MonotonicClock.now() - sent).wholeNanoseconds))
    }
    return found
  }
}
