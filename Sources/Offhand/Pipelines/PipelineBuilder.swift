/// Strings recognizers together, one after the other, as nested pairs.
@resultBuilder
public enum PipelineBuilder {
  /// A recognizer without relations.
  public static func buildExpression<R: GestureRecognizer>(_ recognizer: R) -> EnrolledRecognizer<R> {
    EnrolledRecognizer(recognizer)
  }

  /// A recognizer with relations.
  public static func buildExpression<R: GestureRecognizer>(_ recognizer: ConfiguredRecognizer<R>)
    -> EnrolledRecognizer<R>
  {
    EnrolledRecognizer(recognizer.recognizer, recognizer.options)
  }

  /// Recognizers that are strung together already.
  public static func buildExpression<Group: RecognizerGroup>(_ group: Group) -> Group { group }

  /// The first.
  public static func buildPartialBlock<First: RecognizerGroup>(first: First) -> First { first }

  /// One more.
  public static func buildPartialBlock<First: RecognizerGroup, Second: RecognizerGroup>(
    accumulated: First, next: Second
  ) -> RecognizerPair<First, Second> {
    RecognizerPair(accumulated, next)
  }
}
