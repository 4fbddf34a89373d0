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
    mapped: String = "X-1", calibration: CalibrationMatrix = .identity, measured: CalibrationMatrix? = nil,
    on output: String = "X-1", _ other: (Double, Double) -> (Double, Double)?
  ) -> [String] {
    let source = PlacedSource(MappingWatchTests.surface, on: mapped, calibration: calibration)
    source.preferences.calibrations["usb-1"] = measured
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
    #expect(warnings(mapped: "X-1", on: "X-1") { (1 - $1, $0) }.allSatisfy { !$0.contains("--map") })
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

  @Test func `a measured calibration that the compositor lacks is no reason for a udev rule`() {
    let matrix = CalibrationMatrix(-1, 0, 1, 0, -1, 1)
    let lines = warnings(calibration: matrix, measured: matrix) { (1 - $0, 1 - $1) }
    #expect(lines.count == 1 && lines[0].hasSuffix("remove calibration from panel.toml"))
    #expect(warnings(calibration: matrix, measured: matrix) { ($0, $1) }.isEmpty)
  }

  /// The warnings of landings, each by us (`own`) or by the compositor, at a time in milliseconds and a place.
  private func warnings(of landings: [(isOwn: Bool, time: Int64, place: (Double, Double))]) -> [String] {
    let source = PlacedSource(MappingWatchTests.surface, on: "X-1", calibration: .identity)
    var lines: [String] = []
    let watch = MappingWatch(source) { lines.append($0) }
    for (isOwn, time, place) in landings {
      let frame = landing(place.0, place.1, at: time)
      if isOwn { watch.note(own: frame) } else { watch.note(other: frame, on: MappingWatchTests.surface, of: "X-1") }
    }
    return lines
  }

  @Test func `a compositor that reports first is compared as well`() {
    let landings = MappingWatchTests.places.enumerated().flatMap { index, place in
      [(false, Int64(index) * 1000, (1 - place.1, place.0)), (true, Int64(index) * 1000 + 20, place)]
    }
    #expect(warnings(of: landings).first?.contains("LIBINPUT_CALIBRATION_MATRIX") == true)
  }

  @Test func `landings that lie too far apart in time are not compared`() {
    let landings = MappingWatchTests.places.enumerated().flatMap { index, place in
      [(true, Int64(index) * 2000, place), (false, Int64(index) * 2000 + 900, (1 - place.1, place.0))]
    }
    #expect(!warnings(of: landings).contains { $0.contains("LIBINPUT_CALIBRATION_MATRIX") })
    // Nor are they where the compositor's came first.
    let reversed = MappingWatchTests.places.enumerated().flatMap { index, place in
      [(false, Int64(index) * 2000, (1 - place.1, place.0)), (true, Int64(index) * 2000 + 900, place)]
    }
    #expect(!warnings(of: reversed).contains { $0.contains("LIBINPUT_CALIBRATION_MATRIX") })
  }

  @Test func `touches that the compositor misses now and then are no reason to warn`() {
    var landings: [(Bool, Int64, (Double, Double))] = []
    for round in 0..<8 {
      let start = Int64(round) * 10_000
      for miss in 0..<3 { landings.append((true, start + Int64(miss) * 1000, (0.5, 0.5))) }
      landings.append((true, start + 5000, (0.5, 0.5)))
      landings.append((false, start + 5020, (0.5, 0.5)))
    }
    #expect(warnings(of: landings).isEmpty)
  }

  @Test func `a touch screen whose touches the compositor misses is reported once, also if it turns them later`() {
    let missed = (0..<20).map { (true, Int64($0) * 1000, (0.5, 0.5)) }
    let turned = MappingWatchTests.places.enumerated().flatMap { index, place in
      [(true, 30_000 + Int64(index) * 1000, place), (false, 30_020 + Int64(index) * 1000, (1 - place.1, place.0))]
    }
    let lines = warnings(of: missed + turned)
    #expect(lines.count == 1 && lines[0].contains("reports none of its touches"), "\(lines)")
  }

  @Test func `a second finger is not compared`() {
    let source = PlacedSource(MappingWatchTests.surface, on: "X-1", calibration: .identity)
    var lines: [String] = []
    let watch = MappingWatch(source) { lines.append($0) }
    for (index, place) in MappingWatchTests.places.enumerated() {
      let time = Int64(index) * 1000
      var own = landing(place.0, place.1, at: time)
      var resting = Touch(id: Touch.ID(rawValue: 900), position: .origin)
      resting.phase = .stationary
      own.append(resting)
      watch.note(own: own)
      watch.note(other: landing(1 - place.1, place.0, at: time + 20), on: MappingWatchTests.surface, of: "X-1")
    }
    #expect(lines.isEmpty)
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
final class PlacedSource: DeviceTouchSource {
  var preferences = MappingPreferences()
  let devices: [TouchDevice]
  let drops = 0
  let descriptor: Int32? = nil
  let deadline: Timestamp? = nil
  var onCapture: (TouchDevice, CaptureState) -> Void = { _, _ in }
  var onRangeFault: (TouchDevice, RangeEvidence.Fault) -> Void = { _, _ in }
  private let calibration: CalibrationMatrix

  init(_ surface: SurfaceGeometry, on output: String, calibration: CalibrationMatrix) {
    self.calibration = calibration
    var device = TouchDevice(id: DeviceID(rawValue: 1), name: "Panel", path: "/dev/input/event5", surface: surface)
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
  func resume(at now: Timestamp, _ body: (TouchSourceEvent) -> Void) throws(TouchDeviceError) {}
  func dispatch(at now: Timestamp, _ body: (TouchSourceEvent) -> Void) throws(TouchDeviceError) {}
  /// The mode that was asked for last, and the state that the screen has then.
  private(set) var mode = CaptureMode.shared
  var state = CaptureState.shared
  func capture(_ mode: CaptureMode) { self.mode = mode }
  func captureState(of id: DeviceID) -> CaptureState { state }
}
