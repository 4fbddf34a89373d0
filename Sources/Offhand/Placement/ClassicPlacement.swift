/// What every popup library does: offset from the anchor on the wanted side, flip where there is no room, shift to stay inside.
///
/// Knows nothing of hands and remembers nothing. Without a wanted side it stands above; it flips to the opposite side if it
/// does not fit there and fits here, or if more of it fits here.
public struct ClassicPlacement: PlacementStrategy {
  /// Millimetres between anchor and overlay: 8 pixels at 96 to the inch, the usual offset of such libraries.
  public static let standardGap = 2.1

  /// The panel, and the direction in which people read.
  public var environment: PanelSetup
  /// Millimetres between anchor and overlay.
  public var gap: Double
  /// Never known.
  public var hand: Hand { .unknown }

  private var contacts = ContactGroup()

  /// The classic on a panel; `gap` in millimetres.
  public init(environment: PanelSetup, gap: Double = ClassicPlacement.standardGap) {
    self.environment = environment
    self.gap = gap
  }

  /// Takes a frame in.
  public mutating func ingest(_ frame: borrowing TouchFrame) { contacts = ContactGroup(frame) }

  /// Answers the place on the wanted side, flipped and shifted as needed.
  public mutating func place(_ request: OverlayRequest) -> Placement {
    guard request.isPlaceable else { return request.degeneratePlacement(near: contacts.centroid) }
    return ClassicPlacement.place(request, anchor: anchor(for: request), gap: gap)
  }

  /// Has nothing to forget.
  public mutating func remove(_ id: Overlay.ID) {}

  /// Forgets the fingers.
  public mutating func reset() { contacts = ContactGroup() }

  /// The rectangle that the overlay belongs to: the anchor, else the fingers, else the middle of the bounds.
  private func anchor(for request: OverlayRequest) -> Rect {
    if let anchor = request.anchor { return anchor }
    if let box = contacts.box { return box }
    let place = request.gesture?.location.flatMap { $0.isFinite ? $0 : nil } ?? request.bounds.center
    return Rect(origin: place, size: .zero)
  }

  /// The rule itself, for those who build on it.
  static func place(_ request: OverlayRequest, anchor: Rect, gap: Double) -> Placement {
    let wanted = request.preferredSide ?? .above
    let first = rect(of: request.size, on: wanted, of: anchor, gap: gap)
    var side = wanted
    var rect = first
    if !fits(first, on: wanted, in: request.bounds) {
      let second = self.rect(of: request.size, on: wanted.opposite, of: anchor, gap: gap)
      if visibleArea(of: second, in: request.bounds) > visibleArea(of: first, in: request.bounds) {
        side = wanted.opposite
        rect = second
      }
    }
    let clamped = rect.clamped(to: request.bounds)
    let isClipped = !request.bounds.contains(clamped) && !fitsInside(request.size, request.bounds)
    var reason = PlacementReason.wantedSide
    if side != wanted { reason = .flipped } else if clamped != rect { reason = .shifted }
    if isClipped { reason = .clipped }
    return Placement(
      rect: clamped, side: side, target: nearestPoint(of: anchor, to: clamped), reason: reason, isClipped: isClipped)
  }

  /// The place in `anchor` that is nearest to the middle of `rect`.
  static func nearestPoint(of anchor: Rect, to rect: Rect) -> Point {
    Point(
      x: min(max(rect.center.x, anchor.minX), anchor.maxX), y: min(max(rect.center.y, anchor.minY), anchor.maxY))
  }

  private static func rect(of size: Size, on side: Side, of anchor: Rect, gap: Double) -> Rect {
    let step = side.step
    return Rect(
      center: Point(
        x: anchor.center.x + step.dx * (anchor.width / 2 + gap + size.width / 2),
        y: anchor.center.y + step.dy * (anchor.height / 2 + gap + size.height / 2)), size: size)
  }

  /// Whether there is room along the axis on which the side lies; the other axis is shifted anyway.
  private static func fits(_ rect: Rect, on side: Side, in bounds: Rect) -> Bool {
    let step = side.step
    let fitsAcross = step.dx == 0 || (rect.minX >= bounds.minX && rect.maxX <= bounds.maxX)
    let fitsDown = step.dy == 0 || (rect.minY >= bounds.minY && rect.maxY <= bounds.maxY)
    return fitsAcross && fitsDown
  }

  private static func visibleArea(of rect: Rect, in bounds: Rect) -> Double { rect.intersection(bounds)?.area ?? 0 }

  private static func fitsInside(_ size: Size, _ bounds: Rect) -> Bool {
    size.width <= bounds.width && size.height <= bounds.height
  }
}

/// The contacts that are down in a frame, as far as placing without a hand needs them.
struct ContactGroup: Sendable {
  /// The smallest rectangle around the contacts; `nil` while nothing touches.
  private(set) var box: Rect?
  /// The middle of the contacts; the origin while nothing touches.
  private(set) var centroid = Point.origin
  /// How many fingers are down.
  private(set) var count = 0

  init() {}

  init(_ frame: borrowing TouchFrame) {
    var sum = Vector.zero
    for index in frame.indices where frame[index].isDown {
      let place = frame[index].position
      guard place.isFinite else { continue }
      let spot = Rect(origin: place, size: .zero)
      box = box.map { $0.union(spot) } ?? spot
      sum += place - .origin
      count += 1
    }
    if count > 0 { centroid = .origin + sum / Double(count) }
  }
}
