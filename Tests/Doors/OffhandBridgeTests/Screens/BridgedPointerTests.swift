import FakeEvdev
import Offhand
import OffhandClient
import OffhandLibinput
import OffhandPlatform
import OffhandService
import Testing

@testable import OffhandBridge

/// The pointer that touch screens move, for programs without touch.
struct BridgedPointerTests {
  private static let landings = [
    TwinModel.Report.down(slot: 0, x: 2000, y: 2000), .down(slot: 1, x: 2400, y: 2000),
  ]

  /// Two fingers spread from 20 to 60 mm, and stay.
  private func spread(_ panel: FakePanel, on bridge: BridgeModel, at start: Int = 0) throws {
    panel.land(2, at: start)
    try bridge.turn()
    for step in 1...20 {
      let way = Int32(20 * step)
      panel.report(
        at: start + 10 * step, [(0, [(EvdevCode.positionX, 2000 - way)]), (1, [(EvdevCode.positionX, 2400 + way)])])
      try bridge.turn(after: 10)
    }
  }

  @Test(arguments: [RelayMode.takeBack, .hold])
  func `a long press is taken from programs and clicks the right button`(way: RelayMode) throws {
    let bridge = try BridgeModel()
    var panel = try bridge.addScreen(way)
    bridge.prepareTwin()
    try bridge.point(way, [.rightClick], on: &panel)
    panel.land(at: 0)
    try bridge.turn()
    try bridge.turn(after: 480)
    #expect(bridge.events(of: 1).isEmpty)
    try bridge.turn(after: 40)
    #expect(
      bridge.events(of: 1)
        == [[3, 1, 32768], [3, 0, 21844], [3, 0, 21845], [1, 0x111, 1], [1, 0x111, 0]])
    panel.lift(at: 600)
    try bridge.turn(after: 80)
    let down = TwinModel.Report.down(slot: 0, x: 2000, y: 2000)
    #expect(bridge.reports().isEmpty)
    // A tap arrives as ever.
    panel.land(at: 1000)
    try bridge.turn(after: 400)
    panel.lift(at: 1100)
    try bridge.turn(after: 100)
    #expect(bridge.reports() == [down, .up(slot: 0)] && bridge.events(of: 1).count == 5)
  }

  @Test func `a pinch holds Ctrl down until it ends, and programs have no touch of it`() throws {
    let bridge = try BridgeModel()
    var panel = try bridge.addScreen(.hold)
    bridge.prepareTwin()
    try bridge.point(.hold, [.wheel, .zoom], on: &panel)
    try spread(panel, on: bridge)
    var events = bridge.events(of: 1)
    #expect(events.filter { $0[0] == 1 } == [[1, 29, 1]] && events.filter { $0 == [2, 8, 1] }.count > 4)
    panel.lift(2, at: 300)
    try bridge.turn(after: 100)
    try bridge.turn(after: 200)
    events = bridge.events(of: 1)
    #expect(events.last == [1, 29, 0] && bridge.reports().isEmpty)
  }

  @Test(arguments: [
    "the keeper ends", "the keeper lifts", "the screen is unplugged", "the session leaves", "the client is gone",
  ])
  func `no key stays down whatever ends a pinch`(fault: String) throws {
    let bridge = try BridgeModel()
    var panel = try bridge.addScreen()
    bridge.prepareTwin()
    try bridge.point(.takeBack, [.zoom], on: &panel)
    try spread(panel, on: bridge)
    #expect(bridge.events(of: 1).filter { $0[0] == 1 } == [[1, 29, 1]])
    switch fault {
    case "the keeper ends":
      bridge.endKeeper()
      #expect(throws: KeeperError.ended) { try bridge.turn() }
    case "the keeper lifts":
      bridge.prepare(.lifted)
      try bridge.turn()
    case "the session leaves": try bridge.screens.move(to: .background, at: bridge.now)
    case "the client is gone": bridge.screens.recognize(nil, at: bridge.now)
    default:
      panel.unplug()
      try bridge.turn()
    }
    #expect(bridge.events(of: 1).last == [1, 29, 0])
  }

  @Test func `without a pointer that is wanted programs receive the touches, with one line`() throws {
    let bridge = try BridgeModel()
    var panel = try bridge.addScreen()
    bridge.prepare(.refused(22))
    try bridge.point(.takeBack, [.rightClick], on: &panel)
    try bridge.point(.takeBack, [.rightClick, .wheel], on: &panel)
    panel.land(at: 0)
    try bridge.turn()
    #expect(bridge.reports() == [.down(slot: 0, x: 2000, y: 2000)], "at once: nothing can take it")
    try bridge.turn(after: 700)
    #expect(bridge.reports().isEmpty)
    panel.lift(at: 700)
    // It is tried again after a minute.
    bridge.prepareTwin()
    try bridge.turn(after: 60_000)
    try bridge.turn(after: 100)
    panel.land(at: 61_000)
    try bridge.turn(after: 200)
    try bridge.turn(after: 600)
    #expect(bridge.events(of: 1).last == [1, 0x111, 0])
    #expect(bridge.log.warnings.count == 1 && bridge.log.warnings[0].contains("no device 'Offhand Pointer'"))
  }

  @Test func `the pointer is used once a compositor has it open, and until then programs receive the touches`() throws {
    let bridge = try BridgeModel()
    var panel = try bridge.addScreen()
    bridge.opensTwins = false
    bridge.prepareTwin()
    try bridge.point(.takeBack, [.rightClick], on: &panel)
    func press(at start: Int) throws {
      panel.land(at: start)
      try bridge.turn()
      try bridge.turn(after: 700)
      panel.lift(at: start + 700)
      try bridge.turn()
    }
    try press(at: 0)
    #expect(bridge.events(of: 1).isEmpty && bridge.reports().count == 2)
    bridge.opensTwins = true
    try bridge.turn()
    try bridge.turn(after: 100)
    try press(at: 800)
    #expect(bridge.events(of: 1).last == [1, 0x111, 0] && bridge.reports().isEmpty && bridge.log.warnings.isEmpty)
  }

  @Test(arguments: RelayMode.allCases) func `two fingers that rest turn the wheel when they move`(way: RelayMode) throws
  {
    let bridge = try BridgeModel()
    var panel = try bridge.addScreen(way)
    bridge.prepareTwin()
    try bridge.point(way, [.wheel, .zoom], on: &panel)
    panel.land(2, at: 0)
    try bridge.turn()
    try bridge.turn(after: 600)
    var told: [TwinModel.Report] = []
    bridge.onGesture = { [unowned bridge] in told = bridge.reports() }
    for step in 1...30 {
      panel.move(2, y: 2000 + Int32(20 * step), at: 600 + 10 * step)
      try bridge.turn(after: 10)
    }
    let ends: [TwinModel.Report] =
      way == .hold ? [.up(slot: 0), .up(slot: 1)] : [.cancel(slot: 0), .cancel(slot: 1)]
    #expect(told.suffix(2) == ends[...], "programs lose the touches before anything follows them")
    #expect(bridge.events(of: 1).contains([2, 8, 1]))
    #expect(bridge.gestures == 1, "its owner hears of it: the machine is in use")
  }

  @Test func `its owner hears of no press that the pointer does not take`() throws {
    let bridge = try BridgeModel()
    var panel = try bridge.addScreen()
    bridge.prepareTwin()
    try bridge.point(.takeBack, [.wheel], on: &panel)
    panel.land(at: 0)
    try bridge.turn()
    try bridge.turn(after: 700)
    panel.lift(at: 700)
    try bridge.turn()
    try bridge.turn(after: 100)
    #expect(bridge.gestures == 0)
  }

  @Test func `a finger that trembles is delivered, and then clicks no other button`() throws {
    let bridge = try BridgeModel()
    var panel = try bridge.addScreen()
    bridge.prepareTwin()
    try bridge.point(.takeBack, [.rightClick], on: &panel)
    panel.land(at: 0)
    for step in 1...60 {
      panel.move(y: step % 2 == 0 ? 1950 : 2050, at: 10 * step)
      try bridge.turn(after: 10)
    }
    #expect(bridge.reports().first == .down(slot: 0, x: 2000, y: 2000) && bridge.events(of: 1).isEmpty)
  }

  @Test func `what the pointer does not follow is held no longer`() throws {
    let bridge = try BridgeModel()
    var panel = try bridge.addScreen()
    bridge.prepareTwin()
    try bridge.point(.takeBack, [.wheel], on: &panel)
    try spread(panel, on: bridge)
    #expect(bridge.events(of: 1).isEmpty && bridge.reports().prefix(2) == BridgedPointerTests.landings[...])
  }

  @Test func `of two touch screens one moves the pointer, and the other keeps its touches`() throws {
    let bridge = try BridgeModel()
    var first = try bridge.addScreen()
    let second = try bridge.addScreen()
    bridge.prepareTwin()
    try bridge.point(.takeBack, [.zoom], on: &first)
    try spread(first, on: bridge)
    // 100 ms for the pointer, and 200 for the first pinch.
    try spread(second, on: bridge, at: 300)
    let isControl = { (event: [Int32]) in event.prefix(2) == [1, 29] }
    #expect(bridge.events(of: 2).filter(isControl) == [[1, 29, 1]])
    #expect(bridge.reports().isEmpty && bridge.reports(of: 1).prefix(2) == BridgedPointerTests.landings[...])
    second.unplug()
    try bridge.turn()
    #expect(bridge.events(of: 2).filter(isControl).count == 1)
    first.unplug()
    try bridge.turn()
    #expect(bridge.events(of: 2).last == [1, 29, 0])
  }

  @Test(arguments: [false, true])
  func `the pointer gets Ctrl when that is needed, and keeps it whatever is asked for in a pinch`(points: Bool) throws {
    let bridge = try BridgeModel()
    var panel = try bridge.addScreen()
    bridge.prepareTwin()
    try bridge.point(.takeBack, [.wheel], zooms: false, on: &panel)
    bridge.prepareTwin()
    try bridge.point(.takeBack, [.zoom], on: &panel)
    try spread(panel, on: bridge)
    // The keeper would be asked in vain for another one.
    let pointer = points ? BridgedPointer(uses: [], zooms: false, places: []) : nil
    bridge.screens.recognize(BridgeRules([], .takeBack, pointer: pointer), at: bridge.now)
    try bridge.turn()
    #expect(bridge.events(of: 2).filter { $0[0] == 1 } == [[1, 29, 1]])
    panel.lift(2, at: 300)
    try bridge.turn(after: 300)
    #expect(bridge.events(of: 2).last == [1, 29, 0] && bridge.reports().isEmpty)
    panel.land(at: 500)
    try bridge.turn()
    #expect(bridge.reports() == [.down(slot: 0, x: 2000, y: 2000)] && bridge.log.warnings.isEmpty)
  }
}
