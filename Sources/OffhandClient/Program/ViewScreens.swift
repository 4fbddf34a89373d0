package import Offhand
import OffhandPixman
import OffhandWayland

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

/// One place where a program's view is seen: a window, or the overlay of an output. It stays when its surface goes, so that
/// the view goes on where it was when there is another.
final class ViewScreen<View: TouchView> {
  /// The output that the overlay belongs to; `nil` for a window.
  let outputName: String?
  /// Keeps the view on the surface.
  let host: ViewHost<View>
  /// The surface; `nil` while there is none.
  private(set) var surface: (any SurfaceRole)?
  /// The number of the output that the surface was made for.
  private var outputID: UInt32?
  /// Touches that the compositor sends to the surface: for the view, or for the comparison with those that we read.
  private(set) var touches: TouchFeed<WaylandTouchSource>?
  private var witness: CompositorWitness?

  init(_ host: ViewHost<View>, outputName: String?) {
    self.host = host
    self.outputName = outputName
  }

  /// Where it is seen, as far as anybody knows.
  var seenOn: String? { outputName ?? surface?.surface.output?.name }

  /// Whether the overlay was made for `output`, and not for one of the same name that was there before.
  func belongs(to output: Output) -> Bool { outputID == output.id }

  /// Is seen on `surface` from now on, with the touches on it if they are wanted, seen by `witness` too, or shown to `watch`.
  func show(
    on surface: any SurfaceRole, of output: Output?, touches origin: TouchOrigin,
    seenBy touchWitness: (any TouchWitness)?,
    comparedBy watch: MappingWatch?
  ) {
    self.surface = surface
    outputID = output?.id
    witness = watch.map { CompositorWitness($0, on: surface.surface) }
    let receiver: (any TouchReceiver)? = origin == .compositor ? host : witness
    touches = receiver.map {
      TouchFeed(
        WaylandTouchSource(surface: surface.surface), habits: .wayland, receiver: $0,
        witness: origin == .compositor ? touchWitness : nil)
    }
    host.move(to: SurfaceWindow(surface))
  }

  /// Is not seen any more; touches on the surface end.
  func leave(at now: Timestamp) {
    touches?.abandon(at: now)
    touches = nil
    witness = nil
    host.move(to: nil)
    surface = nil
  }

  /// The compositor is another, to which no output of the former one means anything.
  func forgetOutput() { outputID = nil }
}

/// Which finger belongs to what: decided when it lands, kept until it leaves.
package struct FingerOwners<Owner: Hashable & Sendable>: Sendable {
  private var entries: [(finger: Touch.ID, owner: Owner)] = []

  package init() {}

  /// What the finger belongs to.
  package subscript(finger: Touch.ID) -> Owner? { entries.first { $0.finger == finger }?.owner }

  /// Gives a finger to `owner`.
  package mutating func assign(_ finger: Touch.ID, to owner: Owner) {
    release(finger)
    entries.append((finger, owner))
  }

  /// Forgets a finger that left.
  package mutating func release(_ finger: Touch.ID) { entries.removeAll { $0.finger == finger } }

  /// Whether there are fingers, and all of them belong to `owner`.
  package func allBelong(to owner: Owner) -> Bool { !entries.isEmpty && entries.allSatisfy { $0.owner == owner } }

  /// Whether any finger belongs to `owner`.
  package func hold(_ owner: Owner) -> Bool { entries.contains { $0.owner == owner } }

  /// Forgets all.
  package mutating func removeAll() { entries.removeAll(keepingCapacity: true) }

  /// The part of `frame` that belongs to `owner`.
  package func part(of frame: borrowing TouchFrame, for owner: Owner) -> TouchFrame {
    var part = TouchFrame(timestamp: frame.timestamp)
    part.isLate = frame.isLate
    for index in frame.indices where self[frame[index].id] == owner { part.append(frame[index]) }
    return part
  }
}
