import CompositorRig
import Foundation
import Offhand
import Testing

@testable import OffhandDemos

/// First light: fingers on a compositor's touch screen scale a picture, and the zoom level stands where the strategy says.
@Suite(.serialized, .enabled(if: Weston.isAvailable)) struct ZoomTests {
  static let screen = (width: 1024.0, height: 640.0)
  static let home = GreenPicture.home(width: screen.width, height: screen.height)
  /// 128 points of the original's screen, in pixels of 96 to the inch.
  static let originalOffset = 128.0 / 163 * 96

  let picture: GreenPicture

  init() throws { picture = try GreenPicture() }

  /// Starts `offhand zoom` with the green picture and waits until it is seen.
  func start(on compositor: some Compositor, _ words: [String] = []) throws -> Program {
    let program = try compositor.run(
      [Program.built("offhand"), "zoom", picture.path, "--log", "info"] + words)
    try program.waitForOutput("complete")
    _ = try compositor.waitForScreen("the picture") {
      GreenPicture.bounds(in: $0)?.isNear(GreenPicture.home(width: Double($0.width), height: Double($0.height))) == true
    }
    return program
  }

  @Test(arguments: [Weston.Shell.desktop, .kiosk], [Handedness.right, .left])
  func `a pinch scales the picture about the fingers, and the original's popover keeps clear of the hand`(
    shell: Weston.Shell, hand: Handedness
  ) throws {
    let weston = try Weston(shell: shell)
    let program = try start(on: weston, ["--source", "wayland", "--placement", "original"])
    let pinch = PinchScript(hand: hand, middle: (490, 330), factor: 0.7)
    try pinch.play(on: weston)
    let side = hand == .right ? -1.0 : 1
    let place = Point(x: 490 + side * ZoomTests.originalOffset, y: 330 - ZoomTests.originalOffset)
    var last = "nothing"
    _ = try weston.waitForScreen("\(pinch.scaled(ZoomTests.home)) and a popover at \(place); last \(last)") {
      let (bounds, popover) = (GreenPicture.bounds(in: $0), GreenPicture.popover(in: $0))
      last = "\(String(describing: bounds)), \(String(describing: popover))"
      return bounds?.isNear(pinch.scaled(ZoomTests.home)) == true && popover?.isCentered(on: place) == true
    }
    try pinch.lift(on: weston)
    _ = try weston.waitForScreen("the popover to go") {
      GreenPicture.popover(in: $0) == nil && GreenPicture.bounds(in: $0)?.isNear(pinch.scaled(ZoomTests.home)) == true
    }
    program.signal(2)
    #expect(try program.wait() == .exited(0))
  }

  @Test(arguments: [Handedness.right, .left])
  func `the classic's popover stands above the fingers`(hand: Handedness) throws {
    let weston = try Weston()
    let program = try start(on: weston, ["--source", "wayland", "--placement", "classic"])
    let pinch = PinchScript(hand: hand, middle: (490, 330), factor: 0.7)
    try pinch.play(on: weston)
    let bottom = 330 - 0.7 * 100 - ClassicPlacement.standardGap * 96 / 25.4
    var last = "nothing"
    _ = try weston.waitForScreen("a popover above \(bottom); last \(last)") {
      let popover = GreenPicture.popover(in: $0)
      last = String(describing: popover)
      guard let popover else { return false }
      return abs(popover.midX - 490) <= 2 && abs(Double(popover.bottom) - bottom) <= 2
    }
    #expect(program.poll() == nil)
  }

  /// Waits until the screen shows picture and popover where the model has them.
  func expect(_ prediction: ZoomPrediction, on compositor: some Compositor) throws {
    var last = "nothing"
    _ = try compositor.waitForScreen("\(prediction), last \(last)") {
      let (bounds, popover) = (GreenPicture.bounds(in: $0), GreenPicture.popover(in: $0))
      last = "\(String(describing: bounds)), \(String(describing: popover))"
      return bounds?.isNear(prediction.picture.cut(to: $0)) == true && popover?.isNear(prediction.popover) == true
    }
  }

  @Test(arguments: [Handedness.right, .left])
  func `the best placement stands where the model says, off both fingers`(hand: Handedness) throws {
    let weston = try Weston()
    let program = try start(on: weston, ["--source", "wayland"])
    // The picture grows over the whole screen, so that the popover is on it wherever it stands.
    let pinch = PinchScript(hand: hand, middle: (490, 330), factor: 1.5, arm: (80, 70))
    let prediction = try #require(
      try ZoomPrediction(pinch, placement: .best, width: ZoomTests.screen.width, height: ZoomTests.screen.height))
    try pinch.play(on: weston)
    try expect(prediction, on: weston)
    for finger in pinch.places(PinchScript.steps) {
      #expect(prediction.popover.distance(to: Point(x: finger.x, y: finger.y)) > 10)
    }
    #expect(program.poll() == nil)
  }

  @Test(.enabled(if: Sway.isAvailable)) func `a pinch in sway, nested in weston`() throws {
    let weston = try Weston(touchScreen: .later)
    try pinchNested(try Sway(inside: weston), in: weston)
  }

  @Test(.enabled(if: Cage.isAvailable)) func `a pinch in cage, which never says that a frame of touches is complete`()
    throws
  {
    let weston = try Weston(touchScreen: .later)
    try pinchNested(try Cage(inside: weston), in: weston)
  }

  private func pinchNested(_ compositor: some Compositor, in weston: Weston) throws {
    let program = try start(on: compositor, ["--source", "wayland", "--placement", "original"])
    let screen = try compositor.screenshot()
    let pinch = PinchScript(
      hand: .right, middle: (Double(screen.width) / 2 - 20, Double(screen.height) / 2 + 10), factor: 0.7)
    let prediction = try #require(
      try ZoomPrediction(
        pinch, placement: .original, width: Double(screen.width), height: Double(screen.height)))
    try pinch.play(on: weston)
    try expect(prediction, on: compositor)
    #expect(program.poll() == nil)
  }

  @Test func `a touch screen unplugged in a pinch takes the popover away, and works again when it is back`() throws {
    let weston = try Weston()
    let program = try start(on: weston, ["--source", "wayland", "--placement", "original"])
    let pinch = PinchScript(hand: .right, middle: (490, 330), factor: 0.7)
    try pinch.play(on: weston)
    _ = try weston.waitForScreen("the popover") { GreenPicture.popover(in: $0) != nil }
    try weston.touch(.touchRemove)
    _ = try weston.waitForScreen("the popover to go") { GreenPicture.popover(in: $0) == nil }
    #expect(program.poll() == nil)
    try weston.touch(.touchAdd)
    // Nothing says when the program listens again.
    try Waiting.until("the popover again") {
      try pinch.play(on: weston)
      let popover = GreenPicture.popover(in: try weston.screenshot())
      try pinch.lift(on: weston)
      return popover != nil
    }
    #expect(program.poll() == nil)
  }
}

extension Rect {
  /// The part that a screen shows.
  fileprivate func cut(to screen: Screenshot) -> Rect {
    intersection(Rect(x: 0, y: 0, width: Double(screen.width), height: Double(screen.height))) ?? self
  }
}
