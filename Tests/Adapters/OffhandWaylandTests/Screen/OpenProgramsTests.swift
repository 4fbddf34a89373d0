import Glibc
import Offhand
import Testing

@testable import OffhandWayland

/// The windows of other programs, on a fake compositor.
struct OpenProgramsTests {
  private let server: FakeServer
  private let connection: Connection

  init() throws {
    server = try .withWindows()
    server.offer(ZwlrForeignToplevelManagerV1.self, version: 3)
    connection = try server.connect()
  }

  /// The time that this thread took to hear what `send` has sent `count` times; so many at a time that the socket holds them.
  private func hear(_ count: Int, _ send: (_ index: Int32) throws -> Void) throws -> Duration {
    var time = Duration.zero
    for _ in 0..<count / 100 {
      for index in 0..<Int32(100) { try send(index) }
      let start = timespec.ofThread
      try connection.roundTrip()
      time += timespec.ofThread - start
      // What the client destroyed is gone.
      try connection.roundTrip()
    }
    return time
  }

  @Test func `each of 20,000 windows that close at once costs as much as each of a thousand`() throws {
    let programs = try #require(OpenPrograms(connection))
    try connection.roundTrip()
    _ = try hear(20_000) { _ in try server.send(ZwlrForeignToplevelManagerV1.self, "toplevel") }
    func close(_ count: Int, from first: Int32) throws -> Duration {
      try hear(count) { try server.send(ZwlrForeignToplevelHandleV1.self, number: first + $0, "closed") }
    }
    // The newest ones, which a search finds last.
    let ofMany = try (0..<10).reduce(Duration.zero) { time, part in
      try time + close(100, from: 19_900 - Int32(part) * 100)
    }
    _ = try close(18_000, from: 0)
    let ofFew = try close(1000, from: 0)
    #expect(ofMany < ofFew * 5, "\(ofMany) and \(ofFew)")
    #expect(server.object(ZwlrForeignToplevelHandleV1.self) == nil)
    #expect(programs.active == nil && programs.fullScreen.isEmpty)
  }
}

extension timespec {
  /// The time that the calling thread has run.
  fileprivate static var ofThread: Duration {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }
}
