import Glibc
public import Offhand

/// Something that the compositor shows: its size, its buffers, and the rhythm in which they are committed.
///
/// A role (`ToplevelSurface`, `LayerSurface` …) makes one and tells it the size. Everything is asked for: after each
/// `Connection.dispatch` the `layout` may be another, and `opportunity` says whether a frame may be drawn.
public final class Surface {
  /// The connection that it lives on.
  public let connection: Connection
  let object: WlSurface
  /// Whether something below it shows through.
  public let content: SurfaceContent
  private let input: SurfaceInput
  private let scaleSource: ScaleSource
  private let buffers: BufferQueue
  private let tracker: PresentationTracker

  /// When frames are drawn.
  public var policy: any PresentationPolicy
  /// What the compositor has asked for and was not answered yet.
  private var pending: SurfaceConfiguration?
  /// The size that it last asked for.
  private var size: (width: Int32, height: Int32)?
  /// Answers a request for a size; set by the role.
  var acknowledge: (UInt32) -> Void = { _ in }
  /// Whether something waits for the next commit that is no picture, such as the place of a subsurface.
  private var owesCommit = false
  /// What the last committed frame looked like.
  private var shown: SurfaceLayout?
  private var rhythm = FramePacing()
  private var callback: WlCallback?
  /// What the last question for the layout was answered with. It is asked several times a frame, and seldom changes.
  private var answered: (basis: Basis, layout: SurfaceLayout, refreshInterval: Duration?)?

  /// Everything that a layout follows from, by the revisions of who knows it.
  private struct Basis: Equatable {
    var width: Int32
    var height: Int32
    var outputs: Int
    var scale: Int
  }

  /// The present size and its pixels; `nil` until the compositor has asked for a size.
  public var layout: SurfaceLayout? {
    guard let size else { return nil }
    let basis = Basis(
      width: size.width, height: size.height, outputs: connection.registry.revision, scale: scaleSource.revision)
    if let answered, answered.basis == basis { return answered.layout }
    let state = output?.state
    let geometry =
      state?.geometry(width: Double(size.width), height: Double(size.height))
      ?? SurfaceGeometry(assumedFromPixelWidth: Double(size.width), pixelHeight: Double(size.height))
    let layout = SurfaceLayout(width: size.width, height: size.height, scale: scaleSource.scale, geometry: geometry)
    answered = (basis, layout, state?.refreshRate.map { .nanoseconds(Int64(1_000_000_000 / $0)) })
    return layout
  }

  /// A surface without a role, for `home` if that is known.
  init(
    _ connection: Connection, content: SurfaceContent, input: SurfaceInput, policy: any PresentationPolicy,
    home: Output? = nil
  ) {
    let registry = connection.registry
    guard let compositor = registry.compositor, let shm = registry.shm else {
      preconditionFailure("a surface was made on a connection that was not established")
    }
    self.connection = connection
    self.content = content
    self.input = input
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
    if input == .nothing {
      let region = compositor.createRegion()
      object.setInputRegion(region: region)
      region.destroy()
    }
  }

  deinit {
    callback?.destroy()
    object.destroy()
  }

  /// The output that it is on; where it is on several, the one it came to last. `nil` where nobody knows.
  public var output: Output? { scaleSource.output }

  /// The rhythm in which the compositor shows frames.
  public var pacing: FramePacing {
    var pacing = rhythm
    pacing.refreshInterval = tracker.refreshInterval ?? (layout == nil ? nil : answered?.refreshInterval)
    return pacing
  }

  /// Whether a frame must be drawn even if nothing on it changes: the compositor waits for one, or it is of another size.
  public var needsFrame: Bool {
    guard let layout else { return false }
    return pending != nil || owesCommit || shown != layout
  }

  /// How often nothing could be drawn because the compositor had all buffers.
  public var starvationCount: Int { buffers.starvationCount }
  /// How many buffers there are now.
  public var bufferCount: Int { buffers.count }
  /// How many frames were committed.
  public var commitCount: Int { buffers.history.lastCommit }
  /// How many frames the compositor said were seen, and how many that they were replaced before.
  public var feedbackCounts: (presented: Int, discarded: Int) { (tracker.presentedCount, tracker.discardedCount) }

  /// The frames that were seen since the last call; always empty where the compositor does not tell.
  public func takePresentations() -> [Presentation] { tracker.take() }

  /// Whether a frame that differs from the one on the surface may be drawn at `now`.
  public func opportunity(at now: Timestamp) -> FrameOpportunity {
    guard layout != nil else { return .later }
    return needsFrame ? .now : policy.opportunity(pacing, at: now)
  }

  /// Draws a frame and commits it: `body` draws what changed, and what the buffer is missing besides, and answers what
  /// changed since the last frame. To be called when `opportunity` says so. Throws where there is no memory.
  package func draw(_ body: (PixelBuffer) -> Damage) throws(SurfaceError) -> DrawOutcome {
    guard let layout else { return .unconfigured }
    let grid = layout.grid
    let start = PresentationClock.now()
    guard let buffer = try buffers.next(width: grid.width, height: grid.height) else { return .starved }
    let isFirstOfSize = shown?.grid != grid
    let pixels = PixelBuffer(
      width: grid.width, height: grid.height, stride: Int(buffer.stride),
      age: buffer.commit > 0 && !isFirstOfSize ? buffers.history.lastCommit - buffer.commit + 1 : 0,
      missing: isFirstOfSize ? nil : buffers.history.changes(after: buffer.commit), memory: buffer.address)
    var damage = body(pixels)
    if isFirstOfSize { damage = Damage(grid.bounds) }
    damage.clip(to: grid.bounds)
    if damage.isEmpty { return answerWithoutFrame(layout) }
    if shown?.scale != layout.scale || shown?.width != layout.width || shown?.height != layout.height {
      scaleSource.apply(layout, to: object)
    }
    acknowledgePending()
    buffers.attach(buffer, damage: damage, to: object)
    awaitCallback()
    tracker.ask(about: commitCount, of: object)
    object.commit()
    shown = layout
    let end = PresentationClock.now()
    rhythm.lastCommit = end
    rhythm.drawingTime = longest(end - start)
    return .committed(commitCount)
  }

  /// Takes over the size that the compositor asks for.
  func configure(_ configuration: SurfaceConfiguration) {
    pending = configuration
    size = (configuration.width, configuration.height)
  }

  /// Asks for a commit, with or without a new picture.
  func requireCommit() { owesCommit = true }

  /// Commits nothing new: the smallest request there is, for measuring what it takes to speak to the compositor at all.
  package func commitNothing() { object.commit() }

  /// Takes the picture away; the role has to be configured anew before the next.
  func unmap() {
    object.attach(buffer: nil, x: 0, y: 0)
    object.commit()
    (size, pending, shown) = (nil, nil, nil)
  }

  private func answerWithoutFrame(_ layout: SurfaceLayout) -> DrawOutcome {
    shown = layout
    guard pending != nil || owesCommit else { return .unchanged }
    acknowledgePending()
    object.commit()
    return .unchanged
  }

  private func acknowledgePending() {
    if let serial = pending?.serial { acknowledge(serial) }
    pending = nil
    owesCommit = false
  }

  private func awaitCallback() {
    callback?.destroy()
    let callback = object.frame()
    callback.listen { [unowned self] _ in
      rhythm.awaitsCallback = false
      rhythm.lastCallback = PresentationClock.now()
      self.callback?.destroy()
      self.callback = nil
    }
    self.callback = callback
    rhythm.awaitsCallback = true
  }

  /// The longest drawing of late: shorter ones bring it down slowly, so that one quick frame makes none late.
  private func longest(_ drawing: Duration) -> Duration {
    // `Duration * 7 / 8` is generic in the standard library and takes a thousand instructions, a seventh of a commit.
    max(drawing, .nanoseconds(rhythm.drawingTime.wholeNanoseconds / 8 * 7))
  }
}

/// What came of drawing a frame.
public enum DrawOutcome: Sendable, Hashable {
  /// It is with the compositor; the number counts the commits of the surface from 1.
  case committed(Int)
  /// Nothing was different, so nothing was committed.
  case unchanged
  /// The compositor has all buffers. It gives one back before long, and then the frame can be drawn.
  case starved
  /// The surface has no size yet.
  case unconfigured
}

/// What a surface is to the compositor: a window, a layer above everything, a popover.
///
/// A role owns its surface. Nothing of it may be used after `isClosed`, besides letting it go.
public protocol SurfaceRole: AnyObject {
  /// What is shown.
  var surface: Surface { get }
  /// Whether the compositor or the user has closed it.
  var isClosed: Bool { get }
}

/// A size that the compositor asks a surface to take.
struct SurfaceConfiguration: Hashable {
  /// Logical pixels across.
  var width: Int32
  /// Logical pixels down.
  var height: Int32
  /// What the compositor wants to hear when a frame of that size is committed; `nil` for roles without that.
  var serial: UInt32?
}

/// What a surface consists of for the compositor.
public enum SurfaceContent: Sendable {
  /// Nothing shows through: the compositor need not draw what is below.
  case opaque
  /// Something shows through.
  case translucent

  var format: WlShm.Format {
    switch self {
    case .opaque: .xrgb8888
    case .translucent: .argb8888
    }
  }
}

/// Which touches a surface takes.
public enum SurfaceInput: Sendable {
  /// All that land on it.
  case everything
  /// None: they go to what is below.
  case nothing
}

/// Why a surface could not be made or drawn.
public enum SurfaceError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The compositor does not offer the kind of surface.
  case roleUnavailable(UnavailableGlobal)
  /// The kernel gave no memory for a buffer of so many device pixels; `code` is its reason.
  case noMemory(width: Int32, height: Int32, code: Int32)
  /// No buffer can hold so many device pixels: 2 GiB is the limit of `wl_shm`.
  case tooLarge(width: Int32, height: Int32)

  /// One plain line: what, and what to do.
  public var description: String {
    switch self {
    case .roleUnavailable(let global): "\(global); use another kind of surface"
    case .noMemory(let width, let height, let code):
      "no memory for a picture of \(width)×\(height) pixels (\(strerror(code).map { String(cString: $0) } ?? "error \(code)"))"
    case .tooLarge(let width, let height): "a surface of \(width)×\(height) pixels is larger than Wayland can show"
    }
  }
}
