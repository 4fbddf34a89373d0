/// Why an overlay stands where it does, in one word that a test can compare and a person can read.
public enum PlacementReason: String, Sendable, Hashable, CaseIterable {
  /// The original's rule for a left or a right hand: diagonally above, away from the hand.
  case originalRule = "original-rule"
  /// The original's rule could not tell the hand: over the middle of the fingers.
  case originalUnknown = "original-unknown"
  /// Nobody touches the glass: offset, flip and shift.
  case noHand = "no-hand"
  /// There was room on the wanted side.
  case wantedSide = "wanted-side"
  /// There was no room on the wanted side, so it stands on the opposite one.
  case flipped
  /// Pushed along the edge of the bounds to stay inside.
  case shifted
  /// The least hidden place near the anchor.
  case leastHidden = "least-hidden"
  /// Everything near is hidden, so it stands further off, joined by a line.
  case leader
  /// Everything near is hidden, so it stands at an edge or in a corner of the bounds.
  case docked
  /// Stays where it was placed before.
  case kept
  /// Went along with its anchor.
  case followed
  /// Was hidden for too long, so it moved.
  case relocated
  /// The smaller size was needed.
  case compact
  /// It does not fit into the bounds: cut at the leading edge.
  case clipped
  /// Nothing can be said: the size, the bounds or the anchor is empty or not a number.
  case degenerate
}
