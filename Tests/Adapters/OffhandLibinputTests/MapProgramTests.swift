import CompositorRig
import Foundation
import Glibc
import Logging
import Offhand
import OffhandLibinput
import OffhandPlatform
import OffhandWayland
import Testing

@testable import OffhandClient

/// `offhand map` on a compositor with two outputs, with two touch screens: whoever is asked is touched.
@Suite(
  .serialized, .ownThreads,
  .enabled(if: Sway.isAvailable, "needs sway, swaymsg, grim and setpriv: scripts/setup compositors"))
struct MapProgramTests {
  /// The compositor of the test that runs: a program that has answered holds it no more.
  private nonisolated(unsafe) static weak var compositor: Sway?
  private let seat = "seat-\(UInt64.random(in: 0 ... .max))"

  /// Asks for all outputs of a sway that has two; `touch` is told which output asks, and does what a user would.
  private func answers(
    patience: Duration = Waiting.patience, touch: @escaping (String, MapProgram) -> Void
  ) throws -> [MapProgram.MappedOutput] {
    let sway = try Sway(width: 640, height: 480)
    MapProgramTests.compositor = sway
    try sway.message(["create_output"])
    let listener = MapListener()
    let source = try LibinputTouchSource(.seat(seat), opener: FakeOpener())
    let program = try MapProgram(
      TouchFeed(source, habits: .libinput, receiver: listener), listener: listener,
      on: Connection(to: .named(sway.socketPath)), patience: patience,
      logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
    program.add(User(sway) { [unowned program] in touch($0, program) })
    return try program.run()
  }

  private func screen(_ name: String, place: String) -> FakeTouchScreen {
    let screen = FakeTouchScreen(name, seat: seat, properties: ["ID_PATH": place]).plug()
    return screen
  }

  @Test(arguments: SourceOrder.allCases)
  func `each output is shown in turn, and the touch screen touched then is mapped to it`(order: SourceOrder) throws {
    let screens = [screen("Left Panel", place: "usb-left"), screen("Right Panel", place: "usb-right")]
    defer { #expect(MapProgramTests.compositor == nil, "the program's loop keeps what it was given") }
    let touched = order == .asPlugged ? screens : screens.reversed()
    let answers = try answers { output, _ in touched[output == "HEADLESS-1" ? 0 : 1].tap() }
    #expect(answers.map(\.output) == ["HEADLESS-1", "HEADLESS-2"])
    #expect(answers.map { $0.screen?.path } == touched.map(\.path))
    #expect(answers.map(\.busPath) == (order == .asPlugged ? ["usb-left", "usb-right"] : ["usb-right", "usb-left"]))
  }

  @Test func `an output without a touch in time gets no touch screen, and the next one is shown`() throws {
    let only = screen("Panel", place: "usb-only")
    let answers = try answers(patience: .seconds(8)) { output, _ in if output == "HEADLESS-2" { only.tap() } }
    #expect(answers.map { $0.screen?.path } == [nil, only.path])
  }

  @Test func `a touch in another session is no answer`() throws {
    let only = screen("Panel", place: "usb-only")
    let answers = try answers(patience: .seconds(8)) { output, program in
      #expect(throws: Never.self) {
        try program.move(to: output == "HEADLESS-1" ? .background : .foreground, at: MonotonicClock.now())
      }
      only.tap()
    }
    #expect(answers.map { $0.screen?.path } == [nil, only.path])
  }

  @Test func `a window that is closed ends the questions`() throws {
    let only = screen("Panel", place: "usb-only")
    let answers = try answers { _, _ in _ = try? MapProgramTests.compositor?.message(["kill"]) }
    #expect(answers.map { $0.screen?.path } == [nil], "\(only.path)")
  }

  @Test func `a signal to end ends the questions`() async {
    await #expect(processExitsWith: .success) {
      let tests = MapProgramTests()
      _ = tests.screen("Panel", place: "usb-only")
      let answers = try tests.answers { _, _ in _ = raise(SIGTERM) }
      #expect(answers.map { $0.screen?.path } == [nil])
    }
  }

  @Test(.enabled(if: Weston.isAvailable, "needs weston: scripts/setup compositors"))
  func `touch screens are closed while the compositor has none`() throws {
    let weston = try Weston(shell: .kiosk, width: 640, height: 480, touchScreen: .later)
    let sway = try Sway(inside: weston)
    _ = screen("Panel", place: "usb-only")
    let (listener, opener) = (MapListener(), FakeOpener())
    let source = try LibinputTouchSource(.seat(seat), opener: opener)
    let program = try MapProgram(
      TouchFeed(source, habits: .libinput, receiver: listener), listener: listener,
      on: Connection(to: .named(sway.socketPath)), patience: .seconds(20),
      logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
    #expect(opener.openDescriptors.count == 1)
    program.add(User(sway) { _ in _ = try? weston.touch(.touchRemove) })
    var wereClosed = false
    program.add(
      Heartbeat(every: .milliseconds(50)) {
        guard !wereClosed, opener.openDescriptors.isEmpty else { return }
        wereClosed = true
        _ = try? sway.message(["kill"])
      })
    _ = try program.run()
    #expect(wereClosed)
  }

  @Test func `a second tap on the screen of one output is not that of the next`() {
    let listener = MapListener()
    let found = [1, 1, 2].map { (device: UInt32) -> UInt32? in
      listener.clear()
      var touch = Touch(id: Touch.ID(rawValue: 1), position: .origin)
      touch.device = DeviceID(rawValue: device)
      var frame = TouchFrame(timestamp: .zero)
      frame.append(touch)
      listener.receive(frame)
      return listener.touched?.rawValue
    }
    #expect(found == [1, nil, 2])
  }

  /// Whether the touch screens were plugged in the order of the outputs.
  enum SourceOrder: CaseIterable {
    case asPlugged
    case crossed
  }
}

/// Somebody who looks where `offhand map` is shown, and touches that once.
private final class User: EventSource {
  private let sway: Sway
  private let touch: (String) -> Void
  private var touched: Set<String> = []
  private(set) var deadline: Timestamp? = .zero

  init(_ sway: Sway, touch: @escaping (String) -> Void) {
    self.sway = sway
    self.touch = touch
  }

  let descriptor: Int32? = nil

  func dispatch(at now: Timestamp) throws {
    deadline = MonotonicClock.now() + .milliseconds(100)
    let tree = try JSONSerialization.jsonObject(with: Data(sway.message(["-t", "get_tree", "--raw"]).utf8))
    let outputs = (tree as? [String: Any])?["nodes"] as? [[String: Any]] ?? []
    guard let output = outputs.first(where: { User.holdsWindow($0) })?["name"] as? String else { return }
    if touched.insert(output).inserted { touch(output) }
  }

  private static func holdsWindow(_ node: [String: Any]) -> Bool {
    if node["name"] as? String == "offhand map" { return true }
    return (node["nodes"] as? [[String: Any]] ?? []).contains { holdsWindow($0) }
  }
}

extension FakeTouchScreen {
  /// A finger lands and lifts, now.
  func tap() {
    let now = Double(MonotonicClock.now().nanoseconds / 1000 - epoch) / 1000
    down(0, 3000, 2000, at: now)
    report(at: now)
    up(0, at: now + 50)
    report(at: now + 50)
  }
}
