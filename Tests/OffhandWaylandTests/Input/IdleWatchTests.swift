import Offhand
import Testing
@testable import OffhandWayland

struct IdleWatchTests {
  @Test func `the compositor is asked for the delay, and its events are the state`() throws {
    let server = try FakeServer.withWindows()
    server.offer(ExtIdleNotifierV1.self, version: 1)
    let connection = try server.connect()
    let watch = try #require(IdleWatch(connection, after: .seconds(90)))
    try connection.roundTrip()
    #expect(server.last(ExtIdleNotifierV1.self, "get_idle_notification", 1..<2) == [90_000])
    #expect(!watch.isIdle)
    try server.send(ExtIdleNotificationV1.self, "idled")
    try connection.roundTrip()
    #expect(watch.isIdle)
    try server.send(ExtIdleNotificationV1.self, "resumed")
    try connection.roundTrip()
    #expect(!watch.isIdle)
  }

  @Test func `without the interface there is no watch, and nothing counts as missing`() throws {
    let connection = try FakeServer.withWindows().connect()
    #expect(IdleWatch(connection, after: .seconds(90)) == nil)
    #expect(!connection.unavailable.contains { $0.interface == "ext_idle_notifier_v1" })
  }
}
