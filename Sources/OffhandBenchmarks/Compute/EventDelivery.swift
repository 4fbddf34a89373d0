/// What is done with the answers of a pipeline while it is measured.
public enum EventDelivery: String, Sendable, Codable, CaseIterable {
  /// They are counted: the price of recognizing alone.
  case counted
  /// Every one is read, field by field, by a consumer in another module: the price of recognizing and telling.
  case delivered
}
