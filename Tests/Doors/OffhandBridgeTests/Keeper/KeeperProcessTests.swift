import Glibc
import Offhand
import OffhandLibinput
import OffhandPlatform
import Synchronization
import Testing

@testable import OffhandBridge

/// The keeper's process, in a thread, with devices that note what they are told.
struct KeeperProcessTests {
  /// What all devices were told, and how many there are.
  private final class Record: Sendable {
    let events = Mutex<[EvdevEvent]>([])
    let devices = Atomic<Int>(0)
  }

  private final class Device: TwinDevice {
    let node = "/dev/input/event7"
    private let record: Record

    init(_ record: Record) {
      self.record = record
      record.devices.add(1, ordering: .relaxed)
    }

    deinit { record.devices.subtract(1, ordering: .relaxed) }

    func send(_ event: EvdevEvent) { record.events.withLock { $0.append(event) } }
  }

  /// The other end.
  private final class Client {
    let record = Record()
    let socket: UnixSocket
    private var thread: WorkerThread?

    init(makers: Int) throws {
      var ends: [Int32] = [0, 0]
      _ = socketpair(AF_UNIX, Int32(SOCK_SEQPACKET.rawValue | SOCK_NONBLOCK.rawValue), 0, &ends)
      let (far, record) = (ends[1], record)
      socket = UnixSocket(owning: try Descriptor(ends[0], from: "socketpair"))
      thread = try WorkerThread {
        guard let socket = try? Descriptor(far, from: "socketpair") else { return }
        var made: [VirtualTouchScreen.Maker] = []
        for _ in 0..<makers {
          guard let descriptor = try? Descriptor(opening: "/dev/null", .readingAndWriting) else { return }
          made.append(VirtualTouchScreen.Maker(descriptor))
        }
        var process = KeeperProcess(UnixSocket(owning: socket), makers: made) { _, _ in Device(record) }
        process.serve()
      }
    }

    func send(_ request: KeeperRequest) { request.numbers.withUnsafeBytes { _ = socket.send($0) } }

    /// The next reply, and whether a descriptor came along; `nil` if none comes within `patience`.
    func reply(within patience: Duration = .seconds(10)) -> (KeeperReply, hasDescriptor: Bool)? {
      guard Descriptor.wait(for: socket.descriptor, .reading, atMost: patience) else { return nil }
      var bytes = [UInt8](repeating: 0, count: 16)
      var passed: Descriptor?
      let reply = bytes.withUnsafeMutableBytes { buffer in
        socket.receive(into: buffer, passed: &passed).flatMap {
          KeeperReply(UnsafeRawBufferPointer(rebasing: buffer[..<$0]))
        }
      }
      let hasDescriptor = passed != nil
      return reply.map { ($0, hasDescriptor) }
    }

    /// Closes this end, and waits for the end of the process.
    func end() {
      shutdown(socket.descriptor, Int32(SHUT_RDWR))
      thread.take()?.join()
    }
  }

  private static let twin = TwinDescription(
    of: VirtualTouchScreen.Description(
      name: "Panel", identity: [3, 1, 2, 1], axes: [.init(code: EvdevCode.slot, minimum: 0, maximum: 1)]))

  /// What lifts every finger of a twin of two slots.
  private static let lift: [[Int32]] =
    (0..<2).flatMap { [[3, 0x2F, $0], [3, 0x39, -1], [3, 0x37, 0]] } + [[1, 0x14A, 0], [0, 0, 0]]

  private func told(_ record: Record) -> [[Int32]] {
    record.events.withLock { events in
      defer { events = [] }
      return events.map { [Int32($0.type), Int32($0.code), $0.value] }
    }
  }

  @Test func `a silence of two seconds with fingers down lifts them, one without does not`() throws {
    let client = try Client(makers: 1)
    client.send(.make(KeeperProcessTests.twin))
    let (made, hasDescriptor) = try #require(client.reply())
    #expect(made == .made(0, node: 7) && hasDescriptor)
    client.send(.touched)
    client.send(.untouched)
    #expect(client.reply(within: .milliseconds(2300)) == nil && told(client.record).isEmpty)
    client.send(.touched)
    #expect(client.reply()?.0 == .lifted && told(client.record) == KeeperProcessTests.lift)
    #expect(client.reply(within: .milliseconds(50)) == nil, "it is told once")
    client.end()
  }

  @Test func `a reply that comes too late is no other touch screen's`() throws {
    var ends: [Int32] = [0, 0]
    _ = socketpair(AF_UNIX, Int32(SOCK_SEQPACKET.rawValue | SOCK_NONBLOCK.rawValue), 0, &ends)
    let process = UnixSocket(owning: try Descriptor(ends[0], from: "socketpair"))
    let near = UnixSocket(owning: try Descriptor(ends[1], from: "socketpair"))
    let keeper = Keeper(near, patience: .milliseconds(20))
    let file = try Descriptor(opening: "/dev/null", .readingAndWriting)
    let screen = KeeperProcessTests.twin.screen
    #expect(throws: KeeperError.silent) { try keeper.makeTwin(of: screen) }
    for index in 0..<2 {
      KeeperReply.made(index, node: Int32(index)).numbers.withUnsafeBytes { _ = process.send($0, passing: file) }
    }
    let twin = try keeper.makeTwin(of: screen)
    #expect(twin.node == "event1")
    // Two requests, and the removal of the first twin.
    var bytes = [UInt8](repeating: 0, count: KeeperRequest.longest)
    let requests = (0..<3).map { _ in
      bytes.withUnsafeMutableBytes { buffer in
        process.receive(into: buffer).flatMap { KeeperRequest(UnsafeRawBufferPointer(rebasing: buffer[..<$0])) }
      }
    }
    #expect(requests.last == .remove(0))
    withExtendedLifetime(twin) {}
  }

  @Test func `the keys of a pointer are lifted too`() throws {
    let client = try Client(makers: 1)
    client.send(.makePointer(zooms: true))
    let (made, hasDescriptor) = try #require(client.reply())
    #expect(made == .made(0, node: 7) && hasDescriptor)
    client.end()
    #expect(told(client.record) == [[1, 0x111, 0], [1, 29, 0], [0, 0, 0]])
  }

  @Test func `a twin has the keys of its touch screen that type nothing, and no others, whatever is asked for`() throws
  {
    var screen = KeeperProcessTests.twin.screen
    screen.keys += [29, 30, 61, 114, 116, 0x244]
    let request = KeeperRequest.make(TwinDescription(of: screen))
    let read = request.numbers.withUnsafeBytes { KeeperRequest($0) }
    guard case .make(var description)? = read else {
      Issue.record("no description")
      return
    }
    #expect(read == request && description.screen.keys == [EvdevCode.touch, 114, 116, 0x244])
    description.keys = -1
    #expect(description.screen.keys == [EvdevCode.touch] + EvdevCode.frameKeys)
  }

  @Test func `a twin that is removed lifts its fingers first, and so do all when the other process ends`() throws {
    let client = try Client(makers: 2)
    for index in 0..<2 {
      client.send(.make(KeeperProcessTests.twin))
      #expect(client.reply()?.0 == .made(index, node: 7))
    }
    client.send(.make(KeeperProcessTests.twin))
    #expect(client.reply()?.0 == .refused(KernelError.outOfDescriptors))
    client.send(.remove(1))
    let devices = { client.record.devices.load(ordering: .relaxed) }
    for _ in 0..<500 where devices() > 1 { MonotonicClock.sleep(for: .milliseconds(10)) }
    #expect(devices() == 1 && told(client.record) == KeeperProcessTests.lift)
    client.send(.make(KeeperProcessTests.twin))
    #expect(client.reply()?.0 == .made(1, node: 7))
    client.end()
    #expect(told(client.record) == KeeperProcessTests.lift + KeeperProcessTests.lift && devices() == 0)
  }
}
