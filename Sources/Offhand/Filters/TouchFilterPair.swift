/// Two filters, one after the other.
public struct TouchFilterPair<First: TouchFilter, Second: TouchFilter>: TouchFilter {
  /// Sees frames as they come.
  public var first: First
  /// Sees what the first leaves.
  public var second: Second

  /// First one, then the other.
  public init(_ first: First, _ second: Second) {
    self.first = first
    self.second = second
  }

  /// Changes `frame`, twice.
  public mutating func filter(_ frame: inout TouchFrame) {
    first.filter(&frame)
    second.filter(&frame)
  }

  /// Forgets the fingers.
  public mutating func reset() {
    first.reset()
    second.reset()
  }
}
