import Offhand
import OffhandLinux
import OffhandPixman

/// Keeps a view on a window: lays it out, hands it touches and time, and shows at most one frame in each round of the loop.
final class ViewHost<View: TouchView>: TouchReceiver {
  /// The view.
  @exclusivity(unchecked) private(set) var view: View
  /// Called once, when the first frame was shown.
  var onFirstFrame: (Timestamp) throws -> Void = { _ in }
  /// How many frames were shown.
  private(set) var frames = 0

  /// How long to wait for the next look at an animation of which nothing is seen: a frame at 60 a second.
  private static var pacing: Duration { .microseconds(16_667) }

  private let window: any Window
  private let renderer: Renderer
  private var composer = FrameComposer()
  private var touched = TouchedSurface()
  private var grid: PixelGrid?
  private var laidOut: WindowGeometry?
  private var needsFrame = true
  private var pace: Timestamp?

  init(_ view: View, on window: any Window, renderer: Renderer) {
    self.view = view
    self.window = window
    self.renderer = renderer
  }

  /// When the view, or an animation of which nothing is seen yet, wants to go on.
  var deadline: Timestamp? {
    guard let pace else { return view.deadline }
    return view.deadline.map { min($0, pace) } ?? pace
  }

  /// Serves what is due in the view.
  func advance(to now: Timestamp) {
    view.advance(to: now)
    pace = nil
    needsFrame = true
  }

  /// What has to happen once in every round: shows a frame if there is something new and room for it.
  func update(at now: Timestamp) throws {
    layOut()
    guard let grid, needsFrame, window.isReady else { return }
    let damage = composer.compose(view, at: now, on: grid)
    // What is animating has to be drawn until it rests, and once more then.
    needsFrame = view.isAnimating(at: now)
    // A frame that is not shown is not answered by the compositor, so time has to drive the animation on.
    pace = needsFrame && damage.isEmpty ? now + ViewHost.pacing : nil
    guard !damage.isEmpty else { return }
    try window.present(damage) { buffer in
      renderer.draw(
        composer.list, on: grid, damage: composer.repair(ofBufferAged: buffer.age), into: buffer.memory,
        stride: buffer.stride)
    }
    frames += 1
    if frames == 1 { try onFirstFrame(now) }
  }

  func receive(added device: TouchDevice) { touched.update(device) }

  func receive(changed device: TouchDevice) { touched.update(device) }

  func receive(removed device: DeviceID) { touched.remove(device) }

  func receive(_ frame: borrowing TouchFrame) {
    view.process(frame)
    needsFrame = true
  }

  private func layOut() {
    guard var geometry = window.geometry else { return }
    touched.output = geometry.surface
    if let surface = touched.geometry { geometry.surface = surface }
    guard geometry != laidOut else { return }
    laidOut = geometry
    let grid = PixelGrid(of: geometry.surface, scale: geometry.scale)
    self.grid = grid
    view.layout(in: ViewEnvironment(surface: geometry.surface, grid: grid, measure: renderer.fonts.measure(on: grid)))
    needsFrame = true
  }
}
