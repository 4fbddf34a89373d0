import DesignCases
import CompositorRig
import Foundation
import Offhand
import Testing

@testable import OffhandClient

/// How the panel stands: stated by the user, or assumed from the size that the output tells, and told in the terminal.
@Suite(.serialized, .ownThreads, .enabled(if: Weston.isAvailable)) struct PostureTests {
  private static let tablet = (width: 217, height: 136)
  private static let screen = (width: 1024.0, height: 640.0)

  let picture: GreenPicture

  init() throws { picture = try GreenPicture() }

  /// Starts `offhand zoom` with the green picture, waits until it is seen, and pinches it.
  private func pinch(_ pinch: PinchScript, on weston: Weston, _ words: [String] = []) throws -> Program {
    let program = try weston.start(["zoom", picture.path] + words)
    _ = try weston.waitForScreen("the picture") { GreenPicture.bounds(in: $0) != nil }
    try pinch.play(on: weston)
    return program
  }

  /// The picture grows over the whole screen, so that the popover is on it wherever it stands.
  private static let script = PinchScript(hand: .right, middle: (512, 320), factor: 1.5, arm: (120, 100))

  private func prediction(_ posture: Posture) throws -> Rect {
    let size = Size(width: Double(PostureTests.tablet.width), height: Double(PostureTests.tablet.height))
    return try #require(
      try ZoomPrediction(
        PostureTests.script, placement: .best, width: PostureTests.screen.width, height: PostureTests.screen.height,
        size: size, posture: posture)
    ).popover
  }

  private func expect(_ popover: Rect, on weston: Weston) throws {
    var last = "nothing"
    _ = try weston.waitForScreen("a popover at \(popover), last \(last)") {
      let seen = GreenPicture.popover(in: $0)
      last = String(describing: seen)
      return seen?.isNear(popover) == true
    }
  }

  @Test func `the posture is taken from the size of the output, and said`() throws {
    let weston = try Weston(panel: PostureTests.tablet)
    let program = try pinch(PostureTests.script, on: weston)
    try expect(try prediction(.flatTablet), on: weston)
    #expect(
      program.standardError.contains("the panel measures 217 x 136 mm, so its posture is assumed to be flat-tablet"))
    try program.end()
  }

  @Test func `a stated posture is used for placing, and not reported as uncertain`() throws {
    let kiosk = try prediction(.kiosk)
    #expect((kiosk.center - (try prediction(.flatTablet)).center).length > 20)
    let weston = try Weston(panel: PostureTests.tablet)
    let program = try pinch(PostureTests.script, on: weston, ["--posture", "kiosk"])
    try expect(kiosk, on: weston)
    #expect(!program.standardError.contains("posture"))
    try program.end()
  }

  @Test(arguments: ["zoom", "board", "touches"])
  func `an output without a size is what '--size' says, and another name is not found`(demo: String) throws {
    let weston = try Weston()
    let program = try weston.start([demo, "--size", "headless=217x136", "--size", "DP-7=30x30"])
    #expect(program.standardError.contains("the panel measures 217 x 136 mm"), "\(program.standardError)")
    #expect(program.standardError.contains("is named 'DP-7', so its size has no effect; there are headless"))
    try program.end()
  }

  @Test(arguments: ["zoom", "board", "touches"]) func `an output without a size is reported once`(demo: String) throws {
    let weston = try Weston()
    let program = try weston.start([demo])
    let lines = program.standardError.split(separator: "\n").filter { $0.contains("posture") }
    #expect(lines.count == 1)
    #expect(lines.first?.contains("the size of the panel is unknown") == true)
    try program.end()
  }

  @Test func `a hand that is stated puts the popover on the other side`() throws {
    let weston = try Weston(panel: PostureTests.tablet)
    let right = try prediction(.flatTablet)
    let program = try pinch(PostureTests.script, on: weston, ["--hand", "left"])
    let screen = try weston.waitForScreen("a popover") { GreenPicture.popover(in: $0) != nil }
    let seen = try #require(GreenPicture.popover(in: screen))
    #expect(right.center.x < PostureTests.script.middle.x)
    #expect(seen.midX > PostureTests.script.middle.x)
    try program.end()
  }

  @Test(.placement("69")) func `a hand is kept from run to run where the user names a file, and only there`() throws {
    let weston = try Weston(panel: PostureTests.tablet)
    let file = picture.directory.file("hand")
    let words = ["--remember-hand", file, "--posture", "handheld"]
    let left = PinchScript(hand: .left, middle: (512, 320), factor: 1.5, arm: (80, 90))
    func run(_ words: [String]) throws -> HandHabit? {
      let program = try pinch(left, on: weston, words)
      try left.lift(on: weston)
      _ = try weston.waitForScreen("the popover to go") { GreenPicture.popover(in: $0) == nil }
      try program.end()
      // It has given up its rights, and writes that file alone.
      #expect(!program.standardError.contains("was refused") && !program.standardError.contains("cannot be kept"))
      return try? HandHabitFile.habit(at: file)
    }
    #expect(try run([]) == nil)
    let first = try #require(try run(words))
    #expect(first.rightProbability < 0.9)
    let second = try #require(try run(words))
    #expect(second.rightProbability < first.rightProbability)
    let broken = try picture.directory.write("my left one", to: "hand")
    let program = try pinch(left, on: weston, words)
    try program.end()
    #expect(program.standardError.contains("\(broken): no line like"))
    #expect(try String(contentsOfFile: broken, encoding: .utf8) == "my left one", "it is not written over")
  }
}
