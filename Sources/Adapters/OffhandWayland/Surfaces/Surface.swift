package import Offhand
import OffhandPlatform

/// What a window or a layer shows (`wl_surface`): its size, its buffers, and the rhythm in which they are committed.
///
/// A role (`ToplevelSurface`, `LayerSurface` …) makes it and configures its size. Nothing is called back: after each
/// `Connection.dispatch` the `layout` may have changed, and `opportunity` says whether a frame may be drawn.
package final class Surface {
  /// The connection to the compositor.
  package let connection: Connection
  let object: WlSurface
  /// Whether what is below shows through.
  package let content: SurfaceContent
  private let scaleSource: ScaleSource
  private let buffers: BufferQueue
  private let tracker: PresentationTracker

  /// Decides when frames are drawn.
  package var policy: PresentationPolicy
  /// The last configuration, until a commit acknowledges it.
  private var pending: SurfaceConfiguration?
  /// The size in logical pixels that the compositor requested last.
  private var size: (width: Int32, height: Int32)?
  /// Acknowledges a configuration by its serial, with the request of the surface's role.
  private var acknowledge: (UInt32) -> Void = { _ in }
  /// The layout of the last committed frame.
  private var shown: SurfaceLayout?
  private var rhythm = FramePacing()
  /// The time from the beginning of the drawing to the commit, of the last two frames.
  private var drawings = (last: Duration.zero, before: Duration.zero)
  private var callback: WlCallback?
  /// The last result of `layout`, which is read several times a frame and seldom changes.
  private var cache: (basis: Basis, layout: SurfaceLayout, refreshInterval: Duration?)?

  /// Everything that a layout follows from.
  private struct Basis: Equatable {
    var width: Int32
    var height: Int32
    var outputs: Int
    var scale: Int
  }

  /// The present size and its pixels; `nil` until the compositor has requested a size.
  package var layout: SurfaceLayout? {
    guard let size else { return nil }
    let basis = Basis(
      width: size.width, height: size.height, outputs: connection.registry.revision, scale: scaleSource.revision)
    if let cache, cache.basis == basis { return cache.layout }
    let state = output?.state
    let geometry =
      state?.geometry(width: Double(size.width), height: Double(size.height))
      ?? SurfaceGeometry(assumedFromPixelWidth: Double(size.width), pixelHeight: Double(size.height))
    let layout = SurfaceLayout(width: size.width, height: size.height, scale: scaleSource.scale, geometry: geometry)
    cache = (basis, layout, state?.refreshRate.map { .nanoseconds(Int64(1_000_000_000 / $0)) })
    return layout
  }

  /// A surface without a role, to be shown on the output `home` if that is known.
  init(
    _ connection: Connection, content: SurfaceContent, input: SurfaceInput, policy: PresentationPolicy,
    home: Output? = nil
  ) {
    let registry = connection.registry
    guard let compositor = registry.compositor, let shm = registry.shm else {
      preconditionFailure("a surface was made on a connection that was not established")
    }
    self.connection = connection
    self.content = content
    self.policy = policy
    object = compositor.createSurface()
    scaleSource = ScaleSource(object, registry, home: home)
    buffers = BufferQueue(shm: shm, format: content.format, on: connection.display)
    tracker = PresentationTracker(registry)
    object.listen { [unowned self] event in
      switch event {
      case .enter(let output): scaleSource.enter(output)
      case .leave(let output): scaleSource.leave(output)
      }
    }
    take(input)
  }

  /// Takes these touches from the programs below, from the next frame on.
  package func take(_ input: SurfaceInput) {
    guard let rectangles = input.rectangles, let compositor = connection.registry.compositor else {
      return object.setInputRegion(region: nil)
    }
    let region = compositor.createRegion()
    for rect in rectangles { region.add(x: rect.x, y: rect.y, width: rect.width, height: rect.height) }
    object.setInputRegion(region: region)
    region.destroy()
  }

  deinit {
    callback?.destroy()
    object.destroy()
  }

  /// The output that it is on; if it is on several, the one it entered last. `nil` if it is unknown.
  package var output: Output? { scaleSource.output }

  /// The output's size in logical pixels, for roles whose size the compositor leaves open; if the output is unknown, a size that fits
  /// any screen.
  var outputSize: (width: Int32, height: Int32) {
    guard let screen = output?.state?.description, screen.logicalWidth >= 1, screen.logicalHeight >= 1 else {
      return (800, 480)
    }
    return (Int32(clamping: Int(screen.logicalWidth)), Int32(clamping: Int(screen.logicalHeight)))
  }

  /// The rhythm in which the compositor shows frames.
  package var pacing: FramePacing {
    var pacing = rhythm
    pacing.refreshInterval = tracker.refreshInterval ?? (layout == nil ? nil : cache?.refreshInterval)
    pacing.reportsPresentations = tracker.support == .proven
    return pacing
  }

  /// The moment for which a frame is drawn whose drawing begins at `now`: when it is expected to be seen.
  package func frameTime(at now: Timestamp) -> FrameTime {
    FrameTime(
      now: now,
      presentation: tracker.forecast.presentation(ofCommitAt: now + usualDrawing)
        ?? PresentationForecast.presentation(ofFrameAt: now, in: pacing))
  }

  /// The time that drawing is expected to take: the shorter of the last two, because too early a forecast is the smaller fault.
  private var usualDrawing: Duration { min(drawings.last, drawings.before) }

  /// Whether a frame must be drawn even if nothing on it changes: the compositor waits for one, or the size has changed.
  package var needsFrame: Bool {
    guard let layout else { return false }
    return pending != nil || shown != layout
  }

  /// The number of times that no frame could be drawn because the compositor held every buffer.
  package var starvationCount: Int { buffers.starvationCount }
  /// The number of buffers.
  package var bufferCount: Int { buffers.count }
  /// The number of committed frames.
  package var commitCount: Int { buffers.history.lastCommit }
  /// The numbers of frames that the compositor reported as presented, and as replaced before.
  package var feedbackCounts: (presented: Int, discarded: Int) { (tracker.presentedCount, tracker.discardedCount) }

  /// Takes the frames that were presented since the last call; none if the compositor does not report them.
  package func takePresentations() -> [Presentation] { tracker.take() }

  /// Whether a frame that differs from the one on the surface may be drawn at `now`. One that only continues an animation, and shows no
  /// new touches, waits under every policy until the compositor has taken the last one: it would replace a frame by its like.
  package func opportunity(at now: Timestamp, continuing: Bool = false) -> FrameOpportunity {
    guard layout != nil else { return .later }
    if needsFrame { return .now }
    return continuing && rhythm.awaitsCallback ? .later : policy.opportunity(pacing, at: now)
  }

  /// Draws and commits a frame: `body` draws what changed, and what the buffer is missing besides, and returns what changed since
  /// the last frame. Call it when `opportunity` allows it. Throws if there is no memory.
  package func draw(_ body: (PixelBuffer) -> Damage) throws(SurfaceError) -> DrawOutcome {
    guard let layout else { return .unconfigured }
    let grid = layout.grid
    let start = MonotonicClock.now()
    guard let buffer = try buffers.next(width: grid.width, height: grid.height) else { return .starved }
    let isScaled = shown?.scale != layout.scale || shown?.width != layout.width || shown?.height != layout.height
    // Half the size at twice the scale has the same pixels, which must be drawn all the same: the scale comes with a picture.
    let isFirstOfSize = isScaled || shown?.grid != grid
    let pixels = PixelBuffer(
      width: grid.width, height: grid.height, stride: Int(buffer.stride),
      age: buffer.commit > 0 && !isFirstOfSize ? buffers.history.lastCommit - buffer.commit + 1 : 0,
      missing: isFirstOfSize ? nil : buffers.history.changes(after: buffer.commit), memory: buffer.address)
    var damage = body(pixels)
    if isFirstOfSize { damage = Damage(grid.bounds) }
    damage.clip(to: grid.bounds)
    if damage.isEmpty { return commitWithoutPicture(layout) }
    if isScaled { scaleSource.apply(layout, to: object) }
    acknowledgePending()
    buffers.attach(buffer, damage: damage, to: object)
    awaitCallback()
    tracker.follow(commitCount, of: object)
    object.commit()
    shown = layout
    let end = MonotonicClock.now()
    rhythm.lastCommit = end
    rhythm.drawingTime = longest(end - start)
    drawings = (last: end - start, before: drawings.last)
    tracker.note(commit: commitCount, at: end)
    return .committed(commitCount)
  }

  /// Sets the function that acknowledges a configuration by its serial; each role has its own.
  func acknowledgeSizes(_ acknowledge: @escaping (UInt32) -> Void) { self.acknowledge = acknowledge }

  /// Adopts a size that the compositor requests.
  func configure(_ configuration: SurfaceConfiguration) {
    pending = configuration
    size = (configuration.width, configuration.height)
  }

  private func commitWithoutPicture(_ layout: SurfaceLayout) -> DrawOutcome {
    shown = layout
    guard pending != nil else { return .unchanged }
    acknowledgePending()
    object.commit()
    return .unchanged
  }

  private func acknowledgePending() {
    if let serial = pending?.serial { acknowledge(serial) }
    pending = nil
  }

  private func awaitCallback() {
    callback?.destroy()
    let callback = object.frame()
    callback.listen { [unowned self] event in
      guard case .done = event else { return }
      rhythm.awaitsCallback = false
      rhythm.lastCallback = MonotonicClock.now()
      self.callback?.destroy()
      self.callback = nil
    }
    self.callback = callback
    rhythm.awaitsCallback = true
  }

  /// The longest recent drawing time. It decays slowly, so that one quick frame does not make the next one late.
  private func longest(_ drawing: Duration) -> Duration {
    // `Duration * 7 / 8` is generic in the standard library: a thousand instructions, a seventh of a commit.
    max(drawing, .nanoseconds(rhythm.drawingTime.wholeNanoseconds / 8 * 7))
  }
}

/// The result of drawing a frame.
package enum DrawOutcome: Sendable, Hashable {
  /// The frame was committed; the number counts the surface's commits from 1.
  case committed(Int)
  /// Nothing had changed, so nothing was committed.
  case unchanged
  /// The compositor holds every buffer. It releases one soon, and then the frame can be drawn.
  case starved
  /// The surface has no size yet.
  case unconfigured
}

/// The role of a surface: a window or a layer above all programs. It owns the surface.
///
/// When `isClosed` is true, nothing is left to do with it but to release it.
package protocol SurfaceRole: AnyObject {
  /// The content.
  var surface: Surface { get }
  /// Whether the compositor or the user has closed it.
  var isClosed: Bool { get }
}

/// A size that the compositor requests.
struct SurfaceConfiguration: Hashable {
  /// The width in logical pixels.
  var width: Int32
  /// The height in logical pixels.
  var height: Int32
  /// The number to acknowledge when a frame of that size is committed; `nil` for roles without that.
  var serial: UInt32?
}

/// Whether a surface is opaque for the compositor.
package enum SurfaceContent: Sendable {
  /// Nothing shows through: the compositor need not draw what is below.
  case opaque
  /// Parts of it show what is below.
  case translucent

  var format: WlShm.Format {
    switch self {
    case .opaque: .xrgb8888
    case .translucent: .argb8888
    }
  }
}

/// The touches that a surface takes; others pass to the surface below.
package enum SurfaceInput: Sendable, Hashable {
  /// All that land on it.
  case everything
  /// None.
  case nothing
  /// Those that land in these rectangles, in logical pixels of the surface.
  case within([PixelRect])

  /// The rectangles that take touches; `nil` for all of the surface.
  fileprivate var rectangles: [PixelRect]? {
    switch self {
    case .everything: nil
    case .nothing: []
    case .within(let rectangles): rectangles
    }
  }
}

/// The reason for which a surface could not be made or drawn.
package enum SurfaceError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The compositor does not offer the role.
  case roleUnavailable(UnavailableGlobal)
  /// The kernel has no memory for a buffer of that size in device pixels; `code` is its reason.
  case noMemory(width: Int32, height: Int32, code: Int32)
  /// No buffer can have that size in device pixels: 2 GiB is the limit of `wl_shm`.
  case tooLarge(width: Int32, height: Int32)

  /// One line: what is wrong, and what to do.
  package var description: String {
    switch self {
    case .roleUnavailable(let global): "\(global); use another kind of surface"
    case .noMemory(let width, let height, let code):
      "no memory for a picture of \(width)×\(height) pixels (\(KernelError.reason(code)))"
    case .tooLarge(let width, let height): "a surface of \(width)×\(height) pixels is larger than Wayland can show"
    }
  }
}
