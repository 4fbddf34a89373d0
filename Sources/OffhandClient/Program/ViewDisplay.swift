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
