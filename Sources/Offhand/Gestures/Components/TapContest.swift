/// Whether fingers may still become a tap: others then wait longer before they take them.
///
/// What the fingers drifted meanwhile is the tap's tolerance and no motion. So the longer slop counts in the frame after the
/// tap's end as well, and what did not pass it then is forgotten: fingers that lie too long for a tap begin nothing by lying.
struct TapContest: Sendable {
  /// Whether a tap may come of the fingers.
  private(set) var isOn = false
  private var wasOn = false

  /// Takes in what may become of the fingers in this frame.
  mutating func update(_ others: GestureComponents) {
    wasOn = isOn
    isOn = others.contains(.tap)
  }

  /// Whether the longer slop counts.
  var counts: Bool { isOn || wasOn }

  /// Whether the tap has come to nothing since the frame before.
  var isOver: Bool { wasOn && !isOn }
}
