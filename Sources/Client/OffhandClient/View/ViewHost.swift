package import Offhand
package import OffhandPixman
import OffhandPlatform
import OffhandWayland

/// Shows a view in a window: lays it out, passes it touches and time, and shows at most one frame per round of the loop.
package final class ViewHost<View: TouchView>: TouchReceiver {
  // Checked for exclusive access: a view may hold its program, and change itself in the middle of a method.
  package private(set) var view: View
  /// Called once, after the first frame.
  var onFirstFrame: (Timestamp) throws -> Void = { _ in }
  /// Called once, after the first complete frame.
  var onCompleteFrame: (Timestamp) throws -> Void = { _ in }
  /// Called after every frame, with the time that drawing and committing took.
  var onFrame: (ViewHost, Timestamp, Duration) -> Void = { _, _, _ in }
  /// Called when the view is laid out on a panel of another posture than before.
  var onPosture: (PanelPosture) -> Void = { _ in }
  /// Called with the view when a frame was seen, with the moment for which it was drawn and that of its presentation; `nil` if nothing
  /// asks for it. Never called where the compositor does not report presentations.
  var onPresented: ((inout View, FrameTime, Timestamp) -> Void)?
  /// The latest commits, which may still be presented.
  private var awaited: [(commit: Int, frame: FrameTime)] = []
  private var hasBeenComplete = false
  /// The number of frames shown.
  package private(set) var frames = 0

  /// The interval of an animation that changes no pixels: a frame at 60 Hz.
  private static var pacing: Duration { .microseconds(16_667) }

  /// The window; `nil` while there is no compositor.
  private var window: (any Window)?
  private let renderer: Renderer
  private var composer = FrameComposer()
  private var touched = TouchedSurface()
  /// Frames after the filters that the user chose; `nil` if there are none.
  private var filtered: FilteredFrames<UserFilters>?
  private var grid: PixelGrid?
  private var laidOut: WindowGeometry?
  /// The posture that the user stated; `nil` if none.
  private let statedPosture: Posture?
  private var posture: PanelPosture?
  private let prediction: PredictionRule
  private let panelLatency: Duration
  private let theme: Theme
  /// Whether touches, deadlines or the size have changed what is to be drawn.
  private var needsFrame = true
  /// Whether the picture changes by time alone.
  private var isAnimating = false
  /// The time at which the pending frame should be drawn; `nil` if it waits for the compositor, or none is pending.
  private var frameTime: Timestamp?
  /// The time at which an animation that has changed no pixels is looked at again; touches do not wait for it.
  private var paceTime: Timestamp?

  package init(
    _ view: View, on window: (any Window)? = nil, posture: Posture? = nil, filters: ChosenFilters = ChosenFilters(),
    accommodations: Accommodations = Accommodations(), prediction: PredictionRule = .none,
    panelLatency: Duration = .zero, theme: Theme = .standard, renderer: Renderer
  ) {
    self.theme = theme
    self.view = view
    self.prediction = prediction
    self.panelLatency = panelLatency
    let filters = UserFilters(filters, accommodations)
    filtered = filters.isEmpty ? nil : FilteredFrames(filters)
    self.window = window
    statedPosture = posture
    self.renderer = renderer
  }

  /// The earliest of the view's deadline, the time at which the pending frame should be drawn, and that of the next look at an animation.
  var deadline: Timestamp? {
    // A frame that is drawn anyway looks at the animation too.
    guard let drawing = frameTime ?? paceTime else { return viewDeadline }
    return viewDeadline.map { min($0, drawing) } ?? drawing
  }

  /// The deadline of the view or of a lift that a filter withholds.
  private var viewDeadline: Timestamp? { filtered?.deadline(beside: view.deadline) ?? view.deadline }

  /// The surface as the view knows it, as a size that no other device has to adopt; `nil` until it is laid out.
  var assumedSurface: SurfaceGeometry? {
    var surface = laidOut?.surface
    surface?.provenance = .assumed
    return surface
  }

  /// Whether the view moves, waits for a time or owes a frame.
  func isBusy(at time: Timestamp) -> Bool {
    needsFrame || frameTime != nil || paceTime != nil || viewDeadline != nil || view.isAnimating(at: time)
  }

  /// Moves the view to another window, or to none; the view keeps its state.
  func move(to window: (any Window)?) {
    self.window = window
    composer.forget()
    awaited = []
    laidOut = nil
    (frameTime, paceTime) = (nil, nil)
    needsFrame = true
  }

  /// Changes the view for a reason other than touches and time.
  package func change(_ body: (inout View) -> Void) {
    body(&view)
    needsFrame = true
  }

  /// Serves deadlines of the view and of the pending frame.
  func advance(to now: Timestamp) {
    if let due = viewDeadline, due <= now {
      release(before: now.next)
      if !(filtered?.isPaused ?? false) { view.advance(to: now) }
      needsFrame = true
    }
    if let due = frameTime, due <= now { frameTime = nil }
    if let due = paceTime, due <= now { paceTime = nil }
  }

  /// Shows a frame if the picture has changed and the compositor is ready. Called once per round.
  package func update(at now: Timestamp) throws {
    followPresentations()
    layOut()
    guard let window, let grid, frameTime == nil,
      needsFrame || window.needsFrame || isAnimating && paceTime == nil
    else { return }
    switch window.opportunity(at: now, continuing: !needsFrame) {
    case .later: return
    case .at(let time): frameTime = time
    case .now: try drawFrame(at: now, on: grid, of: window)
    }
  }

  /// The most commits of which a presentation is awaited.
  private static var longestWait: Int { 15 }

  private func followPresentations() {
    guard let onPresented, let window else { return }
    for presentation in window.takePresentations() {
      if let shown = awaited.first(where: { $0.commit == presentation.commits.upperBound }) {
        onPresented(&view, shown.frame, presentation.time)
      }
      awaited.removeAll { $0.commit <= presentation.commits.upperBound }
    }
  }

  private func drawFrame(at now: Timestamp, on grid: PixelGrid, of window: any Window) throws {
    let start = MonotonicClock.now()
    let frame = window.frameTime(at: now)
    let outcome = try window.draw { buffer in
      let damage = composer.compose(view, for: frame, on: grid)
      if damage.isEmpty && !window.needsFrame { return damage }
      var region = buffer.missing ?? Damage(grid.bounds)
      region.add(damage)
      renderer.draw(composer.list, on: grid, damage: region, into: buffer.memory, stride: buffer.stride)
      return damage
    }
    switch outcome {
    case .committed(let commit):
      frames += 1
      paceTime = nil
      if onPresented != nil { awaited = awaited.suffix(ViewHost.longestWait) + [(commit, frame)] }
      view.didShow(frame)
      // An animation is drawn until it ends, and once more then.
      needsFrame = false
      isAnimating = view.isAnimating(at: now)
      onFrame(self, now, MonotonicClock.now() - start)
      if frames == 1 { try onFirstFrame(now) }
      try noteComplete(now)
    case .unchanged:
      view.didShow(frame)
      needsFrame = false
      isAnimating = view.isAnimating(at: now)
      // An unchanged frame is not committed and gets no frame callback, so a timer drives the animation.
      paceTime = isAnimating ? now + ViewHost.pacing : nil
      // What would have been drawn is on the screen already.
      if frames > 0 { try noteComplete(now) }
    case .starved, .unconfigured: break
    }
  }

  private func noteComplete(_ now: Timestamp) throws {
    guard view.isComplete, !hasBeenComplete else { return }
    hasBeenComplete = true
    try onCompleteFrame(now)
  }

  package func receive(added device: TouchDevice) { touched.update(device) }

  package func receive(changed device: TouchDevice) { touched.update(device) }

  package func receive(removed device: DeviceID) { touched.remove(device) }

  package func receive(_ frame: borrowing TouchFrame) {
    // A device that was just added may have changed the size of the surface, which must be known before a gesture begins.
    layOut()
    release(before: frame.timestamp)
    if filtered?.filter(frame) != nil, let filtered { view.process(filtered.frame) } else { view.process(frame) }
    needsFrame = true
  }

  /// Passes the lifts that have become certain to the view.
  private func release(before time: Timestamp) {
    while filtered?.release(before: time) == true, let filtered { view.process(filtered.frame) }
  }

  private func layOut() {
    guard var geometry = window?.geometry else { return }
    touched.output = geometry.surface
    if let surface = touched.geometry { geometry.surface = surface }
    // A touch screen knows the size of the whole panel.
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
        posture: posture.posture, prediction: prediction, panelLatency: panelLatency, theme: theme))
    needsFrame = true
  }
}

/// Wakes the loop for the deadlines of a view.
package final class ViewDeadline<View: TouchView>: EventSource {
  private let host: ViewHost<View>

  package init(_ host: ViewHost<View>) { self.host = host }

  package var descriptor: Int32? { nil }
  package var deadline: Timestamp? { host.deadline }

  package func dispatch(at now: Timestamp) { host.advance(to: now) }
}

/// Composes the frames of a view and finds their damage.
///
/// Two display lists alternate, so that nothing is allocated once both have grown.
struct FrameComposer {
  /// The latest frame.
  private(set) var list = DisplayList()
  private var before = DisplayList()
  private var grid: PixelGrid?

  init() {}

  /// Composes the picture of `view` for `frame`. Returns the damage relative to the frame before; everything on a new grid.
  mutating func compose(_ view: borrowing some TouchView, for frame: FrameTime, on grid: PixelGrid) -> Damage {
    swap(&list, &before)
    list.removeAll()
    view.draw(for: frame, into: &list)
    guard grid == self.grid else {
      self.grid = grid
      return Damage(grid.bounds)
    }
    return Damage(from: before, to: list, on: grid)
  }

  /// Makes the whole next frame damage: it is for another window.
  mutating func forget() { grid = nil }
}

/// The size of a surface in mm: the best value of its output and the touch screens on it (Design/Recognizing.md "Units").
struct TouchedSurface {
  /// The geometry according to the output, with the pixels of the surface; `nil` until it is known.
  var output: SurfaceGeometry?
  private var devices: [TouchDevice] = []

  /// Adds or changes a touch screen.
  mutating func update(_ device: TouchDevice) {
    remove(device.id)
    devices.append(device)
  }

  /// Removes a touch screen.
  mutating func remove(_ id: DeviceID) { devices.removeAll { $0.id == id } }

  /// Whether the size comes from a touch screen or the user.
  var isMeasured: Bool { geometry.map { $0.provenance == .configured || $0.provenance == .device } ?? false }

  /// The best geometry: among equals that of the output, among touch screens the first.
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
