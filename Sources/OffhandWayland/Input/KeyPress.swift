/// A key that went down, as the compositor's keymap reads it.
public struct KeyPress: Sendable, Hashable {
  /// The key's meaning: a keysym of X11, such as `KeyPress.escape`.
  public var symbol: UInt32
  /// What the key writes; empty where it writes nothing.
  public var text: String

  /// The keysym of Escape.
  public static let escape: UInt32 = 0xff1b

  /// A key.
  public init(symbol: UInt32, text: String = "") {
    self.symbol = symbol
    self.text = text
  }
}
