import CompositorRig
import Foundation
import Offhand
import OffhandPixman
import OffhandPlatform
import Testing
@testable import OffhandClient
@testable import OffhandDemos

/// First light: fingers on a compositor's touch screen scale a picture, and the zoom level stands where the strategy says.
@Suite(.serialized, .ownThreads, .enabled(if: Weston.isAvailable)) struct ZoomTests {
  static let screen = (width: 1024.0, height: 640.0)
  static let home = GreenPicture.home(width: screen.width, height: screen.height)
  /// 128 points of the original's screen, in pixels of 96 to the inch.
  static let originalOffset = 128.0 / 163 * 96

  let picture: GreenPicture

  init() throws { picture = try GreenPicture() }

  /// Starts `offhand zoom` with the green picture and waits until it is seen.
  func start(on compositor: some Compositor, _ words: [String] = []) throws -> Program {
    let program = try compositor.run([Program.built("offhand"), "zoom", picture.path, "--log", "info"] + words)
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
    _ = try weston.waitForScreen("the popover to go, and the picture to spring back to fit") {
      GreenPicture.popover(in: $0) == nil && GreenPicture.bounds(in: $0)?.isNear(ZoomTests.home) == true
    }
    try program.end()
  }

  @Test func `a thumb that rests on the glass does not disturb two fingers that zoom`() throws {
    let weston = try Weston()
    let program = try start(on: weston, ["--source", "wayland", "--placement", "original"])
    let landing = MonotonicClock.now()
    try weston.touch(.down(id: 5, x: 6, y: 634, at: landing.nanoseconds), .frame)
    try Waiting.until("the thumb to rest") { MonotonicClock.now() >= landing + .milliseconds(700) }
    let pinch = PinchScript(hand: .right, middle: (490, 330), factor: 0.7)
    try pinch.play(on: weston)
    _ = try weston.waitForScreen("\(pinch.scaled(ZoomTests.home))") {
      GreenPicture.bounds(in: $0)?.isNear(pinch.scaled(ZoomTests.home)) == true
    }
    try pinch.lift(on: weston)
    try program.end()
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
      try ZoomPrediction(pinch, placement: .original, width: Double(screen.width), height: Double(screen.height)))
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

/// What the model makes of a pinch, computed in the test process: the same view, fed with the same touches.
struct ZoomPrediction {
  /// Where the picture is, in logical pixels.
  let picture: Rect
  /// Where the popover is, in logical pixels.
  let popover: Rect

  /// On a surface of so many logical pixels that covers a panel of `size` millimetres, which stands as `posture` says.
  init?(
    _ pinch: PinchScript, placement: PlacementPreset, width: Double, height: Double, size: Size? = nil,
    posture: Posture = .unknown
  ) throws {
    let surface =
      size.map { SurfaceGeometry(size: $0, pixelWidth: width, pixelHeight: height, provenance: .output) }
      ?? SurfaceGeometry(assumedFromPixelWidth: width, pixelHeight: height)
    let strategy = placement.strategy(in: PanelSetup(panel: surface.bounds, posture: posture))
    guard let rects = try ZoomPrediction.play(pinch, strategy, placement == .original ? .original : .calm, on: surface)
    else { return nil }
    let (across, down) = (surface.pixelsPerMillimetreX, surface.pixelsPerMillimetreY)
    func pixels(_ rect: Rect) -> Rect {
      Rect(x: rect.minX * across, y: rect.minY * down, width: rect.width * across, height: rect.height * down)
    }
    picture = pixels(rects.picture)
    popover = pixels(rects.popover)
  }

  private static func play(
    _ pinch: PinchScript, _ strategy: some PlacementStrategy, _ behavior: ZoomBehavior, on surface: SurfaceGeometry
  ) throws -> (picture: Rect, popover: Rect)? {
    let grid = PixelGrid(of: surface)
    let image = PictureTarget.Image(id: ImageID(rawValue: 1), width: GreenPicture.width, height: GreenPicture.height)
    var view = ZoomView(
      image, gestures: ZoomGestures.pipeline(), indices: .standard, strategy: strategy, behavior: behavior)
    view.layout(
      in: ViewEnvironment(
        surface: surface, grid: grid, measure: try FontBook().measure(on: grid), posture: strategy.environment.posture))
    var assembler = TouchFrameAssembler()
    let device = DeviceID(rawValue: 1)
    var time = Timestamp(seconds: 10)
    for step in 0...PinchScript.steps {
      for (slot, place) in pinch.places(step).enumerated() {
        let point = surface.point(pixelX: place.x, pixelY: place.y)
        let kind: TouchEvent.Kind = step == 0 ? .down(point) : .motion(point)
        assembler.add(.touch(TouchEvent(device: device, slot: Int32(slot), timestamp: time, kind: kind))) {
          view.process($0)
        }
      }
      assembler.add(.frame(device, time)) { view.process($0) }
      time = time + PinchScript.interval
    }
    let settled = time + .seconds(1)
    view.advance(to: settled)
    var list = DisplayList()
    view.draw(for: FrameTime(now: settled), into: &list)
    var rects: (picture: Rect?, popover: Rect?)
    for command in list.commands {
      if case .picture(_, let size, let map, _) = command {
        rects.picture = map.bounds(of: Rect(origin: .origin, size: size))
      }
      if case .text(_, let rect, _) = command { rects.popover = rect }
    }
    guard let picture = rects.picture, let popover = rects.popover else { return nil }
    return (picture, popover)
  }
}

/// A plain green picture, on which a screenshot tells picture, popover and ground apart.
struct GreenPicture {
  static let width = 1600
  static let height = 1000

  let directory: TemporaryFolder
  var path: String { directory.file("green.png") }

  init() throws {
    directory = try TemporaryFolder()
    let bitmap = Bitmap(width: GreenPicture.width, height: GreenPicture.height)
    bitmap.fill(Color(rgb: 0x00C800))
    try PNGWriter.write(bitmap, to: path)
  }

  /// Where the picture lies at the beginning on a surface of so many logical pixels: as large as fits, less 6 % of the
  /// shorter side all around.
  static func home(width: Double, height: Double) -> Rect {
    let margin = 0.06 * min(width, height)
    let factor = min((width - 2 * margin) / Double(self.width), (height - 2 * margin) / Double(self.height))
    return Rect(
      center: Point(x: width / 2, y: height / 2),
      size: Size(width: Double(self.width) * factor, height: Double(self.height) * factor))
  }

  /// The picture on a screenshot; a shadow on it still counts, its edge where at least half of a pixel is covered.
  static func bounds(in screenshot: Screenshot) -> PixelBounds? {
    screenshot.bounds { $0.green > 110 && $0.red < 90 && $0.blue < 90 }
  }

  /// The popover on a screenshot: what is dark within the picture.
  static func popover(in screenshot: Screenshot) -> PixelBounds? {
    guard let picture = bounds(in: screenshot) else { return nil }
    let inside = PixelBounds(
      left: picture.left + 3, top: picture.top + 3, right: picture.right - 3, bottom: picture.bottom - 3)
    return screenshot.bounds(within: inside) { $0.green < 70 }
  }
}

extension PixelBounds {
  /// Whether every edge is within `tolerance` pixels of that of `rect`, in pixels.
  func isNear(_ rect: Rect, tolerance: Double = 2) -> Bool {
    abs(Double(left) - rect.minX) <= tolerance && abs(Double(top) - rect.minY) <= tolerance
      && abs(Double(right) - rect.maxX) <= tolerance && abs(Double(bottom) - rect.maxY) <= tolerance
  }

  /// Whether the middle is within `tolerance` pixels of `point`, in pixels.
  func isCentered(on point: Point, tolerance: Double = 2) -> Bool {
    abs(midX - point.x) <= tolerance && abs(midY - point.y) <= tolerance
  }
}

/// Two fingers that pinch about a place, in logical pixels, as a hand would: index above, thumb below.
struct PinchScript {
  var hand: Handedness
  var middle: (x: Double, y: Double)
  /// The raw change of the distance between the fingers.
  var factor: Double
  /// From the middle to a finger at the beginning: across and down.
  var arm = (x: 120.0, y: 100.0)

  static let steps = 30
  static let interval = Duration.milliseconds(8)

  /// The fingers in step `step`, index first.
  func places(_ step: Int) -> [(x: Double, y: Double)] {
    let spread = 1 + (factor - 1) * Double(step) / Double(PinchScript.steps)
    let side = hand == .right ? 1.0 : -1.0
    return [1.0, -1].map { end in
      (middle.x + end * side * arm.x * spread, middle.y - end * arm.y * spread)
    }
  }

  /// Lands both fingers and moves them to the end; they stay down.
  func play(on weston: Weston) throws {
    let start = MonotonicClock.now()
    for step in 0...PinchScript.steps {
      let stamp = (start + PinchScript.interval * step).nanoseconds
      try Waiting.until("step \(step)") { MonotonicClock.now().nanoseconds >= stamp }
      let commands = places(step).enumerated().map { id, place in
        step == 0
          ? TouchCommand.down(id: id, x: place.x, y: place.y, at: stamp)
          : TouchCommand.motion(id: id, x: place.x, y: place.y, at: stamp)
      }
      try weston.touch(commands + [.frame])
    }
  }

  /// Lifts both fingers.
  func lift(on weston: Weston) throws {
    let stamp = MonotonicClock.now().nanoseconds
    try weston.touch(.up(id: 0, at: stamp), .up(id: 1, at: stamp), .frame)
  }

  /// What a rectangle of the picture becomes: the factor without the 2 mm of slop (Design/Recognizing.md "Pinch"), about the middle.
  func scaled(_ rect: Rect) -> Rect {
    let slop = (factor < 1 ? -2 : 2) / SurfaceGeometry.assumedMillimetresPerPixel
    let span = 2 * Vector(dx: arm.x, dy: arm.y).length
    let map = Similarity(scale: factor * span / (span + slop), rotation: .zero, about: Point(x: middle.x, y: middle.y))
    return map.bounds(of: rect)
  }
}
