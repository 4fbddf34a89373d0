import CPlatform
import Glibc

/// Who may read a device node, and what to install so that we may.
public struct NodePermission: Sendable, Hashable {
  /// The rule that lets whoever sits at the seat read its touch screens, and none of its keyboards.
  ///
  /// Debian tags only joysticks `uaccess`. The group `input` would open every keyboard as well (platform.md §2.1).
  public static let rule =
    #"SUBSYSTEM=="input", KERNEL=="event*", ENV{ID_INPUT_TOUCHSCREEN}=="1", TAG+="uaccess""#
  /// Where the rule belongs; its number must be below 73, where udev hands out access.
  public static let rulePath = "/etc/udev/rules.d/70-offhand-touchscreen.rules"

  /// The node.
  public var path: String
  /// The owner's name, or number where it has none.
  public var owner: String
  /// The group's name, or number where it has none.
  public var group: String
  /// The permission bits.
  public var mode: UInt32
  /// Who we are.
  public var user: UInt32
  /// Whether we may read it.
  public var isReadable: Bool

  /// The permission of a node, as given.
  public init(path: String, owner: String, group: String, mode: UInt32, user: UInt32, isReadable: Bool) {
    self.path = path
    self.owner = owner
    self.group = group
    self.mode = mode
    self.user = user
    self.isReadable = isReadable
  }

  /// The permission of the node at `path`; `nil` where there is none.
  public init?(of path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    self.init(
      path: path, owner: getpwuid(status.st_uid).map { String(cString: $0.pointee.pw_name) } ?? "\(status.st_uid)",
      group: getgrgid(status.st_gid).map { String(cString: $0.pointee.gr_name) } ?? "\(status.st_gid)",
      mode: status.st_mode & 0o7777, user: geteuid(), isReadable: access(path, R_OK) == 0)
  }

  /// The facts in one clause.
  public var facts: String {
    "it belongs to \(owner):\(group) with mode 0\(String(mode, radix: 8)), and this is uid \(user)"
  }

  /// The shell line that grants access.
  public static let remedy =
    "echo '\(rule)' | sudo tee \(rulePath) && sudo udevadm control --reload && sudo udevadm trigger -s input"
}
