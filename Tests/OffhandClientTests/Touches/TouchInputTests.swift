import Logging
import Offhand
import OffhandLibinput
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

  @Test func `without a screen that can be read the compositor's touches do, unless they would not do what was asked`()
    throws
  {
    guard !hasTouchScreen else { return }
    guard case .wayland(let notice) = try open(TouchInput()) else {
      Issue.record("the compositor was not taken")
      return
    }
    #expect(notice.contains("because libinput has none"))
    #expect(throws: LibinputError.self) { try open(TouchInput(capture: .exclusive)) }
    let mapped = MappingPreferences(outputs: ["panel": "DP-1"])
    #expect(throws: LibinputError.self) { try open(TouchInput(preferences: mapped)) }
  }

  @Test func `the compositor and a recording are taken where they are asked for`() throws {
    guard case .wayland = try open(TouchInput(.wayland)) else {
      Issue.record("the compositor was not taken")
      return
    }
    #expect(throws: RecordingError.self) { try open(TouchInput(.recording("/nowhere.jsonl"))) }
    #expect(throws: LibinputError.self) { try open(TouchInput(.evdev(.nodes(["/dev/input/none"])))) }
  }

  @Test func `programs mend what panels do wrong unless told otherwise`() {
    #expect(TouchInput().filters == [.glitch, .noise])
    #expect(TouchInput(filters: []).filters.isEmpty)
  }
}
