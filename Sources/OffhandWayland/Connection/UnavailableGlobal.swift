/// Something that the compositor does not offer, or only in a version that is too old, and what that means.
public struct UnavailableGlobal: Sendable, Hashable, CustomStringConvertible {
  /// The interface, such as `wp_viewporter`.
  public var interface: String
  /// The lowest version that would do.
  public var minimumVersion: UInt32
  /// The version that the compositor offers; `nil` where it does not offer the interface at all.
  public var offeredVersion: UInt32?
  /// What cannot be done without it.
  public var consequence: String

  /// Something that the compositor does not offer.
  public init(interface: String, minimumVersion: UInt32, offeredVersion: UInt32?, consequence: String) {
    self.interface = interface
    self.minimumVersion = minimumVersion
    self.offeredVersion = offeredVersion
    self.consequence = consequence
  }

  /// One line: the interface, and what it means that it is missing.
  public var description: String {
    if let offeredVersion {
      "\(interface) is version \(offeredVersion), at least \(minimumVersion) is needed: \(consequence)"
    } else {
      "\(interface) is missing: \(consequence)"
    }
  }
}
