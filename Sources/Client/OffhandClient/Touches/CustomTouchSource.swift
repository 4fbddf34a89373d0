public import Offhand

/// A touch source that a program brings itself: a protocol of a network, a camera, a simulation.
///
/// Its events have times of the monotonic clock, and its touch screens are added before their first touch, each with its size. Its
/// touches go to the program's first window. It is equal only to itself.
public final class CustomTouchSource: Sendable {
  /// The name in the log.
  public let name: String
  private let makeFeed:
    @Sendable (MappingPreferences, SharedFrames, any TouchReceiver, (any TouchObserver)?) throws -> any EventSource

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
    makeFeed = { TouchFeed(try open($0), in: $1, receiver: $2, observer: $3) }
  }

  /// Opens the source for `receiver`; `observer` receives the events first.
  package func open(
    _ preferences: MappingPreferences, in frames: SharedFrames = SharedFrames(), for receiver: any TouchReceiver,
    observer: (any TouchObserver)? = nil
  ) throws -> any EventSource {
    try makeFeed(preferences, frames, receiver, observer)
  }
}

extension CustomTouchSource: Hashable {
  /// Whether they are the same object.
  public static func == (first: CustomTouchSource, second: CustomTouchSource) -> Bool { first === second }

  /// Hashes the identity.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
