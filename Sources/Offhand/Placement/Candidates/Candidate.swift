/// A place that an overlay might take.
public struct Candidate: Sendable, Hashable {
  /// How the place was found.
  public enum Kind: UInt8, Sendable, Hashable {
    /// Around the anchor.
    case near
    /// At an edge or in a corner of the bounds.
    case docked
    /// Where the overlay is now.
    case current
  }

  /// The place, in the user's frame.
  public var box: Box
  /// How it was found.
  public var kind: Kind
  /// Its rank among places that cost the same: lower comes first.
  public var rank: Int

  /// A place.
  public init(_ box: Box, kind: Kind, rank: Int) {
    self.box = box
    self.kind = kind
    self.rank = rank
  }
}
