import CompositorRig
import Foundation
import Offhand
import Testing

@testable import OffhandDemos

/// A compositor that goes takes nothing with it: the program continues at the next one where it was.
@Suite(.serialized, .ownThreads, .enabled(if: Weston.isAvailable)) struct ReconnectTests {
  /// Starts a demo that shows all that it has on `weston`, and looks for another compositor at the same display.
  private func start(_ words: [String], on weston: Weston) throws -> (MovableDisplay, Program) {
    let display = try MovableDisplay(to: weston)
    let program = try Program(
      [Program.built("offhand")] + words + ["--reconnect", "--source", "wayland", "--log", "debug"],
      environment: display.environment)
    try program.waitForOutput("complete")
    return (display, program)
  }

  @Test func `the picture is where the fingers left it when another compositor is there`() throws {
    let picture = try GreenPicture()
    let first = try Weston()
    let (display, program) = try start(["zoom", picture.path], on: first)
    let pinch = PinchScript(hand: .right, middle: (490, 330), factor: 1.12)
    let expected = pinch.scaled(GreenPicture.home(width: 1024, height: 640))
    try pinch.play(on: first)
    _ = try first.waitForScreen("the larger picture") { GreenPicture.bounds(in: $0)?.isNear(expected) == true }
    // The fingers stay down: they go with the compositor.
    kill(-first.program.processID, SIGKILL)
    try program.waitForOutput("looking for another")
    #expect(!program.standardError.contains("start the program again"))
    #expect(program.poll() == nil)
    let second = try Weston()
    try display.lead(to: second.socketPath)
    try program.waitForOutput("connected again")
    _ = try second.waitForScreen("the larger picture again, without a popover") {
      GreenPicture.bounds(in: $0)?.isNear(expected) == true && GreenPicture.popover(in: $0) == nil
    }
    #expect(!program.standardError.contains("still connects") && !program.standardError.contains("was refused"))
    // It still listens to fingers.
    try PinchScript(hand: .right, middle: (490, 330), factor: 1.2, arm: (60, 50)).play(on: second)
    _ = try second.waitForScreen("the popover") { GreenPicture.popover(in: $0) != nil }
    try program.end()
  }

  @Test func `without the process that connects there is no next compositor, and the program ends at once`() throws {
    let first = try Weston()
    let (display, program) = try start(["tray"], on: first)
    let found = try Program(["pgrep", "-P", "\(program.processID)", "offhand-connect"])
    try found.wait()
    let process = try #require(found.standardOutput.split(separator: "\n").first.flatMap { Int32($0) })
    kill(process, SIGKILL)
    kill(-first.program.processID, SIGKILL)
    #expect(try program.wait() == .exited(1))
    #expect(program.standardError.contains("the process that connects to the compositor has ended"))
    withExtendedLifetime(display) {}
  }

  @Test func `a signal ends the wait for a next compositor that does not reply`() throws {
    let first = try Weston()
    let (display, program) = try start(["tray"], on: first)
    let silent = try SilentCompositor()
    try display.lead(to: silent.path)
    kill(-first.program.processID, SIGKILL)
    try program.waitForOutput("waiting for the compositor at \(display.path), which does not reply")
    try program.end()
  }

  @Test func `a signal ends a program that finds a next compositor which accepts no connection`() throws {
    let first = try Weston()
    let (display, program) = try start(["tray"], on: first)
    let deaf = try DeafListener()
    try display.lead(to: deaf.path)
    kill(-first.program.processID, SIGKILL)
    try program.waitForOutput("looking for another")
    try program.end()
    withExtendedLifetime(deaf) {}
  }

  @Test(arguments: ["board", "tray", "touches"]) func `every demo is there again at the next compositor`(demo: String)
    throws
  {
    let first = try Weston()
    let (display, program) = try start([demo], on: first)
    /// Whether a demo is seen, and no empty screen of one colour.
    func isSeen(_ screenshot: Screenshot) -> Bool { screenshot.count { $0 != screenshot[0, 0] } > 5_000 }
    _ = try first.waitForScreen("the demo") { isSeen($0) }
    kill(-first.program.processID, SIGKILL)
    try program.waitForOutput("looking for another")
    let second = try Weston()
    try display.lead(to: second.socketPath)
    try program.waitForOutput("connected again")
    _ = try second.waitForScreen("the demo again") { isSeen($0) }
    try program.end()
  }
}
