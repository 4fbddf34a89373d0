/// An input device that a source does not read, and why.
public struct IgnoredDevice: Sendable, Hashable {
  /// Why a device is not read.
  public enum Reason: Sendable, Hashable {
    /// It is no touch screen; it was not opened.
    case kind(InputDeviceKind)
    /// It may not be read.
    case permission(NodePermission)
    /// It could not be opened, for a reason of the kernel.
    case failure(String)
  }

  /// Its device node.
  public var path: String
  /// What the kernel calls it.
  public var name: String
  /// Why it is not read.
  public var reason: Reason

  /// A device that is not read.
  public init(path: String, name: String, reason: Reason) {
    self.path = path
    self.name = name
    self.reason = reason
  }
}
