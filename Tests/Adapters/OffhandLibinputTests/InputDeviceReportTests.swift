import FakeEvdev
import Glibc
import Offhand
import OffhandLibinput
import Testing

struct InputDeviceReportTests {
  private let seat = "seat-\(UInt64.random(in: 0 ... .max))"

  private func reports(opener: FakeOpener = FakeOpener()) throws -> [InputDeviceReport] {
    try InputDeviceReport.all(opener: opener).filter { $0.seat == seat }
  }

  @Test func `a touch screen reports its size, its slots and its output`() throws {
    let screen = FakeTouchScreen(
      "Goodix", seat: seat, slots: 5,
      properties: [
        "ID_PATH": "pci-0000:00:15.0", "ID_BUS": "usb", "WL_OUTPUT": "DP-1", "DEVLINKS": "/dev/input/by-path/x",
      ])
    fake_device_place(screen.node, "usb-1/input0")
    screen.plug()
    let report = try #require(try reports().first)
    let facts = try #require(report.screen)
    #expect(report.name == "Goodix" && report.path == screen.path && report.kind == .touchScreen)
    #expect(facts.panel.sensorSize == Size(width: 300, height: 200))
    #expect(facts.panel.udevOutput == "DP-1" && facts.panel.connection == .external)
    #expect(facts.places == ["pci-0000:00:15.0", "/dev/input/by-path/x"] && facts.plug == "usb-1/input0")
    #expect(facts.identity == [3, 0x1234, 0x5678, 1])
    #expect(facts.contacts == 5 && facts.x?.unitsPerMillimetre == 20 && !facts.announcesShape)
  }

  @Test(arguments: [("usb", TouchPanel.Connection.external), ("bluetooth", .external), ("i2c", .builtIn)])
  func `the bus says whether a screen is built in`(bus: String, connection: TouchPanel.Connection) throws {
    FakeTouchScreen(seat: seat, properties: ["ID_BUS": bus]).plug()
    #expect(try reports().first?.screen?.panel.connection == connection)
  }

  @Test(arguments: [("0 -1 1 1 0 0", true), ("0 -1 1 1 0 0 0", false), ("0 -1 1 1 0", false), ("a b c d e f", false)])
  func `a matrix has six numbers`(text: String, isOne: Bool) throws {
    FakeTouchScreen(seat: seat, properties: ["LIBINPUT_CALIBRATION_MATRIX": text]).plug()
    let calibration = try #require(try reports().first?.screen?.panel.calibration)
    #expect((calibration == CalibrationMatrix(0, -1, 1, 1, 0, 0)) == isOne)
    #expect((calibration == .identity) == !isOne)
  }

  @Test func `a matrix of huge numbers is text as well`() {
    #expect(CalibrationMatrix(1e30, 0, 0.25, 0, 1, 0).text() == "1e+30 0 0.25 0 1 0")
  }

  @Test func `a device of which udev says that it is no touch screen is none`() throws {
    FakeTouchScreen(seat: seat, properties: ["ID_INPUT_TOUCHSCREEN": "0"]).plug()
    #expect(try reports().allSatisfy { $0.kind != .touchScreen })
  }

  @Test func `only touch screens are opened, and closed again`() throws {
    FakeTouchScreen("Keys", seat: seat, kind: .keyboard).plug()
    FakeTouchScreen("Pad", seat: seat, kind: .touchpad).plug()
    let screen = FakeTouchScreen(seat: seat).plug()
    let opener = FakeOpener()
    let reports = try reports(opener: opener)
    #expect(reports.map { $0.kind } == [.keyboard, .touchpad, .touchScreen])
    #expect(reports.allSatisfy { $0.problem == nil }, "what is no touch screen is no fault")
    #expect(opener.opened.contains(screen.path))
    #expect(!opener.opened.contains { path in path != screen.path && !path.isEmpty && isOfKeys(path) })
    #expect(opener.openDescriptors.isEmpty)
  }

  private func isOfKeys(_ path: String) -> Bool {
    (try? reports())?.contains { $0.path == path && $0.kind != .touchScreen } ?? false
  }

  @Test func `what may not be read says why`() throws {
    FakeTouchScreen(seat: seat).plug()
    let opener = FakeOpener()
    opener.refusal = EACCES
    let report = try #require(try reports(opener: opener).first)
    #expect(report.screen == nil)
    guard case .permissionDenied = report.problem else {
      Issue.record("\(String(describing: report.problem))")
      return
    }
  }
}
