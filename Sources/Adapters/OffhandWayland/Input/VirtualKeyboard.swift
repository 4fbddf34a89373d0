import CPlatform
import Glibc
package import Offhand
import OffhandPlatform

/// A key with its modifiers, as the usual layout of the machine has it.
package struct KeyChord: Sendable, Hashable {
  /// The kernel's number of the key.
  let code: UInt32
  /// The modifiers as a mask of the layout.
  let modifiers: UInt32

  /// The modifiers that a chord may have, by their names in lower case and in the layout.
  private static let modifierNames = [
    "shift": XKB_MOD_NAME_SHIFT, "ctrl": XKB_MOD_NAME_CTRL, "alt": XKB_MOD_NAME_ALT, "super": XKB_MOD_NAME_LOGO,
  ]

  /// The chord in `text`, such as `Alt+Left`: any of Shift, Ctrl, Alt and Super, then a key by its name in X11. `nil` if that is no key,
  /// or the layout does not have it.
  package init?(_ text: String) {
    let words = text.split(separator: "+", omittingEmptySubsequences: false).map(String.init)
    guard let last = words.last, let layout = KeyLayout.usual, let key = layout.key(named: last) else { return nil }
    var modifiers = key.modifiers
    for word in words.dropLast() {
      guard let name = KeyChord.modifierNames[word.lowercased()] else { return nil }
      modifiers |= layout.mask(of: name)
    }
    (code, self.modifiers) = (key.code, modifiers)
  }
}

/// The usual keyboard layout of the machine: that of `XKB_DEFAULT_LAYOUT`, else the American one (`xkb_keymap`).
private final class KeyLayout: Sendable {
  /// Compiled once: that takes 2 ms, and a menu may have hundreds of keys. `nil` if the files of the layout are missing.
  static let usual = KeyLayout()

  // Sound: nothing changes it.
  nonisolated(unsafe) private let keymap: OpaquePointer

  private init?() {
    guard let keymap = Keymap.make({ xkb_keymap_new_from_names($0, nil, XKB_KEYMAP_COMPILE_NO_FLAGS) }) else {
      return nil
    }
    self.keymap = keymap
  }

  deinit { xkb_keymap_unref(keymap) }

  /// The key that types the symbol `name`, by itself or with Shift.
  func key(named name: String) -> (code: UInt32, modifiers: UInt32)? {
    let symbol = xkb_keysym_from_name(name, XKB_KEYSYM_CASE_INSENSITIVE)
    guard symbol != XKB_KEY_NoSymbol else { return nil }
    for level in 0...1 as ClosedRange<UInt32> {
      for key in xkb_keymap_min_keycode(keymap)...xkb_keymap_max_keycode(keymap) {
        var symbols: UnsafePointer<xkb_keysym_t>?
        guard xkb_keymap_key_get_syms_by_level(keymap, key, 0, level, &symbols) == 1, symbols?.pointee == symbol else {
          continue
        }
        // X11 numbers keys from 8 on.
        return (key - 8, level == 0 ? 0 : mask(of: XKB_MOD_NAME_SHIFT))
      }
    }
    return nil
  }

  func mask(of modifier: String) -> UInt32 {
    let index = xkb_keymap_mod_get_index(keymap, modifier)
    return index == XKB_MOD_INVALID ? 0 : 1 << index
  }

  /// Its text with a NUL at the end, as compositors read it.
  var text: [CChar] {
    guard let text = xkb_keymap_get_as_string(keymap, XKB_KEYMAP_FORMAT_TEXT_V1) else { return [] }
    defer { free(text) }
    return Array(UnsafeBufferPointer(start: text, count: strlen(text) + 1))
  }
}

/// A keyboard that this program plays (`zwp_virtual_keyboard_v1`): the program with the keyboard focus receives its keys.
package final class VirtualKeyboard {
  private let object: ZwpVirtualKeyboardV1
  private let display: Display

  /// A keyboard of the first seat. `nil` if the compositor takes no keys from programs, or there is no seat or no layout.
  ///
  /// Make it before the first key: a seat that had no keyboard tells programs first that it has one now, and they lose the keys until
  /// then.
  package init?(_ connection: Connection) {
    guard let text = KeyLayout.usual?.text,
      let file = try? Descriptor(anonymousFile: "offhand-keymap", size: text.count),
      let memory = try? MemoryMapping(file, size: text.count, .sharedWriting), let seat = connection.seats.first,
      let manager = connection.registry.bindOnRequest(ZwpVirtualKeyboardManagerV1.demand)
    else { return nil }
    object = manager.createVirtualKeyboard(seat: seat.object)
    manager.destroy()
    display = connection.display
    memory.address.copyMemory(from: text, byteCount: text.count)
    object.keymap(format: WlKeyboard.KeymapFormat.xkbV1.rawValue, fd: file.number, size: UInt32(text.count))
  }

  deinit { object.destroy() }

  /// Presses and releases the key of `chord`.
  package func press(_ chord: KeyChord, at now: Timestamp) {
    let time = UInt32(truncatingIfNeeded: now.nanoseconds / 1_000_000)
    object.modifiers(modsDepressed: chord.modifiers, modsLatched: 0, modsLocked: 0, group: 0)
    object.key(time: time, key: chord.code, state: WlKeyboard.KeyState.pressed.rawValue)
    object.key(time: time, key: chord.code, state: WlKeyboard.KeyState.released.rawValue)
    object.modifiers(modsDepressed: 0, modsLatched: 0, modsLocked: 0, group: 0)
  }
}
