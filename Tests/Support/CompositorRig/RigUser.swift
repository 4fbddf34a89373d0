import Glibc

/// The user that a compositor runs as.
public enum RigUser: Sendable {
  /// Whoever runs the tests.
  case me
  /// A user of this number, which needs no account.
  case other(UInt32)

  /// Sway and cage refuse to run as root; then compositors run as a user that owns nothing.
  public static var ofCompositors: RigUser { geteuid() == 0 ? .other(12345) : .me }

  /// The same where the compositor talks to D-Bus, which wants a user with an account: Debian's `nobody`.
  static var ofCompositorsWithBus: RigUser { geteuid() == 0 ? .other(65534) : .me }

  /// The words before a command that make it run as this user.
  var prefix: [String] {
    switch self {
    case .me: []
    case .other(let id): ["setpriv", "--reuid=\(id)", "--regid=\(id)", "--clear-groups", "--"]
    }
  }
}
