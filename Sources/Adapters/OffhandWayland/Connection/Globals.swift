/// An interface that the compositor offers, with the number to bind it by.
package struct GlobalOffer: Sendable, Hashable {
  /// The compositor's number for it, unique while it lasts.
  package var name: UInt32
  /// The interface, such as `wl_seat`.
  package var interface: String
  /// The highest version that the compositor speaks.
  package var version: UInt32
}

/// An interface that the compositor does not offer, or only in a version that is too old, and what is lost without it.
package struct UnavailableGlobal: Sendable, Hashable, CustomStringConvertible {
  /// The interface, such as `wp_viewporter`.
  package var interface: String
  /// The lowest version that is of use.
  package var minimumVersion: UInt32
  /// The version that the compositor offers; `nil` if it does not offer the interface.
  package var offeredVersion: UInt32?
  /// The feature that is lost without it.
  package var consequence: String

  /// One line: the interface, and what is lost without it.
  package var description: String {
    if let offeredVersion {
      "\(interface) is version \(offeredVersion), at least \(minimumVersion) is needed: \(consequence)"
    } else {
      "\(interface) is missing: \(consequence)"
    }
  }
}

/// The requirements of this module for one interface.
struct GlobalDemand<Object: ProtocolObject> {
  /// The highest version that this module speaks; the compositor's may be higher.
  var highestVersion: UInt32
  /// The lowest version that is of use.
  var minimumVersion: UInt32 = 1
  /// The feature that is lost without it.
  var consequence: String

  /// The interface's name.
  var interface: String { "\(Object.description.name)" }

  /// The entry for a compositor that offers `version`, or does not offer the interface.
  func unavailable(offered version: UInt32?) -> UnavailableGlobal {
    UnavailableGlobal(
      interface: interface, minimumVersion: minimumVersion, offeredVersion: version, consequence: consequence)
  }
}

// MARK: - Required

extension WlCompositor {
  /// Version 4 brought `damage_buffer`, 5 moved the offset out of `attach`.
  static let demand = GlobalDemand<WlCompositor>(
    highestVersion: 5, minimumVersion: 4, consequence: "there are no surfaces, or none that say what changed on them")
}

extension WlShm {
  static let demand = GlobalDemand<WlShm>(highestVersion: 1, consequence: "there is no memory to draw into")
}

extension XdgWmBase {
  /// Version 2 brought tiled states, 3 repositioning of popups, 4 the bounds, 5 the window manager's abilities.
  static let demand = GlobalDemand<XdgWmBase>(highestVersion: 5, consequence: "there are no windows")
}

// MARK: - Optional

extension WlSeat {
  /// Version 3 brought `release`, 6 the shape of contacts, 7 private keymaps, 8 scroll steps of pointers.
  static let demand = GlobalDemand<WlSeat>(
    highestVersion: 8, consequence: "no touches and no keys come from the compositor")
}

extension WlOutput {
  /// Version 2 brought `done` and the scale, 3 `release`, 4 the name.
  static let demand = GlobalDemand<WlOutput>(highestVersion: 4, consequence: "sizes in millimetres are assumed")
}

extension ZxdgOutputManagerV1 {
  /// Version 3 leaves `done` to the output itself.
  static let demand = GlobalDemand<ZxdgOutputManagerV1>(
    highestVersion: 3, consequence: "sizes in millimetres are wrong on outputs with a fractional scale")
}

extension WpViewporter {
  static let demand = GlobalDemand<WpViewporter>(highestVersion: 1, consequence: "fractional scales are rounded up")
}

extension WpFractionalScaleManagerV1 {
  static let demand = GlobalDemand<WpFractionalScaleManagerV1>(
    highestVersion: 1, consequence: "fractional scales are rounded up")
}

extension WpPresentation {
  static let demand = GlobalDemand<WpPresentation>(
    highestVersion: 1, consequence: "the moments at which frames are seen are unknown, and latency cannot be measured")
}

extension ZwpInputTimestampsManagerV1 {
  static let demand = GlobalDemand<ZwpInputTimestampsManagerV1>(
    highestVersion: 1, consequence: "touches are stamped in whole milliseconds")
}

extension ZwpTabletManagerV2 {
  /// Bound only for windows that listen to pens.
  static let demand = GlobalDemand<ZwpTabletManagerV2>(
    highestVersion: 1, consequence: "a pen acts as the pointer, if the compositor supports that")
}

extension ZwlrLayerShellV1 {
  /// Version 2 brought changing the layer, 3 `destroy`, 4 keyboard focus on demand.
  static let demand = GlobalDemand<ZwlrLayerShellV1>(
    highestVersion: 4, consequence: "nothing can be shown above other programs")
}

extension ZxdgDecorationManagerV1 {
  static let demand = GlobalDemand<ZxdgDecorationManagerV1>(
    highestVersion: 1, consequence: "a window may have no frame: Super and a drag move it, Escape closes it")
}

extension ExtIdleNotifierV1 {
  /// Bound only for an `IdleWatch`.
  static let demand = GlobalDemand<ExtIdleNotifierV1>(
    highestVersion: 1, consequence: "idle times of the screen are not reported")
}

extension ZwlrForeignToplevelManagerV1 {
  /// Version 2 brought full screen. Bound only for `OpenPrograms`.
  static let demand = GlobalDemand<ZwlrForeignToplevelManagerV1>(
    highestVersion: 3, minimumVersion: 2, consequence: "which programs are active or fill the screen is not known")
}

extension ZwpVirtualKeyboardManagerV1 {
  /// Bound only for a `VirtualKeyboard`.
  static let demand = GlobalDemand<ZwpVirtualKeyboardManagerV1>(
    highestVersion: 1, consequence: "no keys can be sent to other programs")
}

extension ZwlrScreencopyManagerV1 {
  /// Version 2 brought waiting for damage, 3 the end of the list of buffers. Bound only for a `ScreenCopy`.
  static let demand = GlobalDemand<ZwlrScreencopyManagerV1>(
    highestVersion: 3, minimumVersion: 3, consequence: "what is on the screen cannot be read back")
}
