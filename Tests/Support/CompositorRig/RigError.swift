/// What kept a rig from doing its work: one line, with what the process said where there is something.
public struct RigError: Error, CustomStringConvertible {
  /// The line.
  public let description: String

  /// An error that says `description`.
  public init(_ description: String) { self.description = description }
}
