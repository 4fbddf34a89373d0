import HandPoses
import Offhand

/// One placement request in one scene.
struct Trial {
  /// The strategy's knowledge of the hand.
  enum Knowledge {
    /// The true side is stated.
    case known
    /// The prior probability of a right hand.
    case prior(Double)
  }

  var scene: HandScene
  var size = PlacementBenchmark.hud
  var role = OverlayRole.hud
  var knowledge: Knowledge
  /// The point at which a menu of the service is requested; `nil` for an overlay of the gesture itself.
  var anchor: Point?

  struct Outcome {
    var hidden: Double
    var placement: Placement
  }

  /// The strategy's setup: with the eye's position in perspective scenes, without it in orthographic ones.
  var environment: PanelSetup {
    var environment = PanelSetup(panel: scene.panel.bounds, posture: scene.panel.posture)
    environment.viewpoint = scene.view == .persp ? scene.eye : .automatic
    switch knowledge {
    case .known: environment.statedHand = scene.side
    case .prior(let right): environment.rightHandPrior = right
    }
    return environment
  }

  /// The request in the frame in which the gesture begins.
  var request: OverlayRequest {
    guard let anchor else {
      return OverlayRequest(
        id: Overlay.ID(rawValue: 1), role: role, size: size, bounds: scene.panel.bounds,
        gesture: GestureHint(scene.gesture, state: .began))
    }
    // As `MenuView` of the service has it.
    return OverlayRequest(
      id: Overlay.ID(rawValue: 1), role: role, anchor: Rect(origin: anchor, size: .zero), size: size,
      bounds: scene.panel.bounds.inset(by: Insets(all: 3)), gesture: GestureHint(.press))
  }

  /// Runs a new strategy of `preset`.
  func run(_ preset: PlacementPreset) -> Outcome {
    var strategy = preset.strategy(in: environment)
    strategy.ingest(scene.frame())
    return judge(strategy.place(request))
  }

  func judge(_ placement: Placement) -> Outcome {
    Outcome(hidden: scene.silhouette.hiddenFraction(of: placement.rect), placement: placement)
  }

  /// The distance in mm from the tip of a finger that taps, which reaches 12 mm above its contact and 9 mm to each side.
  func distanceFromFingertip(to rect: Rect) -> Double {
    let finger = scene.contacts[0]
    let dx = max(0, rect.minX - finger.x - 9, finger.x - 9 - rect.maxX)
    let dy = max(0, rect.minY - finger.y - 9, finger.y - 12 - rect.maxY)
    return Vector(dx: dx, dy: dy).length
  }

  /// The least hidden fraction of all positions on the panel, at most 2 mm apart, that cover no touch: what even a strategy that saw
  /// the hand could not do better. With `limit`, of those at most so many mm from the fingertip of a tap.
  func leastHidden(within limit: Double = .infinity) -> Double {
    let room = Size(
      width: max(0, scene.panel.size.width - size.width), height: max(0, scene.panel.size.height - size.height))
    return leastHidden(
      in: Rect(origin: .origin, size: room), columns: Int((room.width / 2).rounded(.up)),
      rows: Int((room.height / 2).rounded(.up)), within: limit)
  }

  /// The least hidden fraction that is possible near the fingers.
  func oracle() -> Double {
    let bounds = scene.panel.bounds
    let left = max(bounds.minX, scene.centroid.x - size.width / 2 - 90)
    let right = min(bounds.maxX - size.width, scene.centroid.x - size.width / 2 + 90)
    let top = max(bounds.minY, scene.centroid.y - size.height / 2 - 90)
    let bottom = min(bounds.maxY - size.height, scene.centroid.y - size.height / 2 + 90)
    guard right >= left, bottom >= top else { return 1 }
    return leastHidden(in: Rect(x: left, y: top, width: right - left, height: bottom - top), columns: 12, rows: 12)
  }

  /// The least hidden fraction of an overlay whose origin is on a grid over `origins` and that covers no touch.
  private func leastHidden(in origins: Rect, columns: Int, rows: Int, within limit: Double = .infinity) -> Double {
    var best = 1.0
    for row in 0...rows {
      for column in 0...columns {
        let rect = Rect(
          origin: Point(
            x: origins.minX + origins.width * Double(column) / Double(max(1, columns)),
            y: origins.minY + origins.height * Double(row) / Double(max(1, rows))), size: size)
        guard !scene.contacts.contains(where: { rect.distance(to: $0) < 4 }) else { continue }
        guard limit == .infinity || distanceFromFingertip(to: rect) <= limit else { continue }
        best = min(best, scene.silhouette.hiddenFraction(of: rect))
        if best == 0 { return 0 }
      }
    }
    return best
  }
}
