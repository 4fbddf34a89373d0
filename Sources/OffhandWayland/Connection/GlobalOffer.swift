/// One global that the compositor offers.
public struct GlobalOffer: Sendable, Hashable {
  /// The compositor's number for it; not used twice while it lasts.
  public var name: UInt32
  /// The interface, such as `wl_seat`.
  public var interface: String
  /// The highest version that the compositor speaks.
  public var version: UInt32
}
