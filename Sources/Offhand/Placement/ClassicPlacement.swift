/// The placement of popup libraries: an offset from the anchor on the preferred side, a flip if there is no room, a shift to stay inside.
///
/// It ignores hands and keeps no state of overlays. The default side is above. It flips if the overlay does not fit on the
/// preferred side and more of it fits on the opposite one.
package struct ClassicPlacement: PlacementStrategy {
  /// The gap in mm: 8 pixels at 96 dpi, the usual offset of popup libraries.
  package static let standardGap = 2.1

  package var environment: PanelSetup

  private var touches = TouchSummary()

  package init(environment: PanelSetup) { self.environment = environment }

  package mutating func ingest(_ frame: borrowing TouchFrame) { touches = TouchSummary(frame) }

  /// Returns the position on the preferred side, flipped and shifted as needed.
  package mutating func place(_ request: OverlayRequest) -> Placement {
    guard request.isPlaceable else { return request.degeneratePlacement(near: touches.centroid) }
    return ClassicPlacement.place(request, anchor: anchor(for: request), gap: ClassicPlacement.standardGap)
  }

  /// Does nothing: overlays have no state.
  package mutating func remove(_ id: OverlayID) {}

  /// The rectangle to place at: the anchor, else the touches, else the gesture's location or the centre of the bounds.
  private func anchor(for request: OverlayRequest) -> Rect {
    if let anchor = request.anchor { return anchor }
    if let box = touches.box { return box }
    let location = request.gesture?.location.flatMap { $0.isFinite ? $0 : nil } ?? request.bounds.center
    return Rect(origin: location, size: .zero)
  }

  /// Applies the rule to an anchor; `OverlayPlacer` uses it without a hand.
  static func place(_ request: OverlayRequest, anchor: Rect, gap: Double) -> Placement {
    let wanted = request.preferredSide ?? .above
    var (side, rect) = (wanted, rect(of: request.size, on: wanted, of: anchor, gap: gap))
    if !fits(rect, on: wanted, in: request.bounds) {
      let other = self.rect(of: request.size, on: wanted.opposite, of: anchor, gap: gap)
      func visibleArea(_ rect: Rect) -> Double { rect.intersection(request.bounds)?.area ?? 0 }
      if visibleArea(other) > visibleArea(rect) { (side, rect) = (wanted.opposite, other) }
    }
    let clamped = rect.clamped(to: request.bounds)
    let isLarger = request.size.width > request.bounds.width || request.size.height > request.bounds.height
    let isClipped = !request.bounds.contains(clamped) && isLarger
    var reason = PlacementReason.wantedSide
    if side != wanted { reason = .flipped } else if clamped != rect { reason = .shifted }
    if isClipped { reason = .clipped }
    return Placement(
      rect: clamped, side: side, target: nearestPoint(of: anchor, to: clamped), reason: reason, isClipped: isClipped)
  }

  /// Returns the point of `anchor` nearest to the middle of `rect`.
  static func nearestPoint(of anchor: Rect, to rect: Rect) -> Point {
    Point(x: min(max(rect.center.x, anchor.minX), anchor.maxX), y: min(max(rect.center.y, anchor.minY), anchor.maxY))
  }

  private static func rect(of size: Size, on side: Side, of anchor: Rect, gap: Double) -> Rect {
    let step = side.step
    return Rect(
      center: Point(
        x: anchor.center.x + step.dx * (anchor.width / 2 + gap + size.width / 2),
        y: anchor.center.y + step.dy * (anchor.height / 2 + gap + size.height / 2)), size: size)
  }

  /// Whether there is room along the axis of the side; along the other axis the overlay is shifted anyway.
  private static func fits(_ rect: Rect, on side: Side, in bounds: Rect) -> Bool {
    let step = side.step
    let fitsAcross = step.dx == 0 || (rect.minX >= bounds.minX && rect.maxX <= bounds.maxX)
    let fitsDown = step.dy == 0 || (rect.minY >= bounds.minY && rect.maxY <= bounds.maxY)
    return fitsAcross && fitsDown
  }
}

/// A summary of the touches that are down in a frame, for strategies without a hand model.
struct TouchSummary: Sendable {
  /// The smallest rectangle around the touches; `nil` without touches.
  private(set) var box: Rect?
  /// The middle of the touches; the origin without touches.
  private(set) var centroid = Point.origin
  private(set) var count = 0

  init() {}

  init(_ frame: borrowing TouchFrame) {
    var sum = Vector.zero
    for index in frame.indices where frame[index].isDown {
      let position = frame[index].position
      guard position.isFinite else { continue }
      let point = Rect(origin: position, size: .zero)
      box = box.map { $0.union(point) } ?? point
      sum += position - .origin
      count += 1
    }
    if count > 0 { centroid = .origin + sum / Double(count) }
  }
}
