import OffhandPlatform

/// Opens device nodes for a touch source: the only access to hardware, replaceable by a session manager or a test.
///
/// A source opens only nodes that udev classifies as touch screens, and only for reading.
public protocol InputDeviceOpener: AnyObject {
  /// Opens the node at `path` for reading, without blocking and closed on exec. Returns the descriptor, or a negative error
  /// number (`-EACCES`), as libinput's `open_restricted` does.
  func open(_ path: String) -> Int32

  /// Closes a descriptor returned by `open`.
  func close(_ descriptor: Int32)
}

/// Opens device nodes directly; the right to do so comes from the node's owner, group and access list.
///
/// Always read-only: libinput also requests writing, which touch screens do not need, and which would let this process inject
/// touches into the device (Design/Platform.md "Device access").
public final class NodeOpener: InputDeviceOpener {
  /// An opener of nodes.
  public init() {}

  /// Opens the node at `path` (`open`).
  public func open(_ path: String) -> Int32 {
    do throws(KernelError) { return try Descriptor(opening: path, .reading).release() } catch { return -error.code }
  }

  /// Closes the descriptor (`close`).
  public func close(_ descriptor: Int32) { Descriptor.close(descriptor) }
}

/// The access rights of a device node, and the remedy if it may not be read.
public struct NodePermission: Sendable, Hashable {
  /// The lines of udev's rules that let the user of the active seat read its touch screens, but none with keys that type, whose node shows
  /// what is typed.
  ///
  /// Debian tags only joysticks `uaccess`. The group `input` would open every keyboard as well (Design/Platform.md "Device access").
  public static let rule = [
    #"ENV{ID_INPUT_KEY}!="1""#, #"DRIVERS=="Goodix-TS""#,
    #"ATTRS{capabilities/key}=="* *0000000[0-7]? 0|* *[! ][! ][! ][! ][! ][! ][! ][! ][! ] 0 0", "#
      + #"ATTRS{capabilities/key}!="* * * * * * * * *""#,
  ].map { #"SUBSYSTEM=="input", KERNEL=="event*", ENV{ID_INPUT_TOUCHSCREEN}=="1", \#($0), TAG+="uaccess""# }
    .joined(separator: "\n")
  /// The path of the rules; its number must be below 73, where udev grants access.
  package static let rulePath = "/etc/udev/rules.d/70-offhand-touchscreen.rules"

  /// The node.
  public var path: String
  /// The owner's name, or number if it has none.
  package var owner: String
  /// The group's name, or number if it has none.
  package var group: String
  /// The permission bits.
  package var mode: UInt32
  /// The user ID of this process.
  package var user: UInt32

  /// The facts in one clause.
  public var facts: String {
    "it belongs to \(owner):\(group) with mode 0\(String(mode, radix: 8)), and this is uid \(user)"
  }

  /// The shell line that grants access.
  package static let remedy =
    "printf '\(rule.replacing("\n", with: "\\n"))\\n' | sudo tee \(rulePath) && sudo udevadm control --reload && sudo udevadm trigger -s input"
}

extension NodePermission {
  /// The permission of the node at `path`; `nil` if there is no such node.
  package init?(of path: String) {
    guard let status = try? Descriptor.status(of: path) else { return nil }
    self.init(
      path: path, owner: Environment.userName(status.owner), group: Environment.groupName(status.group),
      mode: status.permissions, user: Environment.user)
  }
}
