import Offhand
import OffhandPixman

/// All places where a program's view is seen, each with a view of its own, and the touches from elsewhere dealt out to them.
///
/// A touch belongs to the screen that its touch screen lies on when it lands, and to no other until it leaves.
final class ViewScreens<View: TouchView>: TouchReceiver {
  private(set) var all: [ViewScreen<View>] = []
  /// What a screen that is still to come begins with.
  private var blank: View
  private let posture: Posture?
  private let renderer: Renderer
  private var devices: [TouchDevice] = []
  private var owners = FingerOwners<Int>()

  /// Places for `view`, on panels that stand as `posture` says, or as their size suggests.
  init(_ view: View, posture: Posture?, renderer: Renderer) {
    blank = view
    self.posture = posture
    self.renderer = renderer
  }

  /// Makes a place: for the output named so, or for a window.
  func add(outputName: String?) -> ViewScreen<View> {
    let screen = ViewScreen(ViewHost(blank, posture: posture, renderer: renderer), outputName: outputName)
    all.append(screen)
    for device in devices { screen.host.receive(added: device) }
    return screen
  }

  /// Tells every view something that no finger and no time has told it, also those that are still to come.
  func change(_ body: (inout View) -> Void) {
    body(&blank)
    for screen in all { screen.host.change(body) }
  }

  func receive(added device: TouchDevice) {
    devices.append(device)
    for screen in all where concerns(device, screen) { screen.host.receive(added: device) }
  }

  func receive(changed device: TouchDevice) {
    devices.removeAll { $0.id == device.id }
    devices.append(device)
    for screen in all {
      if concerns(device, screen) {
        screen.host.receive(changed: device)
      } else {
        screen.host.receive(removed: device.id)
      }
    }
  }

  func receive(removed id: DeviceID) {
    devices.removeAll { $0.id == id }
    for screen in all { screen.host.receive(removed: id) }
  }

  func receive(_ frame: borrowing TouchFrame) {
    for index in frame.indices where owners[frame[index].id] == nil { assign(frame[index]) }
    for number in all.indices {
      if owners.allBelong(to: number) {
        all[number].host.receive(frame)
      } else {
        let part = owners.part(of: frame, for: number)
        if part.count > 0 { all[number].host.receive(part) }
      }
    }
    for index in frame.indices where !frame[index].isDown { owners.release(frame[index].id) }
  }

  /// Gives a touch that lands to the screen below it; to none where its touch screen lies on an output without one.
  private func assign(_ touch: Touch) {
    let device = devices.first { $0.id == touch.device }
    let number = all.firstIndex { screen in device.map { concerns($0, screen) } ?? true }
    owners.assign(touch.id, to: number ?? -1)
  }

  /// Whether a touch screen lies over a place; one of which nobody knows where it lies counts for all.
  private func concerns(_ device: TouchDevice, _ screen: ViewScreen<View>) -> Bool {
    guard let output = device.output?.name, let seenOn = screen.seenOn else { return true }
    return output == seenOn
  }
}
