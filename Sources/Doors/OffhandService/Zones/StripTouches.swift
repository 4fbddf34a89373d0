import Offhand
import OffhandWayland

/// The touches on a strip, in millimetres of the panel on which the strip lies.
final class StripTouchSource: TouchSource {
  private let source: WaylandTouchSource
  private var touches: StripTouches

  /// The touches of `source`, whose surface begins `offset` from the top left corner of a panel of the size `panel`.
  init(_ source: WaylandTouchSource, offset: Vector, on panel: Size) {
    self.source = source
    touches = StripTouches(offset: offset, on: panel)
  }

  var descriptor: Int32? { source.descriptor }
  var deadline: Timestamp? { source.deadline }

  func dispatch(at now: Timestamp, _ body: (TouchSourceEvent) -> Void) throws(ConnectionError) {
    try source.dispatch(at: now) { body(touches.onPanel($0)) }
  }
}

/// The conversion of positions on a strip into positions on the panel.
///
/// `wl_touch` reports a finger relative to the surface on which it landed. Sway before 1.8 does so only while the finger is above that
/// surface, and then reports it relative to whichever surface is below it: as a finger leaves a strip at the right edge, its x jumps by
/// almost the width of the output. Each motion is therefore taken as relative to the strip, to a surface that covers the output, or to
/// the surface of the motion before, whichever is nearest to the finger's latest position. If even that is further than
/// a finger moves, the finger is above yet another surface, such as a screen keyboard, and is taken to rest for this report.
struct StripTouches: Sendable {
  /// A touch that is down.
  private struct Track {
    var device: DeviceID
    var slot: Int32
    /// The latest position, on the panel.
    var position: Point
    var time: Timestamp
    /// What was added to the latest report to obtain that position.
    var offset: Vector
  }

  private static let stepLimit = TeleportGuard()
  /// The limit for the first report that is not relative to the strip, since its position would be beside the panel: which other surface
  /// it is relative to is a guess.
  private static let guessLimit = TeleportGuard(maximumSpeed: 2500)

  private let offset: Vector
  private let panel: Rect
  private var tracks: [Track] = []

  /// Touches on a strip that begins `offset` from the top left corner of a panel of the size `panel`.
  init(offset: Vector, on panel: Size) {
    self.offset = offset
    // A strip's pixels are rounded.
    self.panel = Rect(origin: .origin, size: panel).grown(by: 0.5)
  }

  /// Returns `event` with its position, if it has one, on the panel.
  mutating func onPanel(_ event: TouchSourceEvent) -> TouchSourceEvent {
    switch event {
    case .touch(var touch):
      switch touch.kind {
      case .down(let position):
        remove { $0.device == touch.device && $0.slot == touch.slot }
        let landing = position + offset
        tracks.append(
          Track(device: touch.device, slot: touch.slot, position: landing, time: touch.timestamp, offset: offset))
        touch.kind = .down(landing)
      case .motion(let position): touch.kind = .motion(follow(touch, to: position))
      case .up, .cancel: remove { $0.device == touch.device && $0.slot == touch.slot }
      case .shape: break
      }
      return .touch(touch)
    case .cancelled(let device, _): remove { device == nil || $0.device == device }
    case .deviceRemoved(let device, _): remove { $0.device == device }
    case .deviceAdded, .deviceChanged, .frame: break
    }
    return event
  }

  private mutating func remove(where condition: (Track) -> Bool) { tracks.removeAll(where: condition) }

  private mutating func follow(_ touch: TouchEvent, to report: Point) -> Point {
    guard let index = tracks.firstIndex(where: { $0.device == touch.device && $0.slot == touch.slot }) else {
      return report + offset
    }
    let track = tracks[index]
    let candidates = [track.offset, offset, .zero]
    func step(_ offset: Vector) -> Double { (report + offset).distance(to: track.position) }
    var best = candidates[0]
    for candidate in candidates.dropFirst() where step(candidate) < step(best) { best = candidate }
    let isGuess = track.offset == offset && !panel.contains(report + offset)
    let limit = isGuess ? StripTouches.guessLimit : StripTouches.stepLimit
    let seconds = touch.timestamp.seconds(since: track.time)
    if limit.isTeleport(distance: step(best), seconds: seconds) { best = track.position - report }
    tracks[index].offset = best
    tracks[index].position = report + best
    tracks[index].time = touch.timestamp
    return report + best
  }
}
