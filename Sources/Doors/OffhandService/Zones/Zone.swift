import Offhand
import OffhandClient
import OffhandWayland

/// A configured edge or corner on one panel: the touches that land there, and the gesture that they make.
final class Zone: TouchReceiver, EventSource {
  /// What is configured.
  enum Setting: Sendable, Hashable {
    /// A pull, strokes, or both, which share the strip.
    case edge([ServiceConfiguration.Edge])
    case corner(ServiceConfiguration.Corner)
  }

  /// What a zone is made from: a zone is made anew when one of these changes.
  struct Site: Hashable {
    var setting: Setting
    var panel: Panel.ID
    var area: ZoneArea
    /// The size of the panel in millimetres.
    var size: Size
    /// The time from a finger to the time stamp of its touch.
    var latency = Duration.zero
    /// The posture that the user stated.
    var posture: Posture?
    /// The stated time after which a finger counts as lost.
    var lostAfter: Duration?

    /// When a finger on its strip counts as lost: one that is held in a corner, only after that.
    var silence: SilenceLimit {
      var limit = SilenceLimit.strip
      if case .corner(let corner) = setting { limit.hold = corner.lastHold ?? .zero }
      return limit
    }
  }

  let site: Site
  /// The name of the output.
  let output: String
  /// The rules of an edge; none for a corner.
  private let owned: [(edge: ServiceConfiguration.Edge, pull: EdgePull)]
  /// The direction of the stroke that is active; `nil` of a pull, and of a stroke that is of no rule.
  private var along: ServiceConfiguration.Edge.Along?
  /// Whether the configuration no longer has it: it goes as soon as its gesture has ended.
  var isRetired = false
  /// The number of its latest gesture, which no gesture of another zone has.
  private(set) var gesture: UInt64

  private var pipeline: any GesturePipeline
  /// Predicts the finger of an edge, for clients that draw; `nil` for a corner.
  private var predictor: SteadyMotionPredictor?
  private var strip: Strip?
  private unowned let owner: any ZoneOwner

  /// A strip of the compositor, and the touches on it.
  private struct Strip {
    let layer: LayerSurface
    let feed: TouchFeed<StripTouchSource>
  }

  /// `number` is unlike that of any other zone.
  init(_ site: Site, on panel: Panel, number: UInt32, posture: Posture, access: EdgeAccess, owner: any ZoneOwner) {
    self.site = site
    self.owner = owner
    gesture = UInt64(number) << 32
    output = panel.output
    // Half a millimetre more, since a strip's pixels are rounded.
    let setup = PanelSetup(
      panel: Rect(origin: .origin, size: site.size).grown(by: 0.5), posture: posture)
    switch site.setting {
    case .edge(let edges):
      owned = edges.map { (edge: $0, pull: EdgePull($0, on: site.size)) }
      predictor = SteadyMotionPredictor(panel: Rect(origin: .origin, size: site.size))
      pipeline = ZoneGestures.pipeline(for: edges, in: setup, access: access)
    case .corner(let corner):
      owned = []
      pipeline = ZoneGestures.pipeline(for: corner, in: setup)
    }
  }

  /// Takes the area from the programs below: a transparent layer over it, which owns a finger that lands on it until it lifts. Throws if
  /// the compositor has no layers.
  func takeArea(of output: Output, _ connection: Connection, in loop: EventLoop) throws(SurfaceError) {
    let layer = try LayerSurface(
      connection, namespace: "offhand", output: output, over: site.area.pixels, input: .everything)
    let source = StripTouchSource(
      WaylandTouchSource(surface: layer.surface, silence: site.silence), offset: site.area.rect.origin - .origin,
      on: site.size)
    let frames = SharedFrames()
    frames.deadAreas = { [unowned self] _ in owner.deadAreas(on: self.output) }
    frames.onDeadTouch = { [unowned self] in owner.receiveDeadTouch() }
    let feed = TouchFeed(source, habits: .wayland, in: frames, receiver: self)
    strip = Strip(layer: layer, feed: feed)
    loop.add(feed)
  }

  /// Whether the compositor has closed its strip.
  var isClosed: Bool { strip?.layer.isClosed ?? false }

  /// Whether its strip is on the output; true if it has none.
  var isShown: Bool { strip.map { !$0.layer.surface.needsFrame && $0.layer.surface.commitCount > 0 } ?? true }

  /// Whether fingers are on it or a gesture is active.
  var isBusy: Bool { !pipeline.isIdle }

  /// Shows the strip, whose content is nothing, when the compositor wants a frame.
  func update() throws(SurfaceError) {
    guard let surface = strip?.layer.surface, surface.needsFrame else { return }
    _ = try surface.draw { buffer in
      // New memory is transparent; what is reused was never written.
      Damage(PixelRect(x: 0, y: 0, width: buffer.width, height: buffer.height))
    }
  }

  /// Cancels its gesture and gives the area back.
  func remove(from loop: EventLoop, at now: Timestamp) {
    if let strip {
      strip.feed.abandon(at: now)
      loop.remove(strip.feed)
    }
    strip = nil
    pipeline.cancel(at: now)
    report()
    loop.remove(self)
  }

  /// Whether a touch that lands at `point`, in millimetres of the panel, is on it.
  func contains(_ point: Point) -> Bool {
    // A sensor may be larger than the picture, by as much as `LandingRegion` allows.
    let inside = Point(x: min(max(point.x, 0), site.size.width), y: min(max(point.y, 0), site.size.height))
    return inside.distance(to: point) <= 8 && site.area.rect.contains(inside)
  }

  /// A frame of the touches that landed on its strip, in the coordinates of the panel.
  func receive(_ frame: borrowing TouchFrame) { owner.receive(frame, on: self) }

  /// Takes the touches of a frame that are its own.
  func process(_ frame: borrowing TouchFrame) {
    predictor?.record(frame)
    pipeline.process(frame)
    report()
  }

  /// Ends its gesture, whose touches a curtain or a menu has taken.
  func cancel(at time: Timestamp) {
    predictor?.reset()
    pipeline.cancel(at: time)
    report()
  }

  var descriptor: Int32? { nil }
  var deadline: Timestamp? { pipeline.deadline }

  func dispatch(at now: Timestamp) {
    guard let due = pipeline.deadline, due <= now else { return }
    pipeline.advance(to: now)
    report()
  }

  private func report() {
    for event in pipeline.events {
      if event.state == .began {
        gesture += 1
        let way = event.gesture.translation
        let isStroke = event.name == ZoneGestures.stroke
        along = isStroke ? owned.compactMap(\.edge.along).first { way.dot($0.direction.vector) > 0 } : nil
      }
      let touches = pipeline.touches(of: event)
      owner.zone(self, reports: event, touches: touches, ahead: motion(of: touches, after: event.timestamp))
    }
  }

  /// The rules of an edge whose gesture `event` is: of a stroke, those in the direction in which it began.
  func rules(for event: GestureEvent) -> [(edge: ServiceConfiguration.Edge, pull: EdgePull)] {
    let isStroke = event.name == ZoneGestures.stroke
    return owned.filter { $0.edge.along == along && ($0.edge.along != nil) == isStroke }
  }

  /// The displacement that `touches` are expected to make in the time for which the progress is predicted.
  private func motion(of touches: [Touch], after time: Timestamp) -> Vector {
    guard let predictor else { return .zero }
    let frame = FrameTime(now: time, presentation: time + PullReport.horizon(behind: site.latency))
    return PredictedMotion(of: touches.lazy.map(\.id), by: predictor, for: frame, allowing: .translation).similarity
      .translation
  }
}

/// Receives what happens on zones.
protocol ZoneOwner: DeadAreaOwner {
  /// Takes a frame of the touches that landed on the strip of a zone.
  func receive(_ frame: borrowing TouchFrame, on zone: Zone)

  /// Takes an event of the zone's gesture, whose touches are expected to move on by `ahead` millimetres.
  func zone(_ zone: Zone, reports event: GestureEvent, touches: [Touch], ahead: Vector)
}
