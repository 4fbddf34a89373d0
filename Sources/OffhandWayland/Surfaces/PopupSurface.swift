public import Offhand

/// Where a popup goes: a rectangle of its parent, and the popup's own size, in logical pixels.
public struct PopupAnchor: Sendable, Hashable {
  /// Where the popup is wanted, relative to its parent.
  public var x: Int32
  /// Where the popup is wanted, relative to its parent.
  public var y: Int32
  /// How wide the popup is; at least 1.
  public var width: Int32
  /// How high the popup is; at least 1.
  public var height: Int32

  /// A popup of that size with its top left corner at (x, y).
  public init(x: Int32, y: Int32, width: Int32, height: Int32) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }
}

/// A popover that may reach beyond its parent (`xdg_popup`).
///
/// The compositor may slide it so that it stays on the screen, and nothing else: it must not flip it or make it smaller,
/// because where it goes is decided by who knows where the hand is. It takes no grab and, unless asked to, no touches.
public final class PopupSurface: SurfaceRole {
  /// What is shown.
  public let surface: Surface
  /// Whether the compositor has closed it.
  public private(set) var isClosed = false
  /// Where the compositor put it, relative to its parent; `nil` until it has.
  public private(set) var place: PopupAnchor?

  /// Whether the compositor can be asked to put it elsewhere: from version 3 of its protocol on (placement.md case 67).
  public var canBeRepositioned: Bool { version >= PopupReview.repositioningVersion }
  /// The version of `xdg_popup` that is spoken.
  public var version: UInt32 { popup.version }

  private let shellSurface: XdgSurface
  private let popup: XdgPopup
  private let shell: XdgWmBase
  private var token: UInt32 = 0
  private var review = PopupReview()
  /// Whether the compositor put it somewhere and nobody has judged that yet.
  private var isNew = false
  /// Kept because it must not go before what it is shown on.
  private let parent: ToplevelSurface

  /// A popover of `parent`, which must be shown already.
  public init(
    of parent: ToplevelSurface, at anchor: PopupAnchor, input: SurfaceInput = .nothing,
    policy: any PresentationPolicy = .frameCallback
  ) {
    let connection = parent.surface.connection
    guard let shell = connection.registry.wmBase else {
      preconditionFailure("a popover was made on a connection that was not established")
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
      guard case .configure(let serial) = event, let place else { return }
      isNew = true
      surface.configure(SurfaceConfiguration(width: place.width, height: place.height, serial: serial))
    }
    popup.listen { [unowned self] event in
      switch event {
      case .configure(let x, let y, let width, let height):
        place = PopupAnchor(x: x, y: y, width: max(1, width), height: max(1, height))
      case .popupDone: isClosed = true
      case .repositioned: break
      }
    }
    surface.acknowledge = { [shellSurface] in shellSurface.ackConfigure(serial: $0) }
    surface.object.commit()
  }

  /// Asks the compositor to put it elsewhere; `place` says where it does. Below version 3 it stays where it is. The compositor
  /// may leave out all but the last of several askings.
  public func reposition(to anchor: PopupAnchor) {
    guard canBeRepositioned, !isClosed else { return }
    token &+= 1
    let positioner = PopupSurface.positioner(shell, anchor)
    popup.reposition(positioner: positioner, token: token)
    positioner.destroy()
  }

  /// Judges where the compositor has put it, each time once, so call it after every dispatch: `hidden` says which fraction of
  /// a place is under the hand. Where that is too much and the compositor can be asked, it is asked once for `elsewhere`.
  ///
  /// Answers what was done; `nil` where the compositor has said nothing new.
  @discardableResult
  public func judge(
    hidden: (PopupAnchor) -> Double, elsewhere: () -> PopupAnchor
  ) -> PopupReview.Verdict? {
    guard isNew, let place else { return nil }
    isNew = false
    let verdict = review.judge(hidden: hidden(place), version: version)
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
