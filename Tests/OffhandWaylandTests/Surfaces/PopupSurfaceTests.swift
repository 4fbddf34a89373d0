import Offhand
import Testing

@testable import OffhandWayland

struct PopupSurfaceTests {
  @Test func `a popup may be slid and nothing else`() throws {
    let server = try FakeServer.withWindows()
    let window = try FakeWindow(server)
    try window.draw()
    let popup = PopupSurface(of: window.window, at: PopupAnchor(x: 600, y: 20, width: 100, height: 40))
    try window.connection.roundTrip()
    let slide = XdgPositioner.ConstraintAdjustment([.slideX, .slideY]).rawValue
    #expect(server.last(XdgPositioner.self, "set_constraint_adjustment", 0..<1) == [Int64(slide)])
    #expect(server.last(XdgPositioner.self, "set_anchor_rect", 0..<4) == [600, 20, 1, 1])
    #expect(server.last(XdgPositioner.self, "set_size", 0..<2) == [100, 40])
    #expect(server.count(XdgPopup.self, "grab") == 0)
    #expect(popup.surface.layout == nil)
    try server.send(XdgPopup.self, "configure", 540, 20, 100, 40)
    try server.send(XdgSurface.self, number: 1, "configure", 5)
    try window.connection.roundTrip()
    #expect(popup.place == PopupAnchor(x: 540, y: 20, width: 100, height: 40))
    #expect(try popup.surface.draw { _ in Damage() } == .committed(1))
    try window.connection.roundTrip()
    #expect(server.last(XdgSurface.self, "ack_configure", 0..<1) == [5])
    try server.send(XdgPopup.self, "popup_done")
    try window.connection.roundTrip()
    #expect(popup.isClosed)
  }

  @Test func `placement 67 a popup that is put under the hand is asked for once more, each place is judged once`()
    throws
  {
    let server = try FakeServer.withWindows()
    let window = try FakeWindow(server)
    try window.draw()
    let popup = PopupSurface(of: window.window, at: PopupAnchor(x: 600, y: 20, width: 100, height: 40))
    let better = PopupAnchor(x: 40, y: 300, width: 100, height: 40)
    var judged: [Int32] = []
    func judge(hidden: Double) -> PopupReview.Verdict? {
      popup.judge(
        hidden: {
          judged.append($0.x)
          return hidden
        }, elsewhere: { better })
    }
    func put(x: Int64, serial: Int64) throws {
      try server.send(XdgPopup.self, "configure", .number(x), 20, 100, 40)
      try server.send(XdgSurface.self, number: 1, "configure", .number(serial))
      try window.connection.roundTrip()
    }
    try window.connection.roundTrip()
    #expect(judge(hidden: 1) == nil, "it is nowhere yet")
    try put(x: 540, serial: 5)
    #expect(judge(hidden: 0.4) == .accept)
    #expect(judge(hidden: 1) == nil)
    try put(x: 530, serial: 6)
    #expect(judge(hidden: 0.9) == .reposition)
    try window.connection.roundTrip()
    #expect(server.count(XdgPopup.self, "reposition") == 1)
    #expect(server.last(XdgPositioner.self, "set_anchor_rect", 0..<4) == [40, 300, 1, 1])
    try put(x: 520, serial: 7)
    #expect(judge(hidden: 0.9) == .accept, "a compositor that insists has its reasons")
    #expect(judged == [540, 530, 520])
    #expect(server.count(XdgPopup.self, "reposition") == 1)
  }
}
