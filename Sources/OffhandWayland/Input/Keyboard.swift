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
