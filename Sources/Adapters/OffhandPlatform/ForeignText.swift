/// Names that this program did not choose, as others read them: of devices, outputs, programs and files. A line break would begin a line of
/// its own, a quote end a word.
package enum ForeignText {
  /// Whether `scalar` ends a line or controls a terminal.
  package static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case ..<0x20, 0x7F..<0xA0, 0x2028, 0x2029: true
    default: false
    }
  }

  /// `text` as one word for a shell; what ends a line becomes `?` or `*`.
  package static func shellWord(_ text: String) -> String { "'\(written(text) { $0 == "'" ? #"'\''"# : nil })'" }

  /// `text` as a quoted value that a rule of udev assigns, which expands `%` and `$`; with escapes (systemd 246) where it needs them.
  package static func udevValue(_ text: String) -> String {
    let value = written(text) { "%$".unicodeScalars.contains($0) ? "\($0)\($0)" : nil }
    let escaped = written(value) { "\"\\".unicodeScalars.contains($0) ? "\\\($0)" : nil }
    return escaped == value ? "\"\(value)\"" : "e\"\(escaped)\""
  }

  /// `text` as a quoted pattern of a rule of udev, in which what means something else is any character.
  package static func udevPattern(_ text: String) -> String {
    "\"\(written(text) { "\"*[]\\|".unicodeScalars.contains($0) ? "?" : nil })\""
  }

  /// By scalars: a quote with an accent is another character.
  private static func written(_ text: String, _ replacement: (Unicode.Scalar) -> String?) -> String {
    var written = ""
    for scalar in text.unicodeScalars {
      // In a pattern of udev `?` is one byte, `*` any number.
      if isControl(scalar) {
        written += scalar.isASCII ? "?" : "*"
      } else if let replacement = replacement(scalar) {
        written += replacement
      } else {
        written.unicodeScalars.append(scalar)
      }
    }
    return written
  }
}
