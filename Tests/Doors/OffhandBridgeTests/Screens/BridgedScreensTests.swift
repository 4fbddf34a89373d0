import FakeEvdev
import Offhand
import OffhandClient
import OffhandLibinput
import OffhandPlatform
import OffhandService
import OffhandTesting
import Testing

@testable import OffhandBridge

/// The touch screens of the bridge, with devices and a keeper that the tests make up.
struct BridgedScreensTests {
  @Test func `a touch screen is captured when it has a twin, which has its touches`() throws {
    let bridge = try BridgeModel()
    let panel = try bridge.addScreen()
    #expect(panel.isGrabbed && bridge.screens.panels.count == 1 && bridge.changes == 1)
    panel.land(at: 0)
    panel.move(y: 2100, at: 10)
    panel.lift(at: 20)
    try bridge.turn(after: 20)
    #expect(
      bridge.reports() == [.down(slot: 0, x: 2000, y: 2000), .motion(slot: 0, x: 2000, y: 2100), .up(slot: 0)])
  }

  @Test func `keys on the frame that type nothing pass at once, also while touches are held back, and lift in the end`()
    throws
  {
    let (volume, power, letter): (UInt16, UInt16, UInt16) = (114, 116, 61)
    let bridge = try BridgeModel()
    let panel = try bridge.addScreen(.hold)
    let made = bridge.requests().compactMap { if case .make(let twin) = $0 { twin.screen.keys } else { nil } }
    #expect(made == [[EvdevCode.touch, volume, power]])
    panel.land(at: 0)
    panel.key(volume, 1, at: 5)
    panel.key(letter, 1, at: 6)
    try bridge.turn(after: 10)
    #expect(bridge.events(of: 0) == [[1, Int32(volume), 1]], "the finger is held")
    panel.key(volume, 2, at: 15)
    panel.key(volume, 0, at: 20)
    panel.lift(at: 25)
    panel.key(power, 1, at: 30)
    try bridge.turn(after: 30)
    let keys = bridge.events(of: 0).filter { $0[0] == Int32(EvdevCode.key) && $0[1] != Int32(EvdevCode.touch) }
    #expect(keys == [[1, Int32(volume), 1], [1, Int32(volume), 0], [1, Int32(power), 1]])
    panel.unplug()
    try bridge.turn(after: 10)
    #expect(bridge.events(of: 0).last == [1, Int32(power), 0])
  }

  @Test(arguments: [64, 65]) func `a touch screen with more slots than are read is left as it is, with a line`(
    slots: Int32
  ) throws {
    let bridge = try BridgeModel()
    bridge.screens.recognize(BridgeRules([TwinRelayTests.swipe(3)], .takeBack), at: bridge.now)
    let panel = FakePanel(on: bridge, slots: slots)
    if slots == 64 { bridge.prepareTwin() }
    panel.plug()
    try bridge.turn()
    try bridge.turn(after: 100)
    #expect(panel.isGrabbed == (slots == 64) && bridge.screens.panels.count == (slots == 64 ? 1 : 0))
    #expect(bridge.log.warnings.contains { $0.hasSuffix("it has 65 slots, and 64 are read") } == (slots == 65))
  }

  @Test func `a touch screen is captured once no key on its frame is down`() throws {
    let bridge = try BridgeModel()
    bridge.screens.recognize(BridgeRules([TwinRelayTests.swipe(3)], .takeBack), at: bridge.now)
    let panel = FakePanel(on: bridge)
    bridge.prepareTwin()
    panel.plug()
    panel.key(114, 1, at: 0)
    try bridge.turn()
    try bridge.turn(after: 100)
    // Until then programs have it from the touch screen.
    for (value, time) in [(Int32(1), 101), (0, 105)] { panel.key(116, value, at: time) }
    try bridge.turn(after: 5)
    #expect(!panel.isGrabbed && bridge.events(of: 0).isEmpty)
    panel.key(114, 0, at: 110)
    try bridge.turn(after: 20)
    try bridge.turn(after: 20)
    #expect(panel.isGrabbed && bridge.events(of: 0).isEmpty)
  }

  @Test func `a touch screen is captured once a program has its twin open, not while one only looks at it`() throws {
    let bridge = try BridgeModel()
    bridge.opensTwins = false
    let panel = FakePanel(on: bridge)
    bridge.prepareTwin()
    panel.plug()
    try bridge.turn()
    _ = try bridge.open(twin: 0)
    try bridge.turn()
    try bridge.turn(after: 1500)
    #expect(!panel.isGrabbed)
    bridge.opensTwins = true
    try bridge.turn()
    try bridge.turn(after: 90)
    #expect(!panel.isGrabbed)
    try bridge.turn(after: 20)
    #expect(panel.isGrabbed && bridge.log.warnings.isEmpty)
  }

  @Test func `where the client reads twins too, a touch screen is captured once a second program has its twin open`()
    throws
  {
    let bridge = try BridgeModel()
    bridge.screens.recognize(BridgeRules(isClientReading: true), at: bridge.now)
    let panel = FakePanel(on: bridge)
    bridge.prepareTwin()
    panel.plug()
    try bridge.turn()
    try bridge.turn(after: 3000)
    #expect(!panel.isGrabbed)
    let second = try bridge.open(twin: 0)
    try bridge.turn()
    try bridge.turn(after: 100)
    #expect(panel.isGrabbed && bridge.log.warnings.isEmpty)
    _ = second
  }

  @Test func `a twin that no program opens is used after five seconds, with one line`() throws {
    let bridge = try BridgeModel()
    bridge.opensTwins = false
    let (panel, twin) = (FakePanel(on: bridge), FakePanel(on: bridge, place: Keeper.place))
    // Nor is it known whether udev is done with it.
    fake_device_udev_property(panel.node, "WL_OUTPUT", "DP-1")
    bridge.prepareTwin(node: twin.node)
    panel.plug()
    try bridge.turn()
    twin.plug()
    try bridge.turn(after: 4500)
    #expect(!panel.isGrabbed && bridge.log.warnings.isEmpty)
    try bridge.turn(after: 1500)
    #expect(panel.isGrabbed)
    #expect(bridge.log.warnings.count == 1 && bridge.log.warnings[0].contains("fewer programs than expected"))
  }

  @Test func `two touch screens have a twin each, and one that is unplugged lifts its fingers alone`() throws {
    let bridge = try BridgeModel()
    let (first, second) = (try bridge.addScreen(), try bridge.addScreen())
    first.land(x: 1000, at: 0)
    second.land(x: 3000, at: 0)
    try bridge.turn()
    #expect(bridge.reports(of: 0) == [.down(slot: 0, x: 1000, y: 2000)])
    #expect(bridge.reports(of: 1) == [.down(slot: 0, x: 3000, y: 2000)])
    first.unplug()
    try bridge.turn()
    #expect(bridge.reports(of: 0) == [.up(slot: 0)] && bridge.reports(of: 1).isEmpty)
    #expect(bridge.screens.panels.count == 1 && bridge.changes == 3)
  }

  @Test(arguments: ["", "usb-0000:00:14.0-1/input/"]) func `a twin is no touch screen of the bridge`(bus: String)
    throws
  {
    let bridge = try BridgeModel()
    let twin = FakePanel(on: bridge, place: bus + Keeper.place)
    twin.plug()
    try bridge.turn()
    #expect(!twin.isGrabbed && bridge.screens.panels.isEmpty && bridge.log.warnings.isEmpty)
  }

  @Test func `a twin of its own is not even opened, which would look like a compositor`() throws {
    let bridge = try BridgeModel()
    let (panel, twin) = (FakePanel(on: bridge), FakePanel(on: bridge, place: Keeper.place))
    bridge.prepareTwin(node: twin.node)
    panel.plug()
    try bridge.turn()
    twin.plug()
    try bridge.turn()
    #expect(bridge.openedNodes == ["/dev/input/event\(panel.node)"])
  }

  @Test(arguments: ["WL_OUTPUT", "LIBINPUT_CALIBRATION_MATRIX"], [true, false])
  func `a rule of udev that misses the twin is told, with what it has to match`(property: String, misses: Bool) throws {
    let bridge = try BridgeModel()
    let (panel, twin) = (FakePanel(on: bridge), FakePanel(on: bridge, place: Keeper.place))
    for node in [panel.node] + (misses ? [] : [twin.node]) { fake_device_udev_property(node, property, "0 -1 1 1 0 0") }
    bridge.prepareTwin(node: twin.node)
    panel.plug()
    try bridge.turn()
    twin.plug()
    try bridge.turn(after: 100)
    func check() {
      #expect(panel.isGrabbed && bridge.log.warnings.map { $0.contains("ATTRS{name}") } == (misses ? [true] : []))
    }
    check()
    // Once, also if it has a second twin.
    try bridge.screens.move(to: .background, at: bridge.now)
    bridge.prepareTwin(node: twin.node)
    try bridge.screens.move(to: .foreground, at: bridge.now)
    try bridge.answer()
    try bridge.turn()
    try bridge.turn(after: 100)
    check()
  }

  @Test func `a touch screen that cannot be read is told when it comes and when the session is back, with one line`()
    throws
  {
    let bridge = try BridgeModel()
    try bridge.turn()
    FakePanel(on: bridge, hasSlots: false).plug()
    try bridge.turn()
    #expect(bridge.screens.panels.isEmpty && bridge.changes == 1)
    for state in [SessionWatch.State.background, .foreground] { try bridge.screens.move(to: state, at: bridge.now) }
    try bridge.turn()
    #expect(bridge.changes == 2)
    #expect(bridge.log.warnings.count == 1 && bridge.log.warnings[0].contains("protocol B"), "\(bridge.log.warnings)")
  }

  @Test(arguments: [
    (KeeperReply.closed(2), Int32(20), "cannot open /dev/uinput"),
    (.refused(22), 20, "the kernel makes no device"),
    (.lifted, 0, "it states no size"),
  ])
  func `a touch screen that cannot have a twin is left as it is, with one line`(
    reply: KeeperReply, resolution: Int32, line: String
  ) throws {
    let bridge = try BridgeModel()
    bridge.prepare(reply)
    let panel = FakePanel(on: bridge, resolution: resolution)
    panel.plug()
    try bridge.turn()
    #expect(!panel.isGrabbed && bridge.screens.panels.isEmpty)
    // The client, which then reads it, is told that there is one.
    #expect(bridge.changes == 1)
    #expect(bridge.log.warnings.count == 1 && bridge.log.warnings[0].contains(line), "\(bridge.log.warnings)")
  }

  @Test func `a twin for which no descriptor is left is tried again, with one line`() throws {
    let bridge = try BridgeModel()
    bridge.prepare(.refused(KernelError.outOfDescriptors))
    let panel = FakePanel(on: bridge)
    panel.plug()
    try bridge.turn()
    bridge.prepare(.refused(KernelError.outOfDescriptors))
    try bridge.turn(after: 1500)
    // The second pause is longer.
    try bridge.turn(after: 500)
    #expect(bridge.screens.panels.isEmpty && bridge.changes == 1)
    bridge.prepareTwin()
    try bridge.turn(after: 2000)
    try bridge.turn(after: 100)
    #expect(bridge.changes == 2)
    #expect(panel.isGrabbed && bridge.log.warnings.count == 1 && bridge.log.warnings[0].contains("tried again"))
  }

  @Test func `what gestures of another touch screen may take is not held`() throws {
    let bridge = try BridgeModel()
    let panel = try bridge.addScreen(.hold)
    var swipe = TwinRelayTests.swipe(3)
    swipe.output = "Other"
    bridge.screens.recognize(BridgeRules([swipe]), at: bridge.now)
    panel.land(at: 0)
    try bridge.turn()
    #expect(bridge.reports().count == 1)
  }

  @Test func `of two touch screens of one name, a gesture concerns the one whose node it names`() throws {
    let bridge = try BridgeModel()
    let panels = [try bridge.addScreen(.hold), try bridge.addScreen(.hold)]
    var swipe = TwinRelayTests.swipe(3)
    swipe.output = bridge.screens.panels[1].path
    bridge.screens.recognize(BridgeRules([swipe]), at: bridge.now)
    for panel in panels { panel.land(at: 0) }
    try bridge.turn()
    #expect(bridge.screens.panels[0].name == bridge.screens.panels[1].name)
    #expect(bridge.reports(of: 0).count == 1 && bridge.reports(of: 1).isEmpty)
  }

  @Test func `a touch screen that another program has grabbed is left as it is, with one line`() throws {
    let bridge = try BridgeModel()
    let panel = FakePanel(on: bridge)
    fake_device_grab_elsewhere(panel.node, true)
    bridge.prepareTwin()
    panel.plug()
    try bridge.turn()
    try bridge.turn(after: 100)
    fake_device_grab_elsewhere(panel.node, false)
    panel.land(at: 0)
    try bridge.turn()
    #expect(bridge.log.warnings.count == 1 && bridge.log.warnings[0].contains("another program has captured it"))
    #expect(bridge.reports().isEmpty)
    // Nor is it tried again when another one comes.
    panel.lift(at: 10)
    try bridge.turn()
    fake_device_grab_elsewhere(panel.node, true)
    #expect(try bridge.addScreen().isGrabbed && bridge.log.warnings.count == 1, "\(bridge.log.warnings)")
  }

  @Test func `a finger that is down when the bridge comes is not taken`() throws {
    let bridge = try BridgeModel()
    let panel = FakePanel(on: bridge)
    panel.land(at: 0)
    bridge.prepareTwin()
    panel.plug()
    try bridge.turn()
    try bridge.turn(after: 100)
    #expect(!panel.isGrabbed)
    panel.lift(at: 10)
    try bridge.turn()
    #expect(panel.isGrabbed && bridge.reports().isEmpty)
  }

  @Test(arguments: RelayMode.allCases)
  func `a swipe of three fingers is a gesture, and no program's`(way: RelayMode) throws {
    let bridge = try BridgeModel()
    let panel = try bridge.addScreen(way)
    panel.land(3, at: 0)
    for step in 1...12 { panel.move(3, y: 2000 + 100 * Int32(step), at: 8 * step) }
    panel.lift(3, at: 100)
    try bridge.turn(after: 100)
    #expect(bridge.gestures == 1)
    let reports = bridge.reports()
    #expect(
      way == .hold ? reports.isEmpty : reports.suffix(3) == [.cancel(slot: 0), .cancel(slot: 1), .cancel(slot: 2)])
  }

  @Test func `a swipe that counts at the lift is taken then`() throws {
    let bridge = try BridgeModel()
    let panel = try bridge.addScreen()
    var swipe = TwinRelayTests.swipe(3)
    swipe.values[.liftSpeed] = 50
    bridge.screens.recognize(BridgeRules([swipe], .takeBack), at: bridge.now)
    panel.land(3, at: 0)
    for step in 1...12 { panel.move(3, y: 2000 + 100 * Int32(step), at: 8 * step) }
    try bridge.turn(after: 96)
    #expect(bridge.gestures == 0 && bridge.reports().count == 39)
    panel.lift(3, at: 100)
    try bridge.turn(after: 4)
    #expect(bridge.gestures == 1)
    #expect(bridge.reports() == [.cancel(slot: 0), .cancel(slot: 1), .cancel(slot: 2)])
  }

  /// The clock stands still while a machine is suspended, and jumps where it was stopped as a whole, as a virtual one is.
  @Test(arguments: RelayMode.allCases, [0, 8 * 3_600_000])
  func `a finger that is down while the machine is suspended goes on afterwards, and lifts`(
    way: RelayMode, pause: Int
  ) throws {
    let bridge = try BridgeModel()
    let panel = try bridge.addScreen(way)
    panel.land(at: 0)
    try bridge.turn()
    let down = TwinModel.Report.down(slot: 0, x: 2000, y: 2000)
    #expect(bridge.reports() == (way == .hold ? [] : [down]))
    // What moves before the program goes on, and afterwards.
    panel.move(y: 2100, at: pause + 10)
    try bridge.turn(after: pause + 10)
    panel.lift(at: pause + 20)
    try bridge.turn(after: 10)
    #expect(bridge.reports().last == .up(slot: 0))
    panel.land(x: 3000, at: pause + 200)
    try bridge.turn(after: 180)
    try bridge.turn(after: 100)
    #expect(bridge.reports() == [.down(slot: 0, x: 3000, y: 2000)])
    #expect(panel.isGrabbed && bridge.gestures == 0)
  }

  @Test func `what the driver lifts when the machine comes back is lifted for programs, a palm or not`() throws {
    let bridge = try BridgeModel()
    let panel = try bridge.addScreen()
    panel.land(3, at: 0)
    try bridge.turn()
    for step in 1...12 { panel.move(3, y: 2000 + 100 * Int32(step), at: 8 * step) }
    try bridge.turn(after: 96)
    #expect(bridge.reports().suffix(3) == [.cancel(slot: 0), .cancel(slot: 1), .cancel(slot: 2)])
    panel.lift(3, at: 3_600_000)
    try bridge.turn(after: 3_600_000)
    #expect(bridge.reports().isEmpty)
    panel.land(at: 3_600_100)
    try bridge.turn(after: 100)
    #expect(bridge.reports() == [.down(slot: 0, x: 2000, y: 2000)])
  }

  @Test func `a finger that rests is held for 60 ms`() throws {
    let bridge = try BridgeModel()
    let panel = try bridge.addScreen(.hold)
    panel.land(at: 0)
    try bridge.turn()
    #expect(bridge.reports().isEmpty)
    try bridge.turn(after: 100)
    #expect(bridge.reports().count == 1)
  }

  @Test func `new gestures count once no finger is down`() throws {
    let bridge = try BridgeModel()
    let panel = try bridge.addScreen()
    panel.land(at: 0)
    try bridge.turn()
    bridge.screens.recognize(BridgeRules([TwinRelayTests.swipe(2)]), at: bridge.now)
    panel.move(y: 2100, at: 10)
    try bridge.turn()
    #expect(bridge.reports().count == 2)
    panel.lift(at: 20)
    panel.land(at: 30)
    try bridge.turn()
    #expect(bridge.reports() == [.up(slot: 0)])
  }

  @Test func `a double tap counts as one though the first tap has changed the rules`() throws {
    let bridge = try BridgeModel()
    let panel = try bridge.addScreen()
    var tap = ServiceConfiguration.ListenedGesture(.tap)
    tap.taps = 2
    bridge.screens.recognize(BridgeRules([tap], .takeBack), at: bridge.now)
    for time in [0, 150] {
      panel.land(at: time)
      try bridge.turn(after: 60)
      panel.lift(at: time + 60)
      try bridge.turn(after: 90)
      bridge.screens.recognize(BridgeRules([tap, TwinRelayTests.swipe(3)], .takeBack), at: bridge.now)
    }
    #expect(bridge.gestures == 1)
  }

  @Test func `an exclusive tap is cancelled at its lift, which programs do not receive`() throws {
    let bridge = try BridgeModel()
    let panel = try bridge.addScreen()
    var tap = ServiceConfiguration.ListenedGesture(.tap, fingers: 2)
    tap.exclusive = true
    bridge.screens.recognize(BridgeRules([tap], .takeBack), at: bridge.now)
    panel.land(2, at: 0)
    try bridge.turn()
    #expect(bridge.reports().count == 2)
    panel.lift(2, at: 60)
    try bridge.turn()
    #expect(Set(bridge.reports()) == [.cancel(slot: 0), .cancel(slot: 1)])
    #expect(bridge.gestures == 1)
  }

  @Test func `neither programs nor gestures get what lands in a dead area`() throws {
    let bridge = try BridgeModel()
    let panel = try bridge.addScreen()
    var tap = ServiceConfiguration.ListenedGesture(.tap)
    tap.exclusive = true
    let area = Rect(x: 95, y: 95, width: 10, height: 10)
    let path = bridge.screens.panels[0].path
    bridge.screens.recognize(BridgeRules([tap], .takeBack, dead: [.init(area: area, output: path)]), at: bridge.now)
    panel.land(at: 0)
    try bridge.turn()
    panel.lift(at: 60)
    try bridge.turn(after: 60)
    #expect(bridge.gestures == 0 && bridge.reports().isEmpty)
    // Elsewhere, and there once the area is another touch screen's.
    panel.land(x: 3000, at: 500)
    try bridge.turn(after: 440)
    panel.lift(at: 560)
    try bridge.turn(after: 60)
    #expect(bridge.gestures == 1)
    bridge.screens.recognize(BridgeRules([tap], .takeBack, dead: [.init(area: area, output: "/other")]), at: bridge.now)
    panel.land(at: 1000)
    try bridge.turn(after: 440)
    panel.lift(at: 1060)
    try bridge.turn(after: 60)
    #expect(bridge.gestures == 2)
  }

  @Test func `a touch screen that states its ranges transposed is said once`()
    throws
  {
    let bridge = try BridgeModel()
    let panel = try bridge.addScreen()
    for step in 0..<14 {
      panel.land(y: 5500, at: 100 * step)
      try bridge.turn()
      panel.lift(at: 100 * step + 40)
      try bridge.turn(after: 100)
    }
    #expect(bridge.log.warnings.count { $0.contains("states its ranges transposed") } == 1, "\(bridge.log.warnings)")
  }

  @Test func `touch screens are released while the session is away, and fingers lifted`() throws {
    let bridge = try BridgeModel()
    let panel = try bridge.addScreen()
    panel.land(at: 0)
    try bridge.turn()
    try bridge.screens.move(to: .background, at: bridge.now)
    #expect(!panel.isGrabbed && bridge.reports() == [.down(slot: 0, x: 2000, y: 2000), .up(slot: 0)])
    panel.lift(at: 10)
    bridge.prepareTwin()
    try bridge.screens.move(to: .foreground, at: bridge.now)
    try bridge.answer()
    try bridge.turn()
    try bridge.turn(after: 100)
    #expect(panel.isGrabbed)
    panel.land(at: 20)
    try bridge.turn()
    #expect(bridge.reports(of: 1).count == 1)
  }

  @Test func `four fingers held in a corner for five seconds end the capture`() throws {
    let bridge = try BridgeModel()
    let panel = try bridge.addScreen()
    panel.land(4, x: 100, y: 100, at: 0)
    try bridge.turn(after: 4900)
    #expect(!bridge.hasLetGo)
    try bridge.turn(after: 200)
    #expect(bridge.hasLetGo && bridge.reports().suffix(4).allSatisfy { if case .up = $0 { true } else { false } })
    panel.lift(4, at: 5200)
    try bridge.turn()
    #expect(!panel.isGrabbed)
  }

  @Test func `what fingers do while events are lost reaches programs afterwards`() throws {
    let bridge = try BridgeModel()
    let panel = try bridge.addScreen()
    panel.land(2, at: 0)
    try bridge.turn()
    _ = bridge.reports()
    panel.report(at: 10, [(0, [(EvdevCode.trackingID, -1)]), (1, [(EvdevCode.positionX, 2600)])])
    panel.overflow(at: 10)
    panel.report(at: 20, [(1, [(EvdevCode.positionY, 2500)])])
    try bridge.turn()
    #expect(bridge.reports() == [.up(slot: 0), .motion(slot: 1, x: 2600, y: 2500)])
  }

  @Test func `what lands while a stall has shared the touch screen is not delivered a second time`() throws {
    let bridge = try BridgeModel()
    let panel = try bridge.addScreen()
    panel.land(at: 0)
    // The watchdog has a clock of its own.
    for _ in 0..<500 where panel.isGrabbed { MonotonicClock.sleep(for: .milliseconds(10)) }
    #expect(!panel.isGrabbed)
    panel.lift(at: 10)
    panel.land(x: 3000, at: 20)
    panel.lift(at: 30)
    try bridge.turn()
    #expect(bridge.reports().isEmpty && panel.isGrabbed)
    panel.land(at: 40)
    try bridge.turn()
    #expect(bridge.reports() == [.down(slot: 0, x: 2000, y: 2000)])
  }

  @Test func `what the keeper has lifted is heard of no more, and the next finger is`() throws {
    let bridge = try BridgeModel()
    let panel = try bridge.addScreen()
    panel.land(at: 0)
    try bridge.turn()
    _ = bridge.reports()
    bridge.prepare(.lifted)
    try bridge.turn()
    // A report may have come between the keeper's lift and its word of it.
    #expect(bridge.reports() == [.up(slot: 0)])
    panel.move(y: 2100, at: 10)
    panel.lift(at: 20)
    try bridge.turn()
    #expect(bridge.reports().isEmpty)
    panel.land(at: 30)
    try bridge.turn()
    #expect(bridge.reports() == [.down(slot: 0, x: 2000, y: 2000)])
  }

  @Test func `a keeper that ends lifts nothing any more, so the bridge does, and ends`() throws {
    let bridge = try BridgeModel()
    let panel = try bridge.addScreen()
    panel.land(at: 0)
    try bridge.turn()
    bridge.endKeeper()
    #expect(throws: KeeperError.self) { try bridge.turn() }
    #expect(bridge.reports() == [.down(slot: 0, x: 2000, y: 2000), .up(slot: 0)])
  }

  @Test func `a palm never arrives, and a finger that becomes one lifts`() throws {
    let bridge = try BridgeModel(filters: [.palm])
    let panel = try bridge.addScreen(.hold)
    bridge.screens.recognize(BridgeRules(), at: bridge.now)
    func land(_ slot: Int32, major: Int32, at time: Int) {
      panel.report(
        at: time,
        [(slot, [(EvdevCode.trackingID, Int32(time)), (EvdevCode.positionX, 2000), (EvdevCode.touchMajor, major)])])
    }
    for time in 0..<70 {
      land(0, major: 180 + Int32(time % 5), at: 20 * time)
      panel.lift(at: 20 * time + 10)
    }
    try bridge.turn()
    _ = bridge.reports()
    land(1, major: 700, at: 2000)
    try bridge.turn()
    #expect(bridge.reports().isEmpty)
    land(2, major: 200, at: 2010)
    panel.report(at: 2020, [(2, [(EvdevCode.touchMajor, 750)])])
    try bridge.turn()
    #expect(bridge.reports().map { if case .up = $0 { 1 } else { 0 } } == [0, 1])
  }

  @Test func `a finger that trembles stands still for programs, and one that moves stays behind by as much`() throws {
    let bridge = try BridgeModel(filters: [.jitter])
    let panel = try bridge.addScreen()
    panel.land(at: 0)
    panel.move(y: 2002, at: 10)
    panel.move(y: 2100, at: 20)
    panel.lift(at: 30)
    try bridge.turn()
    // 0.2 mm.
    #expect(
      bridge.reports() == [.down(slot: 0, x: 2000, y: 2000), .motion(slot: 0, x: 2000, y: 2096), .up(slot: 0)])
  }

  @Test(arguments: RelayMode.allCases)
  func `a hand that trembles and presses long taps for programs, where it landed`(way: RelayMode) throws {
    var accommodations = Accommodations()
    (accommodations.tolerance, accommodations.tapsOnly) = (8, true)
    let bridge = try BridgeModel(accommodations: accommodations)
    let panel = try bridge.addScreen(way)
    panel.land(at: 0)
    for time in 1..<90 { panel.move(y: 2000 + Int32(time % 7) * 20, at: 10 * time) }
    try bridge.turn(after: 900)
    #expect(bridge.reports().isEmpty)
    panel.lift(at: 900)
    try bridge.turn()
    #expect(bridge.reports() == [.down(slot: 0, x: 2000, y: 2000), .up(slot: 0)])
    panel.land(at: 1000)
    panel.move(y: 2200, at: 1010)
    panel.move(y: 2240, at: 1020)
    panel.lift(at: 1030)
    try bridge.turn(after: 130)
    #expect(
      bridge.reports() == [.down(slot: 0, x: 2000, y: 2000), .motion(slot: 0, x: 2000, y: 2240), .up(slot: 0)],
      "what strays drags")
  }

  @Test func `a touch arrives after its hold, also without a report, or never`() throws {
    let bridge = try BridgeModel()
    let panel = try bridge.addScreen()
    var accommodations = Accommodations()
    accommodations.hold = .milliseconds(200)
    bridge.screens.recognize(BridgeRules([], .takeBack, accommodations: accommodations), at: bridge.now)
    panel.land(at: 0)
    panel.lift(at: 150)
    panel.land(x: 3000, at: 300)
    try bridge.turn(after: 450)
    #expect(bridge.reports().isEmpty)
    try bridge.turn(after: 60)
    #expect(bridge.reports() == [.down(slot: 0, x: 3000, y: 2000)])
    bridge.screens.recognize(BridgeRules([], .takeBack), at: bridge.now)
    panel.move(y: 2040, at: 520)
    panel.lift(at: 530)
    try bridge.turn(after: 30)
    #expect(bridge.reports() == [.motion(slot: 0, x: 3000, y: 2040), .up(slot: 0)])
  }

  @Test func `a client that asked hears which touches wait, count and end, and another hears nothing`() throws {
    var accommodations = Accommodations()
    accommodations.hold = .milliseconds(200)
    for asks in [true, false] {
      let bridge = try BridgeModel(accommodations: accommodations)
      let panel = try bridge.addScreen()
      func ask(_ accommodations: Accommodations) {
        bridge.screens.recognize(BridgeRules([], .takeBack, accommodations: accommodations), at: bridge.now)
      }
      ask(asks ? accommodations : Accommodations())
      panel.land(at: 0)
      panel.lift(at: 150)
      panel.land(x: 3000, at: 300)
      try bridge.turn(after: 450)
      #expect(bridge.marks == (asks ? ["waits 100 100", "ends 100 100", "waits 150 100"] : []))
      try bridge.turn(after: 100)
      panel.lift(at: 600)
      var taps = Accommodations()
      (taps.tolerance, taps.location) = (8, .lift)
      if asks { ask(taps) }
      panel.land(at: 700)
      panel.move(y: 2040, at: 710)
      panel.lift(at: 720)
      try bridge.turn(after: 200)
      #expect(bridge.marks.dropFirst(3) == (asks ? ["counts 150 100", "counts 100 102"] : []))
    }
  }

  @Test(arguments: RelayMode.allCases)
  func `a tap on the lowest third is one at the pointer, which follows a finger there`(way: RelayMode) throws {
    let bridge = try BridgeModel()
    let panel = try bridge.addScreen(way)
    let third = ServiceConfiguration.DeadArea(
      area: Rect(x: 0, y: 120, width: 300, height: 80), output: bridge.screens.panels[0].path)
    bridge.screens.recognize(BridgeRules([TwinRelayTests.swipe(3)], way, reach: [third]), at: bridge.now)
    panel.land(x: 2000, y: 3000, at: 0)
    panel.report(at: 10, [(0, [(EvdevCode.positionX, 2100), (EvdevCode.positionY, 2900)])])
    panel.lift(at: 20)
    try bridge.turn(after: 200)
    #expect(bridge.reports().isEmpty && bridge.marks.last == "points 160 50")
    panel.land(x: 400, y: 3600, at: 300)
    panel.lift(at: 350)
    try bridge.turn(after: 400)
    #expect(bridge.reports() == [.down(slot: 0, x: 3200, y: 1000), .up(slot: 0)])
    panel.land(x: 400, y: 2000, at: 700)
    panel.lift(at: 750)
    try bridge.turn(after: 400)
    #expect(bridge.reports() == [.down(slot: 0, x: 400, y: 2000), .up(slot: 0)])
  }

  @Test(arguments: RelayMode.allCases)
  func `no program keeps a finger, whatever touches count as and whenever that changes`(way: RelayMode) throws {
    for seed in UInt64(0)..<8 {
      var random = SeededGenerator(seed: seed)
      let bridge = try BridgeModel()
      let panel = try bridge.addScreen(way)
      var (down, open) = (Set<Int32>(), Set<Int>())
      func check() throws {
        for report in bridge.reports() {
          switch report {
          case .down(let slot, _, _):
            let isNew = open.insert(slot).inserted
            try #require(isNew, "seed \(seed)")
          case .motion(let slot, _, _): try #require(open.contains(slot), "seed \(seed)")
          case .up(let slot), .cancel(let slot):
            let wasOpen = open.remove(slot) != nil
            try #require(wasOpen, "seed \(seed)")
          }
        }
      }
      for time in 1..<150 {
        if random.happens(0.1) {
          var accommodations = Accommodations()
          for setting in Accommodations.Setting.allCases where random.happens(0.4) {
            accommodations[setting] = setting.words.isEmpty ? random.number(0...(setting.isDuration ? 0.1 : 10)) : 1
          }
          bridge.screens.recognize(
            BridgeRules(
              [TwinRelayTests.swipe(3)], way, accommodations: accommodations,
              reach: random.happens(0.5) ? [.init(area: Rect(x: 0, y: 105, width: 300, height: 95))] : []),
            at: bridge.now)
        }
        let slot = Int32(random.number(0...3))
        let place: [(UInt16, Int32)] = [
          (EvdevCode.positionX, Int32(random.number(0...40)) * 10 + 2000 + 400 * slot),
          (EvdevCode.positionY, Int32(random.number(0...40)) * 10 + 2000),
        ]
        let lands = down.insert(slot).inserted
        let lifts = !lands && random.happens(0.3)
        if lifts { down.remove(slot) }
        var values: [(UInt16, Int32)] = lifts ? [] : place
        if lands || lifts { values.insert((EvdevCode.trackingID, lands ? Int32(time) : -1), at: 0) }
        panel.report(at: 10 * time, [(slot, values)])
        try bridge.turn(after: 10)
        try check()
      }
      panel.report(at: 1500, down.map { ($0, [(EvdevCode.trackingID, Int32(-1))]) })
      try bridge.turn(after: 10)
      try bridge.turn(after: 20_000)
      try check()
      #expect(open.isEmpty, "seed \(seed)")
    }
  }

  @Test(arguments: [
    // The second tap's place and times: near and soon, far, late, after a press.
    (Int32(2060), 100, 200, true), (2150, 100, 200, false), (2060, 100, 450, false), (2060, 800, 900, false),
  ])
  func `the second tap of two lands where the first did`(x: Int32, lift: Int, landing: Int, snaps: Bool) throws {
    let bridge = try BridgeModel(snapsSecondTap: true)
    let panel = try bridge.addScreen()
    panel.land(at: 0)
    panel.lift(at: lift)
    panel.land(x: x, y: 1970, at: landing)
    panel.move(y: 1980, at: landing + 10)
    panel.lift(at: landing + 50)
    try bridge.turn()
    let (dx, dy): (Int32, Int32) = snaps ? (2000 - x, 30) : (0, 0)
    #expect(
      bridge.reports() == [
        .down(slot: 0, x: 2000, y: 2000), .up(slot: 0), .down(slot: 0, x: x + dx, y: 1970 + dy),
        .motion(slot: 0, x: x + dx, y: 1980 + dy), .up(slot: 0),
      ])
  }

  @Test func `a second tap stays on the axes, and where it is in the report of its lift`() throws {
    let bridge = try BridgeModel(snapsSecondTap: true)
    let panel = try bridge.addScreen()
    panel.land(x: 20, y: 3990, at: 0)
    panel.lift(at: 50)
    panel.land(x: 100, y: 3900, at: 100)
    panel.report(at: 110, [(0, [(EvdevCode.positionX, 50), (EvdevCode.positionY, 3950)])])
    panel.report(at: 150, [(0, [(EvdevCode.positionX, 110), (EvdevCode.trackingID, -1)])])
    try bridge.turn()
    #expect(
      bridge.reports() == [
        .down(slot: 0, x: 20, y: 3990), .up(slot: 0), .down(slot: 0, x: 20, y: 3990),
        .motion(slot: 0, x: 0, y: 3999), .up(slot: 0),
      ])
    #expect(bridge.position() == [30, 3999])
  }

  @Test func `of three taps each lands where the first did, and several fingers where they are`() throws {
    let bridge = try BridgeModel(snapsSecondTap: true)
    let panel = try bridge.addScreen()
    for (index, x) in [Int32(2000), 2080, 2120].enumerated() {
      panel.land(x: x, at: 100 * index)
      panel.lift(at: 100 * index + 50)
    }
    panel.land(2, x: 2020, at: 300)
    panel.lift(2, at: 320)
    try bridge.turn()
    let downs = bridge.reports().compactMap { if case .down(_, let x, _) = $0 { x } else { nil } }
    #expect(downs == [2000, 2000, 2000, 2020, 2420])
  }

  @Test func `a check is one touch that becomes a palm, and none while a finger is down`() throws {
    let bridge = try BridgeModel()
    let panel = try bridge.addScreen()
    let id = Panel.ID.device(DeviceID(rawValue: UInt32(try #require(bridge.screens.panels.first).id)))
    #expect(throws: BridgeCheckError.self) {
      try bridge.screens.check(.device(DeviceID(rawValue: 99)), at: .origin, at: bridge.now)
    }
    try bridge.screens.check(id, at: Point(x: 150, y: 100), at: bridge.now)
    for _ in 0..<4 { try bridge.turn(after: 25) }
    #expect(
      bridge.reports() == [
        .down(slot: 9, x: 3001, y: 2001), .motion(slot: 9, x: 3021, y: 2001), .cancel(slot: 9),
      ])
    panel.land(at: 200)
    try bridge.turn()
    #expect(throws: BridgeCheckError.self) {
      try bridge.screens.check(id, at: .origin, at: bridge.now)
    }
  }
}
