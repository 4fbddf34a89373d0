extension OverlayRequest {
  /// Lengths beyond this, in millimetres, are treated as nonsense: a hundred kilometres.
  static let largestLength = 1e8

  /// Whether every number can be computed with and nothing is empty.
  var isPlaceable: Bool {
    OverlayRequest.isUsable(bounds) && !bounds.isEmpty && OverlayRequest.isUsable(Rect(origin: .origin, size: size))
      && !Rect(origin: .origin, size: size).isEmpty && (anchor.map(OverlayRequest.isUsable) ?? true)
  }

  /// The answer to a request that cannot be placed: as much of it as can be believed, at the anchor, else in the corner.
  func degeneratePlacement(near place: Point, hand: Hand = .unknown) -> Placement {
    func sane(_ value: Double) -> Double { value.isFinite && abs(value) <= OverlayRequest.largestLength ? value : 0 }
    let extent = Size(width: max(0, sane(size.width)), height: max(0, sane(size.height)))
    let isBoundsSane = OverlayRequest.isUsable(bounds)
    let start = anchor.flatMap { OverlayRequest.isUsable($0) ? $0.center : nil } ?? place
    let corner = Point(x: sane(start.x), y: sane(start.y))
    var rect = Rect(origin: corner, size: extent)
    if isBoundsSane { rect = rect.clamped(to: bounds) }
    var answer = Placement(rect: rect, side: .center, target: corner, hand: hand, reason: .degenerate)
    answer.quality = .obstructed
    answer.isClipped = isBoundsSane && !bounds.contains(rect)
    return answer
  }

  /// Whether an extent can be computed with and is not empty.
  static func isSound(_ size: Size) -> Bool {
    size.width > 0 && size.height > 0 && size.width <= largestLength && size.height <= largestLength
  }

  private static func isUsable(_ rect: Rect) -> Bool {
    rect.isFinite && rect.size.width >= 0 && rect.size.height >= 0 && abs(rect.minX) <= largestLength
      && abs(rect.minY) <= largestLength && rect.width <= largestLength && rect.height <= largestLength
  }
}
