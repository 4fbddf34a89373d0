import Offhand
import Testing

@testable import OffhandWayland

/// What compositors send for the same fingers, as it was recorded (Design/Platform.md "Touch events of compositors"), and the frames that must
/// come of it.
struct TouchTranscriptTests {
  @Test func `weston leaves out the frame after the last lift`() {
    let frames = play([
      [.down(0, 10, 10, 100), .frame], [.motion(0, 12, 10, 108), .frame], [.up(0, 116)],
      [.down(0, 50, 50, 400), .frame], [.up(0, 410)],
    ])
    #expect(frames == ["began 0", "moved 0", "ended 0", "began 0", "ended 0"])
  }

  @Test func `weston keeps a finger down that it cancelled, and the next landing ends it`() {
    // Its default grab does nothing at a cancel: motion simply stops, and the same number lands again.
    let frames = play([[.down(0, 10, 10, 100), .frame], [.down(0, 11, 10, 900), .frame], [.up(0, 910)]])
    #expect(frames == ["began 0", "cancelled 0", "began 0", "ended 0"])
  }

  @Test func `a finger lands where one was cancelled by a resize and its lift was lost: it is a touch of its own`() {
    let frames = play([
      [.down(0, 10, 10, 100), .frame], [.resize], [.motion(0, 14, 10, 200), .frame],
      // Mir's repetition is still the finger that was cancelled.
      [.down(0, 14, 10, 300), .down(1, 40, 10, 300), .frame], [.down(0, 90, 10, 900), .frame], [.up(0, 910), .frame],
    ])
    #expect(frames == ["began 0", "cancelled 0", "began 1", "stationary 1 began 0", "stationary 1 ended 0"])
  }

  @Test func `a finger does not have the orientation of one whose lift was lost`() {
    let surface = SurfaceGeometry(assumedFromPixelWidth: 640, pixelHeight: 480)
    var screen = TouchScreen(
      seat: 1, device: TouchDevice(id: DeviceID(rawValue: 1), name: "transcript", surface: surface))
    let stamp = TouchStamp(milliseconds: 100, nanoseconds: nil)
    var orientations: [Float?] = []
    for report in [
      TouchReport.down(0, surface: nil, x: 10, y: 10, stamp), .orientation(0, degrees: 30),
      .shape(0, major: 8, minor: 6),
      .down(0, surface: nil, x: 90, y: 10, stamp), .shape(0, major: 8, minor: 6),
    ] {
      screen.take(report, at: Timestamp(seconds: 1)) { event in
        if case .touch(let touch) = event, case .shape(let shape) = touch.kind {
          orientations.append(shape.orientationRadians)
        }
      }
    }
    #expect(orientations.count == 2)
    #expect(orientations.first.flatMap { $0 } != nil)
    #expect(orientations.last.flatMap { $0 } == nil)
  }

  @Test func `cage never sends a frame`() {
    let frames = play([
      [.down(0, 10, 10, 100), .down(1, 40, 10, 100)], [.motion(0, 11, 10, 108), .motion(1, 39, 10, 108)],
      [.up(0, 116)], [.up(1, 124)], [.down(0, 5, 5, 300), .up(0, 340)],
    ])
    #expect(
      frames == [
        "began 0 began 1", "moved 0 moved 1", "ended 0 stationary 1", "ended 1", "began 0", "ended 0",
      ])
  }

  @Test func `KWin loses the first landing and stamps every event of a frame anew`() {
    let frames = play([
      [.motion(0, 10, 10, 5_000_100), .frame],
      [.motion(0, 12, 10, 5_000_108), .down(1, 60, 10, 5_000_109), .frame],
      [.motion(0, 13, 10, 5_000_116), .motion(1, 61, 10, 5_000_117), .frame], [.cancel],
      [.down(0, 20, 20, 5_000_300), .frame], [.up(0, 5_000_310), .frame],
    ])
    #expect(
      frames == [
        "began 0", "moved 0 began 1", "moved 0 moved 1", "cancelled 0 cancelled 1", "began 0", "ended 0",
      ])
  }

  @Test func `Mir lands a finger again when another lands, and moves a finger that lifts`() {
    let frames = play([
      [.down(0, 10, 10, 100), .frame], [.down(0, 10, 10, 116), .down(1, 40, 10, 116), .frame],
      [.motion(0, 11, 10, 124), .motion(1, 40, 10, 124), .frame],
      [.up(0, 132), .motion(1, 40, 10, 132), .frame], [.up(1, 140), .frame],
    ])
    #expect(
      frames == [
        "began 0", "stationary 0 began 1", "moved 0 moved 1", "ended 0 moved 1", "ended 1",
      ])
  }

  /// One event of a transcript: the contact, its place in pixels, the stamp in milliseconds.
  private enum Step {
    case down(Int32, Double, Double, UInt32)
    case motion(Int32, Double, Double, UInt32)
    case up(Int32, UInt32)
    case frame
    case cancel
    /// The surface gets another size.
    case resize

    var report: TouchReport? {
      func stamp(_ time: UInt32) -> TouchStamp { TouchStamp(milliseconds: time, nanoseconds: nil) }
      return switch self {
      case .down(let id, let x, let y, let time): .down(id, surface: nil, x: x, y: y, stamp(time))
      case .motion(let id, let x, let y, let time): .motion(id, x: x, y: y, stamp(time))
      case .up(let id, let time): .up(id, stamp(time))
      case .frame: .frame
      case .cancel: .cancel
      case .resize: nil
      }
    }
  }

  /// The frames that come of batches of events, in words: phase and number of every contact.
  private func play(_ batches: [[Step]]) -> [String] {
    let surface = SurfaceGeometry(assumedFromPixelWidth: 640, pixelHeight: 480)
    var screen = TouchScreen(
      seat: 1, device: TouchDevice(id: DeviceID(rawValue: 1), name: "transcript", surface: surface))
    var assembler = TouchFrameAssembler(habits: .wayland)
    var frames: [String] = []
    func note(_ frame: borrowing TouchFrame) {
      var words: [String] = []
      for index in frame.indices { words.append("\(frame[index].phase) \(frame[index].slot)") }
      frames.append(words.joined(separator: " "))
    }
    for batch in batches {
      for step in batch {
        let now = Timestamp(seconds: 1)
        if let report = step.report {
          screen.take(report, at: now) { event in assembler.add(event) { note($0) } }
        } else {
          screen.cancelAll(at: now) { event in assembler.add(event) { note($0) } }
        }
      }
      assembler.endBatch { note($0) }
    }
    return frames
  }
}
