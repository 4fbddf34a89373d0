// Generated from protocols/xdg-shell.xml by scripts/generate-protocols; do not edit.
// The copyright notice in that file holds for what was taken from it.

import CPlatform

/// `xdg_positioner`: Child surface positioner.
struct XdgPositioner: ProtocolObject {
  let proxy: OpaquePointer

  static let description = InterfaceDescription(
    name: "xdg_positioner", version: 5,
    requests: [
      MessageDescription("destroy", ""),
      MessageDescription("set_size", "ii"),
      MessageDescription("set_anchor_rect", "iiii"),
      MessageDescription("set_anchor", "u"),
      MessageDescription("set_gravity", "u"),
      MessageDescription("set_constraint_adjustment", "u"),
      MessageDescription("set_offset", "ii"),
      MessageDescription("set_reactive", "3"),
      MessageDescription("set_parent_size", "3ii"),
      MessageDescription("set_parent_configure", "3u"),
    ], events: [])
  static let table = InterfaceTables.shared.table(of: description.name)

  /// Values of `error`.
  struct Error: RawRepresentable, Hashable {
    let rawValue: UInt32

    /// Invalid input provided.
    static let invalidInput = Error(rawValue: 0)
  }

  /// Values of `anchor`.
  struct Anchor: RawRepresentable, Hashable {
    let rawValue: UInt32

    static let none = Anchor(rawValue: 0)
    static let top = Anchor(rawValue: 1)
    static let bottom = Anchor(rawValue: 2)
    static let left = Anchor(rawValue: 3)
    static let right = Anchor(rawValue: 4)
    static let topLeft = Anchor(rawValue: 5)
    static let bottomLeft = Anchor(rawValue: 6)
    static let topRight = Anchor(rawValue: 7)
    static let bottomRight = Anchor(rawValue: 8)
  }

  /// Values of `gravity`.
  struct Gravity: RawRepresentable, Hashable {
    let rawValue: UInt32

    static let none = Gravity(rawValue: 0)
    static let top = Gravity(rawValue: 1)
    static let bottom = Gravity(rawValue: 2)
    static let left = Gravity(rawValue: 3)
    static let right = Gravity(rawValue: 4)
    static let topLeft = Gravity(rawValue: 5)
    static let bottomLeft = Gravity(rawValue: 6)
    static let topRight = Gravity(rawValue: 7)
    static let bottomRight = Gravity(rawValue: 8)
  }

  /// Constraint adjustments.
  struct ConstraintAdjustment: OptionSet {
    let rawValue: UInt32

    static let none = ConstraintAdjustment([])
    static let slideX = ConstraintAdjustment(rawValue: 1)
    static let slideY = ConstraintAdjustment(rawValue: 2)
    static let flipX = ConstraintAdjustment(rawValue: 4)
    static let flipY = ConstraintAdjustment(rawValue: 8)
    static let resizeX = ConstraintAdjustment(rawValue: 16)
    static let resizeY = ConstraintAdjustment(rawValue: 32)
  }

  /// Destroy the xdg_positioner object.
  func destroy() {
    sendLast(0, since: 1)
  }

  /// Set the size of the to-be positioned rectangle.
  func setSize(width: Int32, height: Int32) {
    send(1, [.int(width), .int(height)])
  }

  /// Set the anchor rectangle within the parent surface.
  func setAnchorRect(x: Int32, y: Int32, width: Int32, height: Int32) {
    send(2, [.int(x), .int(y), .int(width), .int(height)])
  }

  /// Set anchor rectangle anchor.
  func setAnchor(anchor: Anchor) {
    send(3, [.uint(anchor.rawValue)])
  }

  /// Set child surface gravity.
  func setGravity(gravity: Gravity) {
    send(4, [.uint(gravity.rawValue)])
  }

  /// Set the adjustment to be done when constrained.
  func setConstraintAdjustment(constraintAdjustment: UInt32) {
    send(5, [.uint(constraintAdjustment)])
  }

  /// Set surface position offset.
  func setOffset(x: Int32, y: Int32) {
    send(6, [.int(x), .int(y)])
  }

  /// Continuously reconstrain the surface.
  func setReactive() {
    send(7)
  }

  /// Sends `set_parent_size`.
  func setParentSize(parentWidth: Int32, parentHeight: Int32) {
    send(8, [.int(parentWidth), .int(parentHeight)])
  }

  /// Set parent configure this is a response to.
  func setParentConfigure(serial: UInt32) {
    send(9, [.uint(serial)])
  }
}
