import CompositorRig
import Testing

/// What `offhand doctor` measures of a compositor.
@Suite(.serialized) struct DoctorTests {
  /// How many frames a second the doctor says the compositor asks for.
  private func rate(measuredOn compositor: any Compositor) throws -> Double {
    let program = try compositor.run([Program.built("offhand"), "doctor"])
    _ = try program.wait()
    let words = program.standardOutput.split { $0 == " " || $0 == "\n" }
    let place = try #require(words.firstIndex(of: "asks"), "\(program.standardOutput)")
    // "asks for 59.9 frames a second"
    return try #require(words[place...].dropFirst(2).first.flatMap { Double($0) })
  }

  @Test(.enabled(if: Weston.isAvailable)) func `how often weston asks for a frame is measured`() throws {
    let rate = try rate(measuredOn: try Weston())
    #expect(rate > 0 && rate < 70)
  }

  @Test(.enabled(if: Sway.isAvailable, "needs sway, grim and setpriv: scripts/setup compositors"))
  func `how often sway asks for a frame is measured, at the rate of its mode`() throws {
    let slow = try rate(measuredOn: try Sway(configuration: "output HEADLESS-1 mode 1024x640@20Hz"))
    #expect(slow > 0 && slow < 25)
    let fast = try rate(measuredOn: try Sway(configuration: "output HEADLESS-1 mode 1024x640@200Hz"))
    #expect(fast > slow && fast < 230)
  }
}
