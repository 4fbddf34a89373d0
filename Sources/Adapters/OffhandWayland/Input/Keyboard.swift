import CPlatform
import OffhandPlatform

/// A key that was pressed, read with the compositor's keymap.
package struct KeyPress: Sendable, Hashable {
  /// The key's meaning as a keysym of X11, such as `KeyPress.escape`.
  package var symbol: UInt32
  /// The text that the key types; empty if it types none.
  package var text = ""

  /// The keysym of Escape.
  package static let escape: UInt32 = 0xff1b
}

extension Sequence<KeyPress> {
  /// Whether Escape is among them.
  package var containsEscape: Bool { contains { $0.symbol == KeyPress.escape } }
}

/// The keyboard of a seat: collects the keys that are pressed. Held keys are not repeated: nothing here acts on a held key.
final class Keyboard {
  private let object: WlKeyboard
  private let display: Display
  private var keymap: Keymap?
  /// The pressed keys that were not taken yet.
  private(set) var presses: [KeyPress] = []

  /// The most keys that are kept for a program that never takes them.
  private static let longestQueue = 64

  init(_ object: WlKeyboard, _ display: Display) {
    self.object = object
    self.display = display
    object.listen { [unowned self] in receive($0) }
  }

  deinit { object.destroy() }

  /// Whether Control is held.
  var isControlHeld: Bool { keymap?.isControlHeld ?? false }

  /// Takes the keys that were pressed since the last call.
  func takePresses() -> [KeyPress] {
    defer { presses.removeAll(keepingCapacity: true) }
    return presses
  }

  private func receive(_ event: WlKeyboard.Event) {
    switch event {
    case .keymap(let format, let descriptor, let size):
      // With format 0 there is no keymap; the descriptor must still be closed.
      keymap = Keymap(descriptor: descriptor, size: format == .xkbV1 ? size : 0)
    case .key(_, _, let key, let state):
      guard state == .pressed, presses.count < Keyboard.longestQueue, let press = keymap?.press(key) else { return }
      presses.append(press)
    case .modifiers(_, let depressed, let latched, let locked, let group):
      keymap?.update(depressed: depressed, latched: latched, locked: locked, group: group)
    case .enter: break
    // All keys count as lifted then, also modifiers.
    case .leave: keymap?.update(depressed: 0, latched: 0, locked: 0, group: 0)
    }
  }
}

/// The compositor's keymap and the state of its modifiers (`xkb_keymap` and `xkb_state`).
struct Keymap: ~Copyable {
  private let keymap: OpaquePointer
  private let state: OpaquePointer

  /// The keymap in the file `descriptor` of `size` bytes; `nil` if it cannot be read. Closes the descriptor.
  init?(descriptor: Int32, size: UInt32) {
    guard let file = try? Descriptor(descriptor, from: "wl_keyboard.keymap") else { return nil }
    // Since version 7 of wl_seat the file is shared by all clients and must be mapped privately.
    guard size > 1, let memory = try? MemoryMapping(file, size: Int(size), .reading) else { return nil }
    let keymap = Keymap.make { context in
      // The last byte is the end of the string.
      xkb_keymap_new_from_buffer(
        context, memory.address.assumingMemoryBound(to: CChar.self), Int(size) - 1, XKB_KEYMAP_FORMAT_TEXT_V1,
        XKB_KEYMAP_COMPILE_NO_FLAGS)
    }
    guard let keymap else { return nil }
    guard let state = xkb_state_new(keymap) else {
      xkb_keymap_unref(keymap)
      return nil
    }
    self.keymap = keymap
    self.state = state
  }

  /// Makes a keymap in a context that says nothing of faults in it: with a broken keymap the keys are ignored; that is no reason to write to
  /// the terminal.
  static func make(_ body: (OpaquePointer) -> OpaquePointer?) -> OpaquePointer? {
    guard let context = xkb_context_new(XKB_CONTEXT_NO_FLAGS) else { return nil }
    defer { xkb_context_unref(context) }
    xkb_context_set_log_level(context, XKB_LOG_LEVEL_CRITICAL)
    return body(context)
  }

  deinit {
    xkb_state_unref(state)
    xkb_keymap_unref(keymap)
  }

  /// The meaning of the key with the kernel's number `code` under the present modifiers.
  func press(_ code: UInt32) -> KeyPress {
    let key = code + 8  // X11 numbers keys from 8 on.
    let symbol = xkb_state_key_get_one_sym(state, key)
    var bytes = [CChar](repeating: 0, count: 16)
    let length = xkb_state_key_get_utf8(state, key, &bytes, bytes.count)
    let text = bytes.prefix(max(0, min(Int(length), bytes.count - 1))).map { UInt8(bitPattern: $0) }
    return KeyPress(symbol: symbol, text: String(decoding: text, as: UTF8.self))
  }

  /// Whether Control is held.
  var isControlHeld: Bool { xkb_state_mod_name_is_active(state, XKB_MOD_NAME_CTRL, XKB_STATE_MODS_EFFECTIVE) > 0 }

  /// Adopts the compositor's state of the modifiers.
  func update(depressed: UInt32, latched: UInt32, locked: UInt32, group: UInt32) {
    xkb_state_update_mask(state, depressed, latched, locked, 0, 0, group)
  }
}
