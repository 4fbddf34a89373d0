/// The occlusion by the hands on the panel: that of all tracks, and a raster of the region in use. Each is recomputed only when
/// it has changed.
struct HandOcclusion<Model: OcclusionModel>: Sendable {
  var model: Model {
    didSet { removeAll() }
  }
  private(set) var field = OcclusionField()
  /// The raster of `field` for choosing a position, valid where it was rasterized.
  private(set) var map = OcclusionMap()
  /// The raster of the probabilities of a single box, used where they differ from `map` or are finer.
  private var seen = OcclusionMap()
  private var cast: [HandTrack] = []
  private var state = State()

  private struct State: Sendable {
    /// The hands of other people, one bit for each track.
    var others: UInt8 = 0
    /// The region of `field` that is rasterized in `map`; `nil` if none is.
    var rasterized: Box?
    /// Whether the tracks have not changed since `field` was computed.
    var isCurrent = true
  }

  init(model: Model) {
    self.model = model
    cast.reserveCapacity(HandTracks.capacity)
  }

  /// The weight of another person's hand: it will leave by itself, and its owner looks from elsewhere (Design/Placing.md case 35).
  private static var otherPersonWeight: Double { 0.5 }

  /// Notes that the tracks may have changed.
  mutating func invalidate() { state.isCurrent = false }

  /// Removes all hands, for example because the panel or the model has changed.
  mutating func removeAll() {
    state.isCurrent = false
    state.rasterized = nil
    cast.removeAll(keepingCapacity: true)
    field.removeAll()
  }

  /// Computes the occlusion of all hands of `estimator`, if it may have changed. Hands with a bit in `others` have half weight.
  mutating func update(
    from estimator: borrowing some PanelHandEstimator, others: UInt8, in environment: borrowing PanelSetup
  ) {
    guard !state.isCurrent || others != state.others else { return }
    state.isCurrent = true
    let tracks = estimator.tracks
    guard others != state.others || !isCast(tracks) else { return }
    state.others = others
    state.rasterized = nil
    cast.removeAll(keepingCapacity: true)
    field.removeAll()
    var surroundings = copy environment
    surroundings.userEdge = estimator.userEdge
    for index in tracks.indices {
      field.strength = others >> UInt8(index) & 1 == 1 ? HandOcclusion.otherPersonWeight : 1
      model.add(tracks[index], in: surroundings, to: &field)
      cast.append(tracks[index])
    }
  }

  /// Whether `field` holds exactly these hands. Resting touches occlude the same area in every frame.
  private func isCast(_ tracks: HandTracks) -> Bool {
    guard cast.count == tracks.count else { return false }
    for index in cast.indices where !cast[index].hasSameOcclusion(as: tracks[index]) { return false }
    return true
  }

  /// Rasterizes `field` within a box, unless that is done already: overlays that appear together mostly look at the same region.
  mutating func rasterize(_ box: Box) {
    if let done = state.rasterized, box.fits(in: done), map.cell == OcclusionMap.finest { return }
    state.rasterized = box
    map.draw(
      field, minX: box.x - box.width / 2, minY: box.y - box.height / 2, maxX: box.x + box.width / 2,
      maxY: box.y + box.height / 2, forChoosing: true)
  }

  /// Returns the expected hidden fraction of a box, 0 to 1.
  mutating func hiddenFraction(of box: Box) -> Double {
    // A coarse raster is that of a search over a large region, whose costs are compared after this.
    guard field.isEmphasized || state.rasterized != nil && map.cell > OcclusionMap.finest else {
      rasterize(box)
      return min(1, map.hidden(centerX: box.x, centerY: box.y, width: box.width, height: box.height))
    }
    seen.draw(
      field, minX: box.x - box.width / 2, minY: box.y - box.height / 2, maxX: box.x + box.width / 2,
      maxY: box.y + box.height / 2)
    return seen.hidden(centerX: box.x, centerY: box.y, width: box.width, height: box.height)
  }
}
