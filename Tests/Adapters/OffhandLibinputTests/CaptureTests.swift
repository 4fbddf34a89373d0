import FakeEvdev
import Glibc
import Logging
import Offhand
import Testing

@testable import OffhandClient
@testable import OffhandLibinput

struct CaptureTests {
  private let seat = "seat-\(UInt64.random(in: 0 ... .max))"

  private func state(_ listener: Listener) throws -> CaptureState {
    listener.source.captureState(of: try #require(listener.source.devices.first).id)
  }

  @Test(arguments: SourceKind.allCases) func `an untouched device is captured at once, and shared again`(
    kind: SourceKind
  ) throws {
    let (screen, listener) = try FakeTouchScreen(seat: seat).heard(by: kind)
    for _ in 0..<2 {
      listener.source.capture(.exclusive)
      #expect(fake_device_is_grabbed(screen.node))
      #expect(try state(listener) == .exclusive)
      listener.source.capture(.shared)
      #expect(!fake_device_is_grabbed(screen.node))
      #expect(try state(listener) == .shared)
    }
  }

  @Test(arguments: SourceKind.allCases) func `a program that asks for it captures the screens that it opens`(
    kind: SourceKind
  ) throws {
    let screen = FakeTouchScreen(seat: seat).plug()
    let origin: TouchInput.Origin = kind == .evdev ? .evdev(.seat(seat)) : .libinput(.seat(seat))
    let opened = try TouchInput(origin, capture: .exclusive).open(
      for: MapListener(), opener: FakeOpener(), logger: Logger(label: "test"))
    #expect(fake_device_is_grabbed(screen.node))
    _ = opened
  }

  @Test(arguments: SourceKind.allCases) func `capture and release wait until the last finger is off`(
    kind: SourceKind
  ) throws {
    let (screen, listener) = try FakeTouchScreen(seat: seat).heard(by: kind)
    screen.down(0, 2000, 1000, at: 0)
    screen.down(1, 4000, 1000, at: 0, report: true)
    try listener.turn()
    listener.source.capture(.exclusive)
    #expect(try state(listener) == .awaitingLift)
    screen.up(0, at: 8, report: true)
    try listener.turn()
    #expect(!fake_device_is_grabbed(screen.node))
    screen.up(1, at: 16, report: true)
    try listener.turn()
    #expect(fake_device_is_grabbed(screen.node))
    screen.down(0, 2000, 1000, at: 24, report: true)
    try listener.turn()
    listener.source.capture(.shared)
    #expect(fake_device_is_grabbed(screen.node))
    #expect(try state(listener) == .awaitingLift)
    // Whoever changes their mind meanwhile keeps what they have.
    listener.source.capture(.exclusive)
    #expect(try state(listener) == .exclusive)
    listener.source.capture(.shared)
    screen.up(0, at: 32, report: true)
    try listener.turn()
    #expect(!fake_device_is_grabbed(screen.node))
    #expect(try state(listener) == .shared)
    #expect(listener.frames.count == 5)
  }

  @Test(arguments: SourceKind.allCases) func `a finger that rested before we came is waited for`(kind: SourceKind)
    throws
  {
    let screen = FakeTouchScreen(seat: seat).plug()
    screen.down(0, 2000, 1000, at: 0, report: true)
    let listener = try Listener(kind, .seat(seat))
    listener.source.capture(.exclusive)
    #expect(try state(listener) == .awaitingLift)
    screen.up(0, at: 8, report: true)
    try listener.turn()
    #expect(try state(listener) == .exclusive)
    #expect(listener.frames.isEmpty)
  }

  @Test(arguments: SourceKind.allCases) func `a finger that lands while its device is captured stays everyone's`(
    kind: SourceKind
  ) throws {
    let (screen, listener) = try FakeTouchScreen(seat: seat).heard(by: kind)
    fake_device_land_at_grab(screen.node)
    listener.source.capture(.exclusive)
    #expect(try state(listener) == .awaitingLift)
    #expect(!fake_device_is_grabbed(screen.node))
    screen.up(0, at: 8, report: true)
    try listener.turn()
    #expect(try state(listener) == .exclusive)
    #expect(fake_device_is_grabbed(screen.node))
  }

  @Test(arguments: SourceKind.allCases) func `a device that another program captured is refused by name`(
    kind: SourceKind
  ) throws {
    let (screen, listener) = try FakeTouchScreen(seat: seat).heard(by: kind)
    fake_device_grab_elsewhere(screen.node, true)
    listener.source.capture(.exclusive)
    #expect(try state(listener) == .refused(.grabbedElsewhere(path: screen.path)))
    fake_device_grab_elsewhere(screen.node, false)
    listener.source.capture(.exclusive)
    #expect(try state(listener) == .exclusive)
  }

  @Test(arguments: SourceKind.allCases) func `a device that comes later is captured as well`(kind: SourceKind) throws {
    let listener = try Listener(kind, .seat(seat), absence: .isAwaited)
    listener.source.capture(.exclusive)
    let screen = FakeTouchScreen(seat: seat).plug()
    try listener.turn()
    #expect(try state(listener) == .exclusive)
    #expect(fake_device_is_grabbed(screen.node))
    screen.unplug()
    try listener.turn()
    screen.plug()
    try listener.turn()
    #expect(try state(listener) == .exclusive)
    #expect(fake_device_is_grabbed(screen.node), "it is a new device, which was not captured")
  }

  @Test(arguments: SourceKind.allCases) func `a device that is plugged in again is not captured by what was before it`(
    kind: SourceKind
  ) throws {
    let (screen, listener) = try FakeTouchScreen(seat: seat).heard(by: kind)
    listener.source.capture(.exclusive)
    screen.unplug()
    try listener.turn()
    screen.plug()
    screen.down(0, 2000, 1000, at: 0, report: true)
    try listener.turn()
    // A finger is on it, so nobody may capture it yet, whatever the one before it was.
    #expect(!fake_device_is_grabbed(screen.node))
    #expect(try state(listener) == .awaitingLift)
    screen.up(0, at: 8, report: true)
    try listener.turn()
    #expect(fake_device_is_grabbed(screen.node))
    #expect(try state(listener) == .exclusive)
  }

  @Test func `the watchdog gives a device back when its touches are not read, and only then`() throws {
    let screen = FakeTouchScreen(seat: seat).plug()
    let descriptor = fake_device_open(screen.node)
    defer { fake_device_close(descriptor) }
    var capture = ExclusiveCapture(patience: .milliseconds(50))
    capture.want(.exclusive, watching: descriptor)
    _ = capture.pursue([(descriptor, screen.path, false)])
    #expect(capture.state(of: descriptor) == .exclusive && !capture.isPending)
    // Nothing to read: however long the loop sleeps, it has not stalled.
    usleep(200_000)
    #expect(fake_device_is_grabbed(screen.node))
    screen.report(at: 0)
    for _ in 0..<6000 where fake_device_is_grabbed(screen.node) { usleep(10_000) }
    #expect(!fake_device_is_grabbed(screen.node))
    // The loop stays away, but there is nothing more to give back.
    usleep(200_000)
    capture.noteTurn()
    #expect(capture.stalls == 1)
    #expect(capture.isPending)
    #expect(capture.state(of: descriptor) == .shared)
    // A device that was given back by request, or is closed, is no longer watched.
    for isClosed in [false, true] {
      for mode in [CaptureMode.exclusive] + (isClosed ? [] : [.shared]) {
        capture.want(mode, watching: descriptor)
        _ = capture.pursue([(descriptor, screen.path, false)])
      }
      if isClosed { capture.forget(descriptor) }
      usleep(200_000)
      capture.noteTurn()
      #expect(capture.stalls == 1)
    }
  }
}
