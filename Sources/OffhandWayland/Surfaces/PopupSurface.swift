package import Offhand

/// The position of a popup relative to its parent, and its size, in logical pixels.
package struct PopupAnchor: Sendable, Hashable {
  /// The left edge, relative to the parent.
  package var x: Int32
  /// The top edge, relative to the parent.
  package var y: Int32
  /// The width, at least 1.
  package var width: Int32
  /// The height, at least 1.
  package var height: Int32
}

/// A popover that may extend beyond its parent (`xdg_popup`).
///
/// The compositor may slide it so that it stays on the screen, but not flip or shrink it: the position was chosen with knowledge of
/// the hand. It takes no grab and, by default, no touches.
package final class PopupSurface: SurfaceRole {
  /// The content.
  package let surface: Surface
  /// Whether the compositor has closed it.
  package private(set) var isClosed = false
  /// The position and size that the compositor gave it; `nil` until it has.
  package private(set) var geometry: PopupAnchor?

  /// Whether the compositor accepts a request for another position: from version 3 of `xdg_popup` (Design/Placing.md case 67).
  package var canBeRepositioned: Bool { version >= PopupReview.repositioningVersion }
  /// The version of `xdg_popup` in use.
  package var version: UInt32 { popup.version }

  private let shellSurface: XdgSurface
  private let popup: XdgPopup
  private let shell: XdgWmBase
  private var token: UInt32 = 0
  private var review = PopupReview()
  /// Whether the compositor's last position has not been judged yet.
  private var isNew = false
  /// Kept because the popup must be destroyed before its parent.
  private let parent: ToplevelSurface

  /// A popup of `parent`, which must be shown already.
  package init(
    of parent: ToplevelSurface, at anchor: PopupAnchor, input: SurfaceInput = .nothing,
    policy: any PresentationPolicy = .frameCallback
  ) {
    let connection = parent.surface.connection
    guard let shell = connection.registry.wmBase else {
      preconditionFailure("a popup was made on a connection that was not established")
    }
    self.parent = parent
    self.shell = shell
    surface = Surface(
      connection, content: .translucent, input: input, policy: policy, home: parent.surface.output)
    shellSurface = shell.getXdgSurface(surface: surface.object)
    let positioner = PopupSurface.positioner(shell, anchor)
    popup = shellSurface.getPopup(parent: parent.shellSurface, positioner: positioner)
    positioner.destroy()
    shellSurface.listen { [unowned self] event in
      guard case .configure(let serial) = event, let geometry else { return }
      isNew = true
      surface.configure(SurfaceConfiguration(width: geometry.width, height: geometry.height, serial: serial))
    }
    popup.listen { [unowned self] event in
      switch event {
      case .configure(let x, let y, let width, let height):
        geometry = PopupAnchor(x: x, y: y, width: max(1, width), height: max(1, height))
      case .popupDone: isClosed = true
      case .repositioned: break
      }
    }
    surface.acknowledgeSizes { [shellSurface] in shellSurface.ackConfigure(serial: $0) }
    surface.object.commit()
  }

  /// Asks the compositor for another position; `geometry` is the one that it gives. Does nothing below version 3. Of several requests
  /// the compositor may carry out the last only.
  package func reposition(to anchor: PopupAnchor) {
    guard canBeRepositioned, !isClosed else { return }
    token &+= 1
    let positioner = PopupSurface.positioner(shell, anchor)
    popup.reposition(positioner: positioner, token: token)
    positioner.destroy()
  }

  /// Judges each position that the compositor gives, so call it after every dispatch: `hidden` returns the fraction of a position
  /// that the hand hides. If that is too much and the compositor can reposition it, requests the position `elsewhere` once.
  ///
  /// Returns the verdict; `nil` if there is no new position.
  @discardableResult
  package func judge(
    hidden: (PopupAnchor) -> Double, elsewhere: () -> PopupAnchor
  ) -> PopupReview.Verdict? {
    guard isNew, let geometry else { return nil }
    isNew = false
    let verdict = review.judge(hidden: hidden(geometry), version: version)
    if verdict == .reposition { reposition(to: elsewhere()) }
    return verdict
  }

  deinit {
    popup.destroy()
    shellSurface.destroy()
  }

  private static func positioner(_ shell: XdgWmBase, _ anchor: PopupAnchor) -> XdgPositioner {
    let positioner = shell.createPositioner()
    positioner.setSize(width: max(1, anchor.width), height: max(1, anchor.height))
    // One pixel to anchor to, and the popup to the right of and below its corner: then (x, y) is the popup's own corner.
    positioner.setAnchorRect(x: anchor.x, y: anchor.y, width: 1, height: 1)
    positioner.setAnchor(anchor: .topLeft)
    positioner.setGravity(gravity: .bottomRight)
    positioner.setConstraintAdjustment(
      constraintAdjustment: XdgPositioner.ConstraintAdjustment([.slideX, .slideY]).rawValue)
    return positioner
  }
}
