/// Strings steps together; loops and conditions are welcome.
@resultBuilder
public enum ScriptBuilder {
  /// One step.
  public static func buildExpression(_ step: Step) -> [Step] { [step] }
  /// Several steps.
  public static func buildExpression(_ steps: [Step]) -> [Step] { steps }
  /// All of a block.
  public static func buildBlock(_ parts: [Step]...) -> [Step] { parts.flatMap { $0 } }
  /// All rounds of a loop.
  public static func buildArray(_ parts: [[Step]]) -> [Step] { parts.flatMap { $0 } }
  /// What stands under a condition.
  public static func buildOptional(_ part: [Step]?) -> [Step] { part ?? [] }
  /// One way.
  public static func buildEither(first: [Step]) -> [Step] { first }
  /// The other way.
  public static func buildEither(second: [Step]) -> [Step] { second }
}
