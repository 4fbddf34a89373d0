import Offhand

/// What of the service is above the programs.
///
/// The bridge takes no fingers there: a long press, which ends the curtain, would become a right click or another gesture.
struct Cover: Hashable {
  /// Whether the curtain is, also the one that is not seen.
  var isCurtainUp = false
  /// The output that has a menu.
  var menu: String?

  /// The topmost layer above the programs of `output`; `nil` if there is none.
  func layer(above output: String?) -> TouchStack.Layer? {
    isCurtainUp ? .curtain : output != nil && menu == output ? .menu : nil
  }
}

/// The owner of each touch on a zone or a touch screen: the topmost layer above the point where it lands, until it lifts.
///
/// A layer that comes takes the touches below it that are down; one that goes keeps them, and nothing below it receives the rest of them.
/// What the bridge passes on, takes for its pointer, or holds back is decided below all layers (`TwinRelay`); `cover` is what it is told.
struct TouchStack {
  /// From the lowest to the topmost.
  enum Layer: Int, Comparable, CaseIterable {
    case program, zone, menu, curtain

    static func < (one: Layer, other: Layer) -> Bool { one.rawValue < other.rawValue }
  }

  /// Where touches come from, each with numbers of its own.
  enum Source: Hashable {
    case zone(ObjectIdentifier)
    case panel(Panel.ID)
  }

  /// A touch, also one that has lifted, until another lands: gestures end after their touches.
  private struct Entry {
    let source: Source
    let touch: Touch.ID
    let output: String
    /// The zone on which it landed.
    let zone: ObjectIdentifier?
    var layer: Layer
    var isDown: Bool
  }

  /// The layers that are there.
  var cover = Cover() { didSet { if cover != oldValue { layersChanged() } } }
  private var entries: [Entry] = []
  /// The zones whose touches a layer has taken.
  private var deprived: Set<ObjectIdentifier> = []
  private var hasChanged = false

  /// Whether a finger is down.
  var isTouched: Bool { entries.contains(where: \.isDown) }

  /// Whether layers have come or gone since the last call.
  mutating func takeChange() -> Bool {
    defer { hasChanged = false }
    return hasChanged
  }

  /// Takes the touches of a frame, which has all of its source. Those that land on a `zone` are its own if no layer is above `output`.
  mutating func note(
    _ frame: borrowing TouchFrame, from source: Source, on output: String, zone: (Touch) -> ObjectIdentifier?
  ) {
    if frame.indices.contains(where: { layer(of: frame[$0].id, from: source) == nil }) {
      // Those of zones at once: zones are made anew.
      entries.removeAll { !$0.isDown && ($0.source == source || $0.zone != nil) }
    }
    for index in entries.indices where entries[index].source == source {
      entries[index].isDown = frame.touch(entries[index].touch)?.isDown ?? false
    }
    for index in frame.indices where layer(of: frame[index].id, from: source) == nil {
      let zone = zone(frame[index])
      entries.append(
        Entry(
          source: source, touch: frame[index].id, output: output, zone: zone,
          layer: cover.layer(above: output) ?? (zone == nil ? .program : .zone), isDown: frame[index].isDown))
    }
  }

  /// The layer that has a touch; `nil` if it is unknown.
  func layer(of touch: Touch.ID, from source: Source) -> Layer? {
    entries.first { $0.touch == touch && $0.source == source }?.layer
  }

  /// The touches of a frame that landed on `zone`, and that `layer` has.
  func part(of frame: borrowing TouchFrame, from source: Source, on zone: ObjectIdentifier, of layer: Layer)
    -> TouchFrame
  {
    var part = TouchFrame()
    part.fill(from: frame) { _, touch in
      entries.contains {
        $0.touch == touch.id && $0.source == source && $0.zone == zone && $0.layer == layer
      }
    }
    return part
  }

  /// Whether a layer has taken touches from `zone` since the last call.
  mutating func takeLoss(of zone: ObjectIdentifier) -> Bool { deprived.remove(zone) != nil }

  private mutating func layersChanged() {
    hasChanged = true
    for index in entries.indices where entries[index].isDown {
      let entry = entries[index]
      guard let layer = cover.layer(above: entry.output), layer > entry.layer else { continue }
      if entry.layer == .zone, let zone = entry.zone { deprived.insert(zone) }
      entries[index].layer = layer
    }
  }
}
