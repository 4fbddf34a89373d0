import CPlatform
import Glibc

/// What keys mean: the compositor's keymap and the state of its modifiers. Wraps `xkb_keymap` and `xkb_state`.
struct Keymap: ~Copyable {
  private let keymap: OpaquePointer
  private let state: OpaquePointer

  /// The keymap in the file `descriptor` of `size` bytes; `nil` where it cannot be read. The descriptor is closed.
  init?(descriptor: Int32, size: UInt32) {
    defer { close(descriptor) }
    // Since version 7 of wl_seat the file is shared by all clients and must be mapped privately.
    guard size > 1, let memory = mmap(nil, Int(size), PROT_READ, MAP_PRIVATE, descriptor, 0), memory != MAP_FAILED
    else { return nil }
    defer { munmap(memory, Int(size)) }
    guard let context = xkb_context_new(XKB_CONTEXT_NO_FLAGS) else { return nil }
    defer { xkb_context_unref(context) }
    // A broken keymap costs the keys their meaning; it is no reason to write to the terminal.
    xkb_context_set_log_level(context, XKB_LOG_LEVEL_CRITICAL)
    // The last byte is the end of the string.
    let keymap = xkb_keymap_new_from_buffer(
      context, memory.assumingMemoryBound(to: CChar.self), Int(size) - 1, XKB_KEYMAP_FORMAT_TEXT_V1,
      XKB_KEYMAP_COMPILE_NO_FLAGS)
    guard let keymap else { return nil }
    guard let state = xkb_state_new(keymap) else {
      xkb_keymap_unref(keymap)
      return nil
    }
    self.keymap = keymap
    self.state = state
  }

  deinit {
    xkb_state_unref(state)
    xkb_keymap_unref(keymap)
  }

  /// What the key with the kernel's number `code` means now.
  func press(_ code: UInt32) -> KeyPress {
    let key = code + 8  // The first eight numbers of X11 are not keys.
    let symbol = xkb_state_key_get_one_sym(state, key)
    var bytes = [CChar](repeating: 0, count: 16)
    let length = xkb_state_key_get_utf8(state, key, &bytes, bytes.count)
    let text = bytes.prefix(max(0, min(Int(length), bytes.count - 1))).map { UInt8(bitPattern: $0) }
    return KeyPress(symbol: symbol, text: String(decoding: text, as: UTF8.self))
  }

  /// Takes the compositor's state of the modifiers over.
  func update(depressed: UInt32, latched: UInt32, locked: UInt32, group: UInt32) {
    xkb_state_update_mask(state, depressed, latched, locked, 0, 0, group)
  }
}
