import Offhand
import OffhandPixman
import OffhandPlatform
import OffhandWayland

/// Keeps a view on a window: lays it out, hands it touches and time, and shows at most one frame in each round of the loop.
final class ViewHost<View: TouchView>: TouchReceiver {
  /// The view.
  @exclusivity(unchecked) private(set) var view: View
  /// Called once, when the first frame was shown.
  var onFirstFrame: (Timestamp) throws -> Void = { _ in }
  /// Called once, when the first frame was shown in which nothing is missing.
  var onCompleteFrame: (Timestamp) throws -> Void = { _ in }
  /// Called after every frame that was shown, with how long drawing and committing it took.
  var onFrame: (ViewHost, Timestamp, Duration) -> Void = { _, _, _ in }
  /// Called when the view is laid out on a panel that stands otherwise than before, as far as is known.
  var onPosture: (PanelPosture) -> Void = { _ in }
  private var hasBeenComplete = false
  /// How many frames were shown.
  private(set) var frames = 0

  /// How long to wait for the next look at an animation of which nothing is seen: a frame at 60 a second.
  private static var pacing: Duration { .microseconds(16_667) }

  /// Where it is shown; `nil` while there is no compositor.
  private var window: (any Window)?
  private let renderer: Renderer
  private var composer = FrameComposer()
  private var touched = TouchedSurface()
  private var grid: PixelGrid?
  private var laidOut: WindowGeometry?
  /// How the panel stands, as the user says; `nil` where they say nothing.
  private let statedPosture: Posture?
  private var posture: PanelPosture?
  private var needsFrame = true
  /// When the frame that waits should be drawn; `nil` while it waits for the compositor, or none waits.
  private var frameTime: Timestamp?

  init(_ view: View, on window: (any Window)? = nil, posture: Posture? = nil, renderer: Renderer) {
    self.view = view
    self.window = window
    statedPosture = posture
    self.renderer = renderer
  }

  /// When the view wants to go on, or a frame that waits should be drawn.
  var deadline: Timestamp? {
    guard let frameTime else { return view.deadline }
    return view.deadline.map { min($0, frameTime) } ?? frameTime
  }

  /// Shows the view on another window, or on none until there is one again; what the view knows stays.
  func move(to window: (any Window)?) {
    self.window = window
    composer.forget()
    laidOut = nil
    frameTime = nil
    needsFrame = true
  }

  /// Tells the view something that no finger and no time has told it: a picture was read.
  func change(_ body: (inout View) -> Void) {
    body(&view)
    needsFrame = true
  }

  /// Serves what is due in the view.
  func advance(to now: Timestamp) {
    if let due = view.deadline, due <= now {
      view.advance(to: now)
      needsFrame = true
    }
    if let due = frameTime, due <= now { frameTime = nil }
  }

  /// What has to happen once in every round: shows a frame if there is something new and room for it.
  func update(at now: Timestamp) throws {
    layOut()
    guard let window, let grid, needsFrame || window.needsFrame, frameTime == nil else { return }
    switch window.opportunity(at: now) {
    case .later: return
    case .at(let time): frameTime = time
    case .now: try drawFrame(at: now, on: grid, of: window)
    }
  }

  private func drawFrame(at now: Timestamp, on grid: PixelGrid, of window: any Window) throws {
    let start = MonotonicClock.now()
    let outcome = try window.draw { buffer in
      let damage = composer.compose(view, at: now, on: grid)
      if damage.isEmpty && !window.needsFrame { return damage }
      var region = buffer.missing ?? Damage(grid.bounds)
      region.add(damage)
      renderer.draw(composer.list, on: grid, damage: region, into: buffer.memory, stride: buffer.stride)
      return damage
    }
    switch outcome {
    case .committed:
      frames += 1
      // What is animating has to be drawn until it rests, and once more then.
      needsFrame = view.isAnimating(at: now)
      onFrame(self, now, MonotonicClock.now() - start)
      if frames == 1 { try onFirstFrame(now) }
      if view.isComplete && !hasBeenComplete {
        hasBeenComplete = true
        try onCompleteFrame(now)
      }
    case .unchanged:
      needsFrame = view.isAnimating(at: now)
      // A frame that is not shown is not answered by the compositor, so time has to drive the animation on.
      frameTime = needsFrame ? now + ViewHost.pacing : nil
    case .starved, .unconfigured: break
    }
  }

  func receive(added device: TouchDevice) { touched.update(device) }

  func receive(changed device: TouchDevice) { touched.update(device) }

  func receive(removed device: DeviceID) { touched.remove(device) }

  func receive(_ frame: borrowing TouchFrame) {
    // A device that has just come may have changed what the surface measures; a gesture must not begin before that is known.
    layOut()
    view.process(frame)
    needsFrame = true
  }

  private func layOut() {
    guard var geometry = window?.geometry else { return }
    touched.output = geometry.surface
    if let surface = touched.geometry { geometry.surface = surface }
    // What a touch screen says of its size, it says of the whole glass.
    if touched.isMeasured { geometry.panel = geometry.surface.size }
    guard geometry != laidOut else { return }
    laidOut = geometry
    let posture = PanelPosture(stated: statedPosture, panel: geometry.panel)
    if posture != self.posture { onPosture(posture) }
    self.posture = posture
    let grid = geometry.grid
    self.grid = grid
    view.layout(
      in: ViewEnvironment(
        surface: geometry.surface, grid: grid, measure: renderer.fonts.measure(on: grid), backdrop: geometry.backdrop,
        posture: posture.posture))
    needsFrame = true
  }
}

/// Lets the loop wake for what a view plans; the view itself is served once in every round.
final class ViewDeadline<View: TouchView>: EventSource {
  private let host: ViewHost<View>

  init(_ host: ViewHost<View>) { self.host = host }

  var descriptor: Int32? { nil }
  var deadline: Timestamp? { host.deadline }

  func dispatch(at now: Timestamp) { host.advance(to: now) }
}

/// Makes the next frame of a view and finds what in it differs from the one before.
///
/// Two display lists take turns, so that nothing is allocated once both have grown.
struct FrameComposer {
  /// The latest frame.
  private(set) var list = DisplayList()
  private var before = DisplayList()
  private var grid: PixelGrid?

  init() {}

  /// Writes what `view` shows at `time`, and answers what differs from the frame before; everything on a new grid.
  mutating func compose(_ view: borrowing some TouchView, at time: Timestamp, on grid: PixelGrid) -> Damage {
    swap(&list, &before)
    list.removeAll()
    view.draw(at: time, into: &list)
    guard grid == self.grid else {
      self.grid = grid
      return Damage(grid.bounds)
    }
    return Damage(from: before, to: list, on: grid)
  }

  /// The next frame is seen by somebody who has not seen the one before.
  mutating func forget() { grid = nil }
}

/// How large the surface is on the glass: the best that the output and the touch screens on it know (recognizers.md §3.0.1).
struct TouchedSurface {
  /// What the output knows, once it is known; its pixels are those of the surface.
  var output: SurfaceGeometry?
  private var devices: [TouchDevice] = []

  /// A touch screen came, or changed.
  mutating func update(_ device: TouchDevice) {
    remove(device.id)
    devices.append(device)
  }

  /// A touch screen went.
  mutating func remove(_ id: DeviceID) { devices.removeAll { $0.id == id } }

  /// The touch screens that are there.
  var isTouchable: Bool { !devices.isEmpty }

  /// Whether a touch screen, or the user, says how large it is.
  var isMeasured: Bool { geometry.map { $0.provenance == .configured || $0.provenance == .device } ?? false }

  /// The surface: of two that are known equally well the output's, of two touch screens the one that came first.
  var geometry: SurfaceGeometry? {
    guard var best = output else { return nil }
    for device in devices where device.surface.provenance.rank < best.provenance.rank {
      best.size = device.surface.size
      best.provenance = device.surface.provenance
    }
    return best
  }
}

extension SurfaceGeometry.Provenance {
  /// 0 is the best.
  fileprivate var rank: Int {
    switch self {
    case .configured: 0
    case .device: 1
    case .output: 2
    case .assumed: 3
    }
  }
}
