import CPlatform
import CompositorRig
import Glibc

/// Keymaps, as a compositor hands them over.
enum Keymap {
  /// A file with the keymap of a layout, which the caller closes, and its size.
  static func file(layout: String) throws -> (file: Int32, size: Int64) {
    let text = try layout.withCString { name -> String in
      var names = xkb_rule_names()
      names.layout = name
      let context = xkb_context_new(XKB_CONTEXT_NO_FLAGS)
      defer { xkb_context_unref(context) }
      guard let keymap = xkb_keymap_new_from_names(context, &names, XKB_KEYMAP_COMPILE_NO_FLAGS) else {
        throw RigError("no keymap of the layout \(layout)")
      }
      defer { xkb_keymap_unref(keymap) }
      guard let bytes = xkb_keymap_get_as_string(keymap, XKB_KEYMAP_FORMAT_TEXT_V1) else {
        throw RigError("the keymap cannot be written")
      }
      defer { free(bytes) }
      return String(cString: bytes)
    }
    let bytes = text.utf8CString
    let file = offhand_memfd_create("keymap", bytes.count)
    _ = bytes.withUnsafeBytes { pwrite(file, $0.baseAddress, $0.count, 0) }
    return (file, Int64(bytes.count))
  }
}
