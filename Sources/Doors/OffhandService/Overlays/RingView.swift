import Logging
package import Offhand
package import OffhandClient
import OffhandWayland

/// Rings beside the fingers of a visitor whose touches are accommodated: each fills while its touch waits, and is a disc for a moment once
/// that counts. A finger hides what is under it, so the ring lies where its hand hides least.
package struct RingView: TouchView {
  /// The time for which the disc of a touch that counted is shown.
  package static let afterglow = Duration.milliseconds(600)

  private struct Ring {
    var touch: Int
    var point: Point
    /// Where it lies, once the surface has a size.
    var rect = Rect(origin: .origin, size: .zero)
    var start: Timestamp
    var hold: Duration
    /// Until when it is shown; `nil` while its touch waits.
    var end: Timestamp?
  }

  private var rings: [Ring] = []
  /// The pointer that a visitor moves while the lowest third is a touch pad.
  private var pointer: Point?
  /// The way in millimetres from a finger up to which its ring lies: farther away it is not seen to belong there.
  private static let reach = 50.0

  /// What places a ring, before it has seen a touch: of each only its own, so that the fingers before are none of the hand.
  private var strategy: any PlacementStrategy
  private var bounds = Rect(origin: .origin, size: .zero)
  private var theme = Theme.standard

  /// A view whose rings `strategy` places.
  package init(_ strategy: any PlacementStrategy) { self.strategy = strategy }

  /// The rectangles of the rings, in the order of their touches.
  package var rects: [Rect] { rings.map(\.rect) }

  package mutating func layout(in environment: ViewEnvironment) {
    (bounds, theme) = (environment.bounds, environment.theme)
    strategy.environment.panel = bounds
    if let posture = environment.posture { strategy.environment.posture = posture }
    for index in rings.indices { rings[index].rect = place(rings[index]) }
  }

  /// Notes what became of a touch, which is at `point`, and waits for `hold` if it waits.
  package mutating func note(_ mark: TouchMark, at point: Point, hold: Duration, now: Timestamp) {
    let known = rings.firstIndex { $0.touch == mark.touch }
    switch mark.state {
    case .points: pointer = point
    case .ends: if let known { rings.remove(at: known) }
    case .counts where known != nil: rings[known!].end = now + RingView.afterglow
    case .waits, .counts:
      guard known == nil else { return }
      var ring = Ring(touch: mark.touch, point: point, start: now, hold: hold)
      if mark.state == .counts { ring.end = now + RingView.afterglow }
      ring.rect = place(ring)
      rings.append(ring)
    }
  }

  /// The place beside the finger of a ring.
  private func place(_ ring: Ring) -> Rect {
    var strategy = strategy
    var frame = TouchFrame(timestamp: ring.start)
    frame.append(Touch(id: Touch.ID(rawValue: 1), position: ring.point, landingTime: ring.start))
    strategy.ingest(frame)
    let side = 4 * theme.textSize
    let near = Rect(center: ring.point, size: Size(width: 2 * RingView.reach, height: 2 * RingView.reach))
    return strategy.place(
      OverlayRequest(
        id: OverlayMenu.id, role: .hud, size: Size(width: side, height: side),
        bounds: bounds.intersection(near) ?? bounds,
        reserved: rings.filter { $0.touch != ring.touch }.map(\.rect), gesture: GestureHint(.press), time: ring.start)
    ).rect
  }

  package mutating func process(_ frame: borrowing TouchFrame) {}

  package var deadline: Timestamp? { rings.compactMap(\.end).min() }

  package mutating func advance(to time: Timestamp) { rings.removeAll { $0.end.map { $0 <= time } ?? false } }

  package func isAnimating(at time: Timestamp) -> Bool { rings.contains { $0.end != nil || time < $0.start + $0.hold } }

  package func draw(for frame: FrameTime, into list: inout DisplayList) {
    if let pointer {
      list.circle(center: pointer, radius: theme.textSize, theme.controlPanel)
      list.ring(center: pointer, radius: theme.textSize * 0.85, width: theme.textSize * 0.25, theme.accent)
      list.circle(center: pointer, radius: theme.textSize * 0.2, theme.text)
    }
    for ring in rings {
      let (center, radius) = (ring.rect.center, ring.rect.width / 2)
      list.shadow(under: ring.rect, cornerRadius: radius, theme.shadow)
      list.circle(center: center, radius: radius, theme.controlPanel)
      guard ring.end == nil else {
        list.circle(center: center, radius: radius * 0.7, theme.accent)
        continue
      }
      let (width, middle) = (radius * 0.3, radius * 0.7)
      list.ring(center: center, radius: middle + width / 2, width: width, theme.control)
      let share = frame.presentation.seconds(since: ring.start) / max(ring.hold.inSeconds, 0.001)
      // From the top, clockwise.
      let turn = 2 * Double.pi * min(max(share, 0), 1)
      let steps = max(Int((turn * 10).rounded(.up)), 1)
      func point(_ step: Int) -> Point {
        center + Vector(angle: Angle(radians: turn * Double(step) / Double(steps) - .pi / 2)) * middle
      }
      for step in 0..<steps { list.line(from: point(step), to: point(step + 1), width: width, theme.accent) }
    }
  }
}

/// The layers with the rings, which take no touches: one on each output that was touched.
final class RingHost {
  private let stage: OverlayStage
  private var panes: [OverlayPane<RingView>] = []

  init(_ stage: OverlayStage) { self.stage = stage }

  /// Shows what became of a touch, at a point of an output.
  func show(_ mark: TouchMark, at point: Point, on name: String, hold: Duration, now: Timestamp) {
    guard let pane = pane(on: name) else { return }
    pane.host.change { $0.note(mark, at: point, hold: hold, now: now) }
  }

  private func pane(on name: String) -> OverlayPane<RingView>? {
    if let pane = panes.first(where: { $0.output.name == name }) { return pane }
    guard stage.connection.offersLayers, !stage.connection.isBlockedOnWriting,
      let output = stage.connection.outputs.first(where: { $0.name == name })
    else { return nil }
    let setup = PanelSetup(
      panel: output.state?.geometry.bounds ?? Rect(origin: .origin, size: .zero), posture: stage.posture ?? .unknown)
    do {
      let pane = try stage.show(RingView(PlacementPreset.best.strategy(in: setup)), on: output)
      pane.take(.nothing)
      panes.append(pane)
      return pane
    } catch {
      stage.logger.error("no ring is shown at a touch: \(error)")
      return nil
    }
  }

  /// Draws them. Called once a round.
  func update(at now: Timestamp) throws {
    for pane in panes where pane.isClosed { pane.remove() }
    panes.removeAll(where: \.isClosed)
    for pane in panes { try pane.host.update(at: now) }
  }

  /// Shows none any more.
  func removeAll() {
    for pane in panes { pane.remove() }
    panes = []
  }
}
