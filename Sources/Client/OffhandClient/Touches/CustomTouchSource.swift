public import Offhand

/// A touch source that a program brings itself: a protocol of a network, a camera, a simulation.
///
/// Its events have times of the monotonic clock, and its touch screens are added before their first touch, each with its size. Its
/// touches go to the program's first window. It is equal only to itself.
public final class CustomTouchSource: Sendable {
  /// The name in the log.
  public let name: String
  private let makeFeed: @Sendable (MappingPreferences, SharedFrames, any TouchReceiver) throws -> any EventSource

  /// A source that `open` opens when the program starts; what it throws ends the start, and what the source throws ends the program.
  public convenience init<Source: TouchSource & SendableMetatype>(
    _ name: String, open: @escaping @Sendable () throws -> Source
  ) {
    self.init(name) { _ in try open() }
  }

  /// A source as above that is opened with what the user stated of its touch screens.
  package init<Source: TouchSource & SendableMetatype>(
    _ name: String, open: @escaping @Sendable (MappingPreferences) throws -> Source
  ) {
    self.name = name
    makeFeed = { preferences, frames, receiver in TouchFeed(try open(preferences), in: frames, receiver: receiver) }
  }

  /// Opens the source for `receiver`.
  func open(_ preferences: MappingPreferences, in frames: SharedFrames, for receiver: any TouchReceiver) throws
    -> any EventSource
  {
    try makeFeed(preferences, frames, receiver)
  }
}

extension CustomTouchSource: Hashable {
  /// Whether they are the same object.
  public static func == (first: CustomTouchSource, second: CustomTouchSource) -> Bool { first === second }

  /// Hashes the identity.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
