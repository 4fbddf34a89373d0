import Offhand
import OffhandLibinput
import Testing

@testable import OffhandClient

struct MappingWatchTests {
  private static let surface = SurfaceGeometry(
    size: Size(width: 300, height: 200), pixelWidth: 1500, pixelHeight: 1000, provenance: .device)
  private static let places = [(0.1, 0.2), (0.8, 0.25), (0.45, 0.9), (0.3, 0.6), (0.9, 0.95), (0.5, 0.1)]

  /// A frame in which one finger lands at a part of the surface.
  private func landing(_ x: Double, _ y: Double, at milliseconds: Int64) -> TouchFrame {
    var assembler = TouchFrameAssembler()
    let time = Timestamp(nanoseconds: milliseconds * 1_000_000)
    let device = DeviceID(rawValue: 1)
    var frame = TouchFrame()
    let place = Point(x: x * 300, y: y * 200)
    assembler.add(.touch(TouchEvent(device: device, slot: 0, timestamp: time, kind: .down(place)))) { _ in }
    assembler.add(.frame(device, time)) { frame = copy $0 }
    return frame
  }

  /// The warnings if the compositor reports every landing at `other`, 20 ms later; not at all if that is `nil`.
  private func warnings(
    mapped: String = "X-1", calibration: CalibrationMatrix = .identity, on output: String = "X-1",
    _ other: (Double, Double) -> (Double, Double)?
  ) -> [String] {
    let source = PlacedSource(MappingWatchTests.surface, on: mapped, calibration: calibration)
    var lines: [String] = []
    let watch = MappingWatch(source) { lines.append($0) }
    for (index, place) in MappingWatchTests.places.enumerated() {
      let time = Int64(index) * 1000
      watch.note(own: landing(place.0, place.1, at: time))
      if let seen = other(place.0, place.1) {
        watch.note(other: landing(seen.0, seen.1, at: time + 20), on: MappingWatchTests.surface, of: output)
      }
    }
    return lines
  }

  @Test func `where both agree nothing is reported`() {
    #expect(warnings { ($0, $1) }.isEmpty)
  }

  @Test func `a compositor that turns the touches is reported with the matrix that fits, once`() {
    let lines = warnings { (1 - $1, $0) }
    #expect(lines.count == 1)
    #expect(lines[0].contains(#"ENV{LIBINPUT_CALIBRATION_MATRIX}="0 -1 1 1 0 0""#))
    #expect(lines[0].contains("Panel"))
  }

  @Test func `a calibration that is there already is part of the one that fits`() {
    // Ours turns upside down, the compositor's does not: what fits is none at all.
    let lines = warnings(calibration: CalibrationMatrix(-1, 0, 1, 0, -1, 1)) { (1 - $0, 1 - $1) }
    #expect(lines.count == 1)
    #expect(lines.first?.contains(#""1 0 0 0 1 0""#) == true)
  }

  @Test func `touches that arrive on another output name it`() {
    let lines = warnings(mapped: "X-2") { ($0, $1) }
    #expect(lines.count == 1)
    #expect(lines.first?.contains("--map 'usb-1=X-1'") == true)
  }

  @Test func `touches that the compositor does not report are reported`() {
    let lines = warnings { _, _ in nil }
    #expect(lines.count == 1)
    #expect(lines.first?.contains("--map 'usb-1=OUTPUT'") == true)
  }
}

/// A source with one touch screen, of which nothing comes.
private final class PlacedSource: DeviceTouchSource {
  var preferences = MappingPreferences()
  let devices: [TouchDevice]
  let ignoredDevices: [IgnoredDevice] = []
  let diagnostics = LibinputDiagnostics()
  let descriptor: Int32? = nil
  let deadline: Timestamp? = nil
  var onCapture: (TouchDevice, CaptureState) -> Void = { _, _ in }
  private let calibration: CalibrationMatrix

  init(_ surface: SurfaceGeometry, on output: String, calibration: CalibrationMatrix) {
    self.calibration = calibration
    var device = TouchDevice(
      id: DeviceID(rawValue: 1), name: "Panel", path: "/dev/input/event5", surface: surface)
    device.output = OutputAssignment(name: output, reason: .configured)
    devices = [device]
  }

  func panel(of id: DeviceID) -> TouchPanel? {
    TouchPanel(sensorSize: nil, calibration: calibration, udevOutput: nil, connection: .external)
  }
  func mapping(of id: DeviceID) -> OutputMapping? { nil }
  func names(of id: DeviceID) -> [String] { ["usb-1"] }
  func place(on outputs: [OutputDescription], at now: Timestamp, _ body: (TouchSourceEvent) -> Void) {}
  func suspend(at now: Timestamp, _ body: (TouchSourceEvent) -> Void) {}
  func resume(at now: Timestamp, _ body: (TouchSourceEvent) -> Void) throws(LibinputError) {}
  func dispatch(at now: Timestamp, _ body: (TouchSourceEvent) -> Void) throws(LibinputError) {}
  func capture(_ mode: CaptureMode) {}
  func captureState(of id: DeviceID) -> CaptureState { .shared }
}
