import Offhand
import OffhandPixman

@testable import OffhandClient
@testable import OffhandDemos

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
    let image = ZoomImage(id: ImageID(rawValue: 1), width: GreenPicture.width, height: GreenPicture.height)
    var view = ZoomView(
      image, gestures: ZoomGestures.pipeline(), indices: .standard, strategy: strategy, behavior: behavior)
    view.layout(in: ViewEnvironment(surface: surface, grid: grid, measure: try FontBook().measure(on: grid)))
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
    view.draw(at: settled, into: &list)
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
