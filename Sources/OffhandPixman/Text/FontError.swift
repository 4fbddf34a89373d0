/// Why text cannot be drawn.
public enum FontError: Error, Hashable, CustomStringConvertible {
  /// Fontconfig found no font at all for the family.
  case noFont(family: String)
  /// The fcft library was built without HarfBuzz and utf8proc.
  case noShaping

  /// What is wrong and what to do, in one line.
  public var description: String {
    switch self {
    case .noFont(let family):
      "no font for “\(family)”: install one that fontconfig finds, such as the package fonts-dejavu-core"
    case .noShaping:
      "this fcft library cannot shape text (it was built without HarfBuzz or utf8proc): install the distribution's libfcft"
    }
  }
}
