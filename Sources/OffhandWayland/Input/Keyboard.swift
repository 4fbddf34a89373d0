import CPlatform
import Glibc

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

/// The keyboard of a seat: keys that went down, read with the compositor's keymap.
///
/// Keys that are held are not repeated: nothing here acts on a held key.
final class Keyboard {
  private let object: WlKeyboard
  private let display: Display
  private var keymap: Keymap?
  /// Keys that went down and were not asked for yet.
  private(set) var presses: [KeyPress] = []

  /// So many keys are kept for somebody who never asks.
  private static let longestQueue = 64

  init(_ object: WlKeyboard, _ display: Display) {
    self.object = object
    self.display = display
    object.listen { [unowned self] in receive($0) }
  }

  deinit { object.destroy() }

  /// The keys that went down since the last call.
  func takePresses() -> [KeyPress] {
    defer { presses.removeAll(keepingCapacity: true) }
    return presses
  }

  private func receive(_ event: WlKeyboard.Event) {
    switch event {
    case .keymap(let format, let descriptor, let size):
      // Format 0 is “no keymap”; the size is then of no meaning and the descriptor still ours to close.
      keymap = Keymap(descriptor: descriptor, size: format == .xkbV1 ? size : 0)
    case .key(_, _, let key, let state):
      guard state == .pressed, presses.count < Keyboard.longestQueue, let press = keymap?.press(key) else { return }
      presses.append(press)
    case .modifiers(_, let depressed, let latched, let locked, let group):
      keymap?.update(depressed: depressed, latched: latched, locked: locked, group: group)
    case .enter, .leave, .repeatInfo: break
    }
  }
}

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
