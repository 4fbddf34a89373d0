public import Offhand

/// Recognizes nothing: what remains when it is measured is the price of measuring.
public struct NullPipeline: GesturePipeline {
  /// Never an answer.
  public var events: GestureEvents { .none }
  /// Never a deadline.
  public var deadline: Timestamp? { nil }
  /// No recognizer.
  public var names: [GestureName] { [] }
  /// Always.
  public var isIdle: Bool { true }
  /// Kept, and used for nothing.
  public var hand = Hand.unknown

  /// A pipeline without recognizers.
  public init() {}

  /// Does nothing.
  public mutating func process(_ frame: borrowing TouchFrame) {}

  /// Does nothing.
  public mutating func advance(to time: Timestamp) {}

  /// Does nothing.
  public mutating func cancel(at time: Timestamp) {}

  /// Does nothing.
  public mutating func set(_ value: GestureValue, of name: GestureName) {}

  /// None.
  public func touches(of event: GestureEvent) -> [Touch] { [] }
}
