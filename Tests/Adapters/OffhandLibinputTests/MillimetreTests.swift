import DesignCases
import FakeEvdev
import Offhand
import Testing
@testable import OffhandLibinput

/// Millimetres by Design/Recognizing.md LI1–LI4, A13–A16, through the real libinput.
struct MillimetreTests {
  private let seat = "seat-\(UInt64.random(in: 0 ... .max))"
  private let output = OutputDescription(
    name: "DP-1", physicalSize: Size(width: 300, height: 190), modeWidth: 1920, modeHeight: 1216)

  /// How far a finger goes in millimetres, from one place in device units to another.
  private func travel(
    _ kind: SourceKind, _ screen: FakeTouchScreen, from start: (Int32, Int32), to end: (Int32, Int32),
    output: OutputDescription? = nil
  ) throws -> (Vector, SurfaceGeometry) {
    screen.plug()
    let listener = try Listener(kind, .seat(seat))
    if let output { listener.source.place(on: [output], at: .zero) { listener.take($0) } }
    screen.down(0, start.0, start.1, at: 0, report: true)
    screen.move(0, end.0, end.1, at: 100, report: true)
    try listener.turn()
    let frame = try #require(listener.frames.last)
    return (frame[0].position - frame[0].landingPosition, try #require(listener.source.devices.first).surface)
  }

  @Test(.recognition("LI2")) func `libinput rejects a resolution on one axis only, and we say so`() {
    // libinput 1.22 refuses what older ones divided by; a sensor size that is no number is unknown in any case (A14).
    let screen = FakeTouchScreen(seat: seat, x: .init(maximum: 4095, resolution: 14), y: .init(maximum: 4095)).plug()
    let error = #expect(throws: TouchDeviceError.self) { _ = try Listener(.libinput, .seat(seat)) }
    guard case .unusable(path: screen.path, let reason) = error else {
      Issue.record("another error: \(String(describing: error))")
      return
    }
    #expect(reason.contains("resolution"))
  }

  @Test(.recognition("LI4", "A15"), arguments: SourceKind.allCases, ["0 -1 1 1 0 0", "0 1 0 -1 0 1"])
  func `10 mm along the long side of a turned panel are 10 mm`(kind: SourceKind, matrix: String) throws {
    let screen = FakeTouchScreen(
      seat: seat, x: .init(maximum: 4000, resolution: 20), y: .init(maximum: 2000, resolution: 20),
      properties: ["LIBINPUT_CALIBRATION_MATRIX": matrix])
    let (move, surface) = try travel(kind, screen, from: (1000, 1000), to: (1200, 1000))
    #expect(surface.provenance == .device)
    #expect(abs(surface.size.width - 100) < 0.1 && abs(surface.size.height - 200) < 0.1)
    #expect(abs(abs(move.dy) - 10) < 0.1 && abs(move.dx) < 0.1)
    #expect((move.dy > 0) == (matrix == "0 -1 1 1 0 0"))
  }

  @Test(arguments: SourceKind.allCases) func `a measured calibration comes after that of the rules, as libinput's does`(
    kind: SourceKind
  ) throws {
    let screen = FakeTouchScreen(
      seat: seat, x: .init(maximum: 4000, resolution: 20), y: .init(maximum: 4000, resolution: 20),
      properties: ["LIBINPUT_CALIBRATION_MATRIX": "0.5 0 0.5 0 1 0"]
    ).plug()
    var preferences = MappingPreferences()
    preferences.calibrations = [screen.path: CalibrationMatrix(0, -1, 1, 1, 0, 0)]
    let listener = try Listener(kind, .seat(seat), preferences: preferences)
    screen.down(0, 0, 1000, at: 0, report: true)
    try listener.turn()
    let size = try #require(listener.source.devices.first).surface.size
    let place = "\(Int((0.75 * size.width).rounded())).0,\(Int((0.5 * size.height).rounded())).0"
    #expect(listener.summary == ["0 began \(place)"], "\(size)")
  }

  @Test(arguments: SourceKind.allCases, [false, true])
  func `a screen that states its ranges transposed is put right and said once, another wrong one is said`(
    kind: SourceKind, isTransposed: Bool
  ) throws {
    let (screen, listener) = try FakeTouchScreen(seat: seat).heard(by: kind)
    var faults: [RangeEvidence.Fault] = []
    listener.source.onRangeFault = { faults.append($1) }
    for step in 0..<20 {
      screen.down(0, isTransposed ? 3500 : 5500, 5500, at: Double(step) * 20, report: true)
      if step < 19 { screen.up(0, at: Double(step) * 20 + 10, report: true) }
      try listener.turn()
    }
    #expect(faults == [isTransposed ? .transposed : .unfit])
    let size = try #require(listener.source.devices.first).surface.size
    let expected = isTransposed ? Size(width: 200, height: 300) : Size(width: 300, height: 200)
    #expect(abs(size.width - expected.width) < 0.1 && abs(size.height - expected.height) < 0.1, "\(size)")
    screen.up(0, at: 500, report: true)
    try listener.turn()
    listener.clear()
    screen.down(0, 2000, 3000, at: 600, report: true)
    try listener.turn()
    #expect(listener.summary == ["0 began 100.0,150.0"])
  }

  @Test(.recognition("A16"), arguments: SourceKind.allCases)
  func `the second of two outputs, turned and scaled, gets its own touch screen's fingers`(kind: SourceKind) throws {
    let (screen, listener) = try FakeTouchScreen(
      seat: seat, x: .init(maximum: 10240, resolution: 20), y: .init(maximum: 6400, resolution: 20),
      properties: ["WL_OUTPUT": "HDMI-1"]
    ).heard(by: kind)
    let turned = OutputDescription(
      name: "HDMI-1", physicalSize: Size(width: 512, height: 320), modeWidth: 2560, modeHeight: 1600,
      logicalWidth: 1600 / 1.5, logicalHeight: 2560 / 1.5, transform: .rotated90)
    listener.source.place(on: [output, turned], at: .zero) { listener.take($0) }
    #expect(listener.source.devices.first?.output == OutputAssignment(name: "HDMI-1", reason: .udev))
    screen.down(0, 0, 6400, at: 0, report: true)
    screen.move(0, 200, 6400, at: 8, report: true)
    try listener.turn()
    #expect(listener.summary == ["0 began 0.0,0.0", "0 moved 0.0,10.0"])
  }

  @Test(arguments: SourceKind.allCases) func `the user's setting of a device's output and size comes first`(
    kind: SourceKind
  ) throws {
    let screen = FakeTouchScreen(seat: seat, properties: ["ID_PATH": "pci-0000:00:14.0-usb-0:3"]).plug()
    let preferences = MappingPreferences(
      outputs: ["pci-0000:00:14.0-usb-0:3": "B"], sizes: [screen.path: Size(width: 400, height: 300)])
    let listener = try Listener(kind, .seat(seat), preferences: preferences)
    var other = output
    other.name = "B"
    listener.source.place(on: [output, other], at: .zero) { listener.take($0) }
    let device = try #require(listener.source.devices.first)
    #expect(device.output == OutputAssignment(name: "B", reason: .configured))
    #expect(device.surface.provenance == .configured)
    #expect(device.surface.size == Size(width: 400, height: 300))
    guard case .deviceChanged(device) = listener.events.last else {
      Issue.record("the change was not told: \(listener.events)")
      return
    }
  }
}
