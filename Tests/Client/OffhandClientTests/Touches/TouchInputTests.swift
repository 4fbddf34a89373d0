import CompositorRig
import Logging
import Offhand
import OffhandLibinput
import OffhandPlatform
import OffhandRecordings
import Testing

@testable import OffhandClient

/// Where touches come from, and what happens where they cannot.
struct TouchInputTests {
  private let view = Listener()
  private let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }

  /// A device that is not there stands for libinput that reads none.
  private func open(_ input: TouchInput) throws -> TouchInput.Opened { try input.open(for: view, logger: logger) }

  /// Whether this machine has a touch screen that libinput reads.
  private var hasTouchScreen: Bool {
    if case .screens? = try? open(TouchInput(.libinput(.defaultSeat))) { true } else { false }
  }

  @Test func `a window takes the touches of the compositor, unless other ones were asked for`() {
    #expect(TouchInput().fitting(.fullscreen).origin == .automatic)
    for window in [ViewRole.maximized, .window(width: 10, height: 10)] {
      #expect(TouchInput().fitting(window).origin == .wayland)
      for input in [TouchInput(.evdev(.defaultSeat)), TouchInput(capture: .exclusive)] {
        #expect(input.fitting(window) == input)
      }
    }
  }

  @Test func `without a screen that can be read the compositor's touches do, unless they would not do what was asked`()
    throws
  {
    guard !hasTouchScreen else { return }
    guard case .wayland(let notice) = try open(TouchInput()) else {
      Issue.record("the compositor was not taken")
      return
    }
    #expect(notice.contains("because libinput has none"))
    #expect(throws: TouchDeviceError.self) { try open(TouchInput(capture: .exclusive)) }
    let sized = MappingPreferences(sizes: ["DP-1": Size(width: 300, height: 190)])
    guard case .wayland = try open(TouchInput(preferences: sized)) else {
      Issue.record("a size kept the compositor from being taken")
      return
    }
    let mapped = MappingPreferences(outputs: ["panel": "DP-1"])
    #expect(throws: TouchDeviceError.self) { try open(TouchInput(preferences: mapped)) }
  }

  @Test func `the compositor and a recording are taken where they are asked for`() throws {
    guard case .wayland = try open(TouchInput(.wayland)) else {
      Issue.record("the compositor was not taken")
      return
    }
    #expect(throws: RecordingError.self) { try open(TouchInput(.recording("/nowhere.jsonl"))) }
    #expect(throws: TouchDeviceError.self) { try open(TouchInput(.evdev(.nodes(["/dev/input/none"])))) }
  }

  @Test(arguments: [TouchInput.RecordingEnd.stays, .exits, .repeats])
  func `a recording is opened with its glass, and ends as was asked for`(end: TouchInput.RecordingEnd) throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(recordingLine("tap", size: (210, 130)) { _ in [(1, 40, 40)] }, to: "tap.jsonl")
    let lines = LogLines()
    let input = TouchInput(.recording(path), recordingEnd: end)
    let opened = try input.open(for: view, logger: Logger(label: "test") { _ in lines })
    guard case .recording(let recording) = opened else {
      Issue.record("the recording was not taken")
      return
    }
    #expect(recording.path == path && recording.end == end)
    #expect(recording.surface?.size == Size(width: 210, height: 130))
    #expect(lines.texts.contains { $0.hasPrefix("touches come from the recording \(path)") })
  }

  private static let surface = SurfaceGeometry(
    size: Size(width: 300, height: 200), pixelWidth: 0, pixelHeight: 0, provenance: .device)

  @Test func `a screen that is named but not there is reported`() throws {
    let source = PlacedSource(Self.surface, on: "X-1", calibration: .identity)
    let lines = LogLines()
    let logger = Logger(label: "test") { _ in lines }
    let mapped = MappingPreferences(outputs: ["usb-1": "DP-1", "usb-7": "DP-1"])
    try TouchInput(preferences: mapped).prepare(source, called: "evdev", logger: logger)
    #expect(lines.texts.contains { $0.contains("touches come from evdev: Panel at /dev/input/event5") })
    #expect(lines.texts.count { $0.contains("no touch screen is named") } == 1)
    #expect(lines.texts.contains { $0.contains("'usb-7'") })
    #expect(source.mode == .shared)
  }

  @Test func `screens are captured if that was asked for, and one that another program has is an error`() throws {
    let source = PlacedSource(Self.surface, on: "X-1", calibration: .identity)
    try TouchInput(capture: .exclusive).prepare(source, called: "evdev", logger: logger)
    #expect(source.mode == .exclusive)
    let lines = LogLines()
    source.state = .exclusive
    try TouchInput(capture: .exclusive).prepare(source, called: "evdev", logger: Logger(label: "test") { _ in lines })
    source.onCapture(source.devices[0], .refused(.grabbedElsewhere(path: "/dev/input/event5")))
    #expect(lines.texts.last?.hasPrefix("Panel ") == true && lines.texts.last?.contains("event5") == true)
    source.state = .refused(.grabbedElsewhere(path: "/dev/input/event5"))
    let error = #expect(throws: TouchDeviceError.self) {
      try TouchInput(capture: .exclusive).prepare(source, called: "evdev", logger: logger)
    }
    #expect(error == .grabbedElsewhere(path: "/dev/input/event5"))
  }

  @Test func `programs mend what panels do wrong unless told otherwise`() {
    #expect(TouchInput().filters == [.glitch, .noise])
    #expect(TouchInput(filters: []).filters.isEmpty)
  }
}

/// The messages of a logger.
private final class LogLines: LogHandler, @unchecked Sendable {
  private(set) var texts: [String] = []
  var logLevel = Logger.Level.trace
  var metadata: Logger.Metadata = [:]

  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  func log(event: LogEvent) { texts.append("\(event.message)") }
}
