/// Strings filters together, in the order in which frames pass them.
@resultBuilder
public enum TouchFilterBuilder {
  /// The first.
  public static func buildPartialBlock<First: TouchFilter>(first: First) -> First { first }

  /// One more.
  public static func buildPartialBlock<First: TouchFilter, Second: TouchFilter>(
    accumulated: First, next: Second
  ) -> TouchFilterPair<First, Second> {
    TouchFilterPair(accumulated, next)
  }
}
