import FakeEvdev
import Offhand
import Testing

@testable import OffhandLibinput

/// libinput, unmodified, on fake devices: from the kernel's events to frames in millimetres.
struct FrameTests {
  private let seat = "seat-\(UInt64.random(in: 0 ... .max))"

  @Test(arguments: SourceKind.allCases) func `two fingers come as frames in millimetres`(kind: SourceKind) throws {
    let screen = FakeTouchScreen(seat: seat)
    screen.plug()
    let listener = try Listener(kind, .seat(seat))
    screen.down(0, 2000, 1000, at: 0)
    screen.down(1, 4000, 3000, at: 0)
    screen.report(at: 0)
    screen.move(1, 4020, 3000, at: 8)
    screen.report(at: 8)
    screen.up(0, at: 16)
    screen.report(at: 16)
    screen.up(1, at: 24)
    screen.report(at: 24)
    try listener.turn()
    #expect(
      listener.summary == [
        "0 began 100.0,50.0 | 1 began 200.0,150.0",
        "0 stationary 100.0,50.0 | 1 moved 201.0,150.0",
        "0 ended 100.0,50.0 | 1 stationary 201.0,150.0",
        "1 ended 201.0,150.0",
      ])
    #expect(
      listener.frames.map { $0.timestamp.nanoseconds / 1000 - screen.epoch } == [0, 8000, 16000, 24000])
    #expect(listener.assembler.diagnostics == TouchDiagnostics())
  }
}
