import Glibc
import Logging
import Offhand
import OffhandClient
import OffhandLibinput
import OffhandPlatform
import Testing

@testable import OffhandService

/// Touch screens that the service reads beside the compositor, each with gestures of its own.
struct ListenedScreensTests {
  private let seat = "seat-\(UInt64.random(in: 0 ... .max))"
  private let opener = FakeOpener()
  private let receiver = Receiver()
  private let loop: EventLoop

  init() throws { loop = try EventLoop() }

  private func screens(filters: Set<ChosenFilters.Kind> = []) throws -> ListenedScreens {
    try ListenedScreens(
      TouchInput(.evdev(.seat(seat)), filters: filters), opener: opener, loop: loop, receiver: receiver,
      logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
  }

  private func turn() throws { for _ in 0..<4 { try loop.round(.none) { _ in } } }

  /// A stroke of 20 mm in 10 reports, and its lift.
  private func stroke(_ screen: FakeTouchScreen, lifts: Bool = true) throws {
    for step in 0...10 {
      let (x, time) = (2000 + Int32(step) * 40, Double(step) * 8)
      if step == 0 { screen.down(0, x, 1000, at: time) } else { screen.move(0, x, 1000, at: time) }
      screen.report(at: time)
      try turn()
    }
    guard lifts else { return }
    screen.up(0, at: 88, report: true)
    try turn()
  }

  @Test func `a screen that is mapped before the first round has one pipeline, and each gesture counts once`() throws {
    let screen = FakeTouchScreen("Panel", seat: seat).plug()
    let screens = try screens()
    screens.place(on: [OutputDescription(name: "X", physicalSize: .zero, modeWidth: 1200, modeHeight: 800)], at: .zero)
    try turn()
    #expect(screens.panels.map(\.output) == ["X"])
    #expect(receiver.changes > 0)
    try stroke(screen)
    #expect(receiver.states == [.began, .ended])
    #expect(receiver.frames == 12 && receiver.outputs == ["X"])
  }

  @Test func `a finger that rests is a gesture by time alone`() throws {
    receiver.makePipeline = { Pipeline { LongPressGestureRecognizer() } }
    let screen = FakeTouchScreen("Panel", seat: seat).plug()
    let screens = try screens()
    try turn()
    let now = Double(MonotonicClock.now().nanoseconds / 1000 - screen.epoch) / 1000
    screen.down(0, 2000, 1000, at: now)
    screen.report(at: now)
    try turn()
    #expect(receiver.states.isEmpty)
    usleep(1_000_000)
    try turn()
    #expect(receiver.states == [.began])
    withExtendedLifetime(screens) {}
  }

  @Test func `in the background no screen is open, and in front each is anew`() throws {
    let screen = FakeTouchScreen("Panel", seat: seat).plug()
    let screens = try screens()
    try turn()
    try screens.move(to: .background, at: .zero)
    #expect(opener.openDescriptors.isEmpty && screens.panels.isEmpty)
    try screens.move(to: .foreground, at: .zero)
    try turn()
    #expect(opener.openDescriptors.count == 1 && screens.panels.count == 1)
    try stroke(screen, lifts: false)
    try screens.move(to: .background, at: .zero)
    #expect(opener.openDescriptors.isEmpty && screens.panels.isEmpty)
    #expect(receiver.states == [.began, .cancelled], "its gesture ends with it")
  }

  @Test func `a lift that was withheld on a faulty panel is passed on before a landing that is read late`() throws {
    let screen = FakeTouchScreen(seat: seat).plug()
    let screens = try screens(filters: [.glitch])
    try turn()
    // Contacts that were lost twice for 8 ms, so that lifts wait from now on.
    for (time, lands) in [(0.0, true), (8, false), (16, true), (24, false), (32, true), (48, false), (500, true)] {
      if lands { screen.down(0, 2000, 1000, at: time) } else { screen.up(0, at: time) }
      screen.report(at: time)
      if time < 48 { try turn() }
    }
    try turn()
    let times = receiver.changesOfTouches.suffix(2).map { ($0.time - screen.epoch * 1000) / 1_000_000 }
    #expect(receiver.changesOfTouches.suffix(2).map(\.phase) == [.ended, .began])
    #expect(times[0] < 100 && times[1] == 500)
    withExtendedLifetime(screens) {}
  }

  @Test func `a screen that is unplugged takes its gesture with it, and closed ones report nothing`() throws {
    let screen = FakeTouchScreen("Panel", seat: seat).plug()
    let screens = try screens()
    try turn()
    try stroke(screen, lifts: false)
    let changes = receiver.changes
    screen.unplug()
    try turn()
    #expect(receiver.states == [.began, .cancelled] && receiver.changes > changes && screens.panels.isEmpty)
    FakeTouchScreen("Next", seat: seat).plug()
    try turn()
    #expect(screens.panels.map(\.output) == ["Next"])
    screens.close(at: .zero)
    #expect(opener.openDescriptors.isEmpty && screens.panels.isEmpty)
  }
}

/// Notes what listened screens deliver.
final class Receiver: ListenedScreens.Receiver {
  private(set) var states: [GestureState] = []
  private(set) var outputs: Set<String> = []
  private(set) var frames = 0
  private(set) var changes = 0
  private(set) var changesOfTouches: [(phase: Touch.Phase, time: Int64)] = []

  var makePipeline: () -> any GesturePipeline = { Pipeline { PanGestureRecognizer() } }

  func pipeline(on device: TouchDevice) -> any GesturePipeline { makePipeline() }
  func screensChanged(at now: Timestamp) { changes += 1 }
  func receive(_ frame: borrowing TouchFrame, on panel: Panel) {
    frames += 1
    for index in frame.indices where [.began, .ended, .cancelled].contains(frame[index].phase) {
      changesOfTouches.append((frame[index].phase, frame.timestamp.nanoseconds))
    }
  }
  func receive(_ event: GestureEvent, touches: [Touch], on panel: Panel) {
    if event.state != .changed { states.append(event.state) }
    outputs.insert(panel.output)
  }
}
