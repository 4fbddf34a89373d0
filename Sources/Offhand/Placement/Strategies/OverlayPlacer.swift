/// A placement strategy made of five parts, each replaceable: who the hand is, what it hides, where one might stand, what that
/// costs, and when one may move.
///
/// In the frame in which a gesture begins a place is chosen among at most 160; after that the overlay stays, and is only looked
/// at now and then (placement.md §2.7). Nothing here allocates once the storage has grown.
public struct OverlayPlacer<
  Estimator: HandEstimator, Shadow: ShadowModel, Candidates: CandidateGenerator, Cost: PlacementCost,
  Policy: RelocationPolicy
>: PlacementStrategy {
  /// The panel, how it is held, who uses it.
  public var environment: PanelSetup {
    didSet {
      estimator.environment = environment
      forgetField()
    }
  }
  /// Who the hand is.
  public var estimator: Estimator
  /// What it hides.
  public var shadow: Shadow {
    didSet { forgetField() }
  }
  /// Where one might stand.
  public var candidates: Candidates
  /// What that costs.
  public var cost: Cost
  /// When one may move.
  public var policy: Policy
  /// What is hidden as of the latest frame that anybody asked about.
  public internal(set) var field = ShadowField()
  /// The places of the latest decision, with their costs; for `--explain`.
  public internal(set) var considered: [Candidate] = []
  /// What the places of the latest decision cost.
  public internal(set) var costs: [Double] = []

  /// Whose hand the fingers are taken for.
  public var hand: Hand { estimator.hand }

  /// Where the field was drawn last.
  var shadows = ShadowMap()
  /// The hands whose shadows are in the field.
  private var cast: [HandTrack] = []
  /// Which of them count half, a bit each: those of other people than the one that the overlay is for.
  private var strangers: UInt8 = 0
  /// Which part of the present field is drawn there.
  private var drawn: Box?
  var latest = Timestamp.zero
  var isFieldCurrent = true
  var placed = PlacedOverlays<OverlayState>()

  /// A strategy of these parts.
  public init(
    environment: PanelSetup, estimator: Estimator, shadow: Shadow, candidates: Candidates, cost: Cost,
    policy: Policy
  ) {
    self.environment = environment
    self.estimator = estimator
    self.shadow = shadow
    self.candidates = candidates
    self.cost = cost
    self.policy = policy
    considered.reserveCapacity(192)
    costs.reserveCapacity(192)
    cast.reserveCapacity(HandTracks.capacity)
  }

  /// Takes a frame in.
  public mutating func ingest(_ frame: borrowing TouchFrame) {
    latest = max(latest, frame.timestamp)
    let old = self.frame
    estimator.ingest(frame)
    isFieldCurrent = false
    if old != self.frame { turnOverlays(from: old) }
  }

  /// The user was seen to be at another edge: what is remembered of overlays goes along.
  private mutating func turnOverlays(from old: UserFrame) {
    forgetField()
    for index in placed.indices {
      placed[index].box = Box(placed[index].placement.rect, in: frame)
      placed[index].focus = frame.inward(old.outward(placed[index].focus))
    }
  }

  /// Answers where the overlay stands.
  public mutating func place(_ request: OverlayRequest) -> Placement {
    if let kind = request.gesture?.kind, estimator.note(kind) { isFieldCurrent = false }
    guard request.isPlaceable else { return request.degeneratePlacement(near: touchCenter, hand: hand) }
    guard let index = placed.index(of: request.id) else { return decide(request, at: nil) }
    return request.gesture?.state == .began && placed[index].gestureBegan < time(of: request)
      ? decide(request, at: index) : keep(request, at: index)
  }

  /// Forgets an overlay.
  public mutating func remove(_ id: Overlay.ID) { placed.remove(id) }

  /// Forgets fingers and overlays.
  public mutating func reset() {
    placed.removeAll()
    estimator.reset()
    isFieldCurrent = false
  }

  /// What the estimator has learned of the person.
  public func habit(on day: Int) -> HandHabit? { estimator.habit(on: day) }

  /// How likely a place of the output plane is hidden, 0 to 1.
  public mutating func hiddenProbability(at place: Point) -> Double {
    castShadows()
    let user = frame.inward(place)
    return field.hidden(x: user.x, y: user.y)
  }

  /// The expected hidden fraction of a rectangle of the output plane, 0 to 1: to judge a place that somebody else chose, such as
  /// a compositor that moved a popup.
  public mutating func hiddenFraction(of rect: Rect) -> Double {
    guard rect.isFinite, !rect.isEmpty else { return 0 }
    castShadows()
    let box = Box(rect, in: frame)
    draw(box)
    return hidden(box)
  }

  var frame: UserFrame { UserFrame(panel: environment.panel, edge: estimator.userEdge) }

  func time(of request: OverlayRequest) -> Timestamp { max(request.time ?? latest, latest) }

  /// The middle of all fingers on the output plane; the panel's centre while nothing touches.
  var touchCenter: Point {
    var sum = Vector.zero
    var count = 0.0
    for index in estimator.tracks.indices where estimator.tracks[index].lifted == nil {
      let contacts = estimator.tracks[index].contacts
      for contact in 0..<contacts.count {
        sum += contacts[contact] - .origin
        count += 1
      }
    }
    return count > 0 ? frame.outward(.origin + sum / count) : environment.panel.center
  }

  /// How likely a right hand is, of the hand that came first.
  var rightProbability: Double {
    estimator.tracks.count > 0 ? estimator.tracks[0].rightProbability : 0.5
  }

  /// Draws the shadows that fall on a box, unless they are drawn: overlays that appear together mostly look at the same places.
  mutating func draw(_ box: Box) {
    if let drawn, box.fits(in: drawn), shadows.cell == ShadowMap.finest { return }
    drawn = box
    shadows.draw(
      field, minX: box.x - box.width / 2, minY: box.y - box.height / 2, maxX: box.x + box.width / 2,
      maxY: box.y + box.height / 2)
  }

  /// The expected hidden fraction of a box that was drawn.
  func hidden(_ box: Box) -> Double {
    shadows.hidden(centerX: box.x, centerY: box.y, width: box.width, height: box.height)
  }

  /// Casts the shadows of all hands, as they count for who is asked for; without a request all of them count whole.
  mutating func castShadows(for request: OverlayRequest? = nil) {
    let others = request.map { strangers(to: $0) } ?? 0
    guard !isFieldCurrent || others != strangers else { return }
    isFieldCurrent = true
    guard !isCastAlready || others != strangers else { return }
    strangers = others
    drawn = nil
    cast.removeAll(keepingCapacity: true)
    field.removeAll()
    var surroundings = environment
    surroundings.userEdge = estimator.userEdge
    for index in estimator.tracks.indices {
      field.strength = others >> UInt8(index) & 1 == 1 ? OverlayPlacer.strangerWeight : 1
      shadow.cast(estimator.tracks[index], in: surroundings, into: &field)
      cast.append(estimator.tracks[index])
    }
  }

  /// Whether the field holds the shadows of these very hands: fingers that rest cast the same ones.
  private var isCastAlready: Bool {
    guard cast.count == estimator.tracks.count else { return false }
    for index in cast.indices where !cast[index].casts(asMuchAs: estimator.tracks[index]) { return false }
    return true
  }

  private mutating func forgetField() {
    isFieldCurrent = false
    cast.removeAll(keepingCapacity: true)
    field.removeAll()
  }
}
