import Offhand
import OffhandPixman
import OffhandWayland

/// The screens of a program, each with a copy of the view; touches that do not come from the compositor are distributed to them.
///
/// A touch belongs to the screen of its touch screen from its landing until it leaves.
final class ViewScreens<View: TouchView>: TouchReceiver {
  private(set) var all: [ViewScreen<View>] = []
  /// The frames of the touches that do not come from the compositor, and of the pointer beside them.
  let frames = SharedFrames()
  /// Compares the touches with those of the compositor; `nil` if there is nothing to compare with.
  var mappingWatch: MappingWatch?
  /// The view of a screen that is added next.
  private var blank: View
  private let makeHost: (View) -> ViewHost<View>
  private var devices: [TouchDevice] = []
  private var owners = TouchOwners<Int>()

  /// Screens for copies of `view`, each shown by what `makeHost` makes.
  init(_ view: View, host makeHost: @escaping (View) -> ViewHost<View>) {
    blank = view
    self.makeHost = makeHost
  }

  /// Adds a screen: for the output `outputName`, or for a window.
  func add(outputName: String?) -> ViewScreen<View> {
    let screen = ViewScreen(makeHost(blank), outputName: outputName)
    all.append(screen)
    for device in devices { offer(device, to: screen) }
    return screen
  }

  /// The screen with the overlay of the output `id`, or one whose output of the same name is not among those that are `present`.
  ///
  /// By the ID first: outputs may share a name, as two panels of one type do to a compositor that gives them none.
  func overlay(of id: UInt32, named name: String, among present: [UInt32]) -> ViewScreen<View>? {
    all.first { $0.outputID == id }
      ?? all.first { screen in screen.outputName == name && !(screen.outputID.map(present.contains) ?? false) }
  }

  /// Gives every window that has moved to another output the touch screens of that output.
  func followWindows() {
    for screen in all where screen.takeMove() {
      for device in devices { offer(device, to: screen) }
    }
  }

  /// Changes every view, also those of screens that are added later.
  func change(_ body: (inout View) -> Void) {
    body(&blank)
    for screen in all { screen.host.change(body) }
  }

  func receive(added device: TouchDevice) { receive(changed: device) }

  func receive(changed device: TouchDevice) {
    devices.removeAll { $0.id == device.id }
    devices.append(device)
    for screen in all { offer(device, to: screen) }
  }

  func receive(removed id: DeviceID) {
    devices.removeAll { $0.id == id }
    for screen in all { screen.host.receive(removed: id) }
  }

  func receive(_ frame: borrowing TouchFrame) {
    mappingWatch?.note(own: frame)
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

  /// Assigns a touch that lands to the screen below it; to none if its touch screen is on an output without one.
  private func assign(_ touch: Touch) {
    let device = devices.first { $0.id == touch.device }
    func lies(on screen: ViewScreen<View>) -> Bool { device.map { concerns($0, screen) } ?? true }
    // The screen of an output that is gone stays, but it is not seen.
    let number = all.firstIndex { $0.surface != nil && lies(on: $0) } ?? all.firstIndex(where: lies)
    owners.assign(touch.id, to: number ?? -1)
  }

  /// Gives a view the size of a touch screen that is on its output, and takes it from any other view.
  private func offer(_ device: TouchDevice, to screen: ViewScreen<View>) {
    if concerns(device, screen) {
      screen.host.receive(changed: device)
    } else {
      screen.host.receive(removed: device.id)
    }
  }

  /// Whether a touch screen is on a screen; one whose output is unknown counts for all.
  private func concerns(_ device: TouchDevice, _ screen: ViewScreen<View>) -> Bool {
    let (output, shownOn) = (device.output?.name, screen.shownOn)
    return output == nil || shownOn == nil || output == shownOn
  }
}

/// A window, or the overlay of an output, with its view. It outlives its surface, so that the view keeps its state until
/// there is another surface.
final class ViewScreen<View: TouchView> {
  /// The output that the overlay belongs to; `nil` for a window.
  private(set) var outputName: String?
  /// Shows the view on the surface.
  let host: ViewHost<View>
  /// The surface; `nil` while there is none.
  private(set) var surface: (any SurfaceRole)?
  /// The ID of the output that the surface was made for.
  var outputID: UInt32?
  /// The name of the output that showed it at the last call of `takeMove`.
  private var latestOutput: String?
  /// The touches that the compositor sends to the surface, for the view, or to compare with those that are read here; and its pointer and
  /// pens, but those of an overlay, through which they pass.
  private(set) var feeds: [TouchFeed<WaylandTouchSource>] = []
  private var comparison: SurfaceComparison?

  init(_ host: ViewHost<View>, outputName: String?) {
    self.host = host
    self.outputName = outputName
  }

  /// The name of the output that shows it, or, while none does, showed it last; `nil` if unknown.
  var shownOn: String? { outputName ?? surface?.surface.output?.name ?? latestOutput }

  /// Makes it a window, on whatever output: at a compositor without overlays.
  func becomeWindow() { outputName = nil }

  /// Whether another output shows it than at the last call.
  func takeMove() -> Bool {
    guard let shownOn, shownOn != latestOutput else { return false }
    latestOutput = shownOn
    return true
  }

  /// Whether the overlay was made for `output`, and not for an earlier one of the same name.
  func belongs(to output: Output) -> Bool { outputID == output.id }

  /// Shows the view on `surface`. Its touches go to the view and `observer`, or, if touches come from elsewhere, to `watch`. The
  /// pointer is a finger beside the touches, whose `frames` it joins unless they come from the compositor.
  func show(
    on surface: any SurfaceRole, of output: Output?, touches origin: TouchOrigin,
    observer: (any TouchObserver)?, comparedBy watch: MappingWatch?, beside screens: ViewScreens<View>
  ) {
    self.surface = surface
    outputID = output?.id
    comparison = watch.map { SurfaceComparison($0, on: surface.surface) }
    let receiver: (any TouchReceiver)? = origin == .compositor ? host : comparison
    let frames = SharedFrames()
    frames.deadAreas = screens.frames.deadAreas
    if let receiver {
      feeds.append(
        TouchFeed(
          WaylandTouchSource(surface: surface.surface), habits: .wayland, in: frames, receiver: receiver,
          observer: origin == .compositor ? observer : nil))
    }
    if outputName == nil {
      let isAlone = origin != .compositor
      for input in [WaylandTouchSource.Input.pointers, .pens] {
        // In the millimetres of the view, which may be those of a touch screen.
        let source = WaylandTouchSource(surface: surface.surface, input: input) { [unowned host] in host.assumedSurface
        }
        feeds.append(
          TouchFeed(source, habits: .pointer, in: isAlone ? screens.frames : frames, receiver: isAlone ? screens : host)
        )
      }
    }
    host.move(to: surface.surface)
  }

  /// Drops the surface; its touches are cancelled.
  func leave(at now: Timestamp) {
    for feed in feeds { feed.abandon(at: now) }
    feeds = []
    comparison = nil
    host.move(to: nil)
    surface = nil
  }

  /// Forgets the output, whose ID means nothing to another compositor.
  func forgetOutput() { (outputID, latestOutput) = (nil, nil) }
}
