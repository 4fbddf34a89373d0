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

  @Test func `a seat that comes counts as used until it is idle too, and one that goes counts no more`() throws {
    let server = try FakeServer.withWindows()
    server.offer(ExtIdleNotifierV1.self, version: 1)
    let connection = try server.connect()
    let watch = try #require(IdleWatch(connection, after: .seconds(90)))
    func follow() throws {
      for _ in 0..<2 {
        try connection.roundTrip()
        watch.follow()
      }
    }
    try follow()
    try server.send(ExtIdleNotificationV1.self, "idled")
    try follow()
    #expect(watch.isIdle)
    let key = server.offer(WlSeat.self, version: 8)
    try follow()
    #expect(!watch.isIdle)
    try server.send(ExtIdleNotificationV1.self, number: 1, "idled")
    try follow()
    #expect(watch.isIdle)
    try server.send(ExtIdleNotificationV1.self, number: 1, "resumed")
    try follow()
    #expect(!watch.isIdle)
    server.withdraw(key)
    try follow()
    #expect(!watch.isIdle && server.objects(ExtIdleNotificationV1.self) == 1)
    try server.send(ExtIdleNotificationV1.self, "idled")
    try follow()
    #expect(watch.isIdle)
  }

  @Test func `without the interface there is no watch, and nothing counts as missing`() throws {
    let connection = try FakeServer.withWindows().connect()
    #expect(IdleWatch(connection, after: .seconds(90)) == nil)
    #expect(!connection.unavailable.contains { $0.interface == "ext_idle_notifier_v1" })
  }
}
