public import OffhandWayland

/// How a program shows its view: as what, where, when its frames are committed, and what becomes of it without a compositor.
public struct ViewDisplay: Sendable {
  /// What the view is to the compositor.
  public var role: ViewRole
  /// The name of the output that it is shown on, such as `DP-1`; `nil` leaves that to the compositor, and puts an overlay on
  /// every output. A window goes where the compositor puts it.
  public var output: String?
  /// When frames are drawn and committed.
  public var policy: any PresentationPolicy
  /// What happens when the compositor goes.
  public var loss: CompositorLoss

  /// What is left out means: fullscreen, where the compositor wants it, a frame when it asks for one, the end with it.
  public init(
    role: ViewRole = .fullscreen, output: String? = nil, policy: any PresentationPolicy = .frameCallback,
    loss: CompositorLoss = .ends
  ) {
    self.role = role
    self.output = output
    self.policy = policy
    self.loss = loss
  }
}

/// What a program's view is to the compositor.
public enum ViewRole: Sendable, Hashable {
  /// A window that fills a screen.
  case fullscreen
  /// A window of so many logical pixels, until the user or the compositor makes it another size.
  case window(width: Int32, height: Int32)
  /// Above all other programs, on every output. They get all touches, and what is transparent shows them. Needs
  /// `zwlr_layer_shell_v1`, and touches that do not come from the compositor.
  case overlay
  /// An overlay where the compositor offers that and touches come from elsewhere, otherwise fullscreen.
  case overlayWhereOffered
}

/// What a program does when the compositor is gone.
public enum CompositorLoss: Sendable, Hashable {
  /// It ends with an error.
  case ends
  /// It keeps what it shows and connects again when a compositor is there; a protocol error still ends it.
  case reconnects
}

/// Why a view cannot be shown as it was wished; one plain line that says what to do.
public enum ViewDisplayError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The compositor has no output of that name; those that it has.
  case noOutput(name: String, present: [String])
  /// An overlay lets all touches through, so none can come from the compositor.
  case overlayWithoutTouches

  /// One plain line: what, and what to do.
  public var description: String {
    switch self {
    case .noOutput(let name, let present):
      "there is no output \(name); the compositor has \(present.isEmpty ? "none" : present.joined(separator: ", "))"
    case .overlayWithoutTouches:
      "an overlay lets all touches through to other programs: take them from libinput or from a recording with --source"
    }
  }
}
