/// A relation between recognizers that cannot be.
public enum RelationError: Error, Sendable, CustomStringConvertible {
  /// No recognizer of the pipeline has this name.
  case unknownName(GestureName)
  /// Each would wait for the other, and neither would ever begin.
  case cycle(GestureName, GestureName)

  /// What is wrong and what to do.
  public var description: String {
    switch self {
    case .unknownName(let name): "no recognizer of this pipeline is named '\(name)'; give it that name with .named(_:)"
    case .cycle(let name, let other):
      "'\(name)' cannot require '\(other)' to fail: '\(other)' already waits for '\(name)'; drop one of the two"
    }
  }
}
