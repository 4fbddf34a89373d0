public import Offhand
import OffhandPixman
public import OffhandWayland

/// The display settings of a program's view: its role, its output, its commit policy, and the reaction to a lost compositor.
public struct ViewDisplay: Sendable {
  /// The role of the view's surface.
  public var role: ViewRole
  /// The name of the output that shows it, such as `DP-1`; `nil` leaves the choice to the compositor, and puts an overlay on every
  /// output. The compositor places windows itself.
  public var output: String?
  /// The sizes of the pictures of outputs in millimetres, as the user sees them, by the names of the outputs: for outputs that state none or
  /// a wrong one.
  public var outputSizes: [String: Size] = [:]
  /// The policy for drawing and committing frames.
  public var policy: PresentationPolicy
  /// The rule by which touches are predicted for drawing.
  public var prediction: PredictionRule
  /// The time from a finger to the time stamp of its touch, which prediction bridges too: at most 40 ms with the time until the picture is
  /// seen. `offhand panel` measures it.
  public var panelLatency = Duration.zero
  /// The theme, from which views take their colours.
  public var theme: Theme
  /// The typeface, a name that fontconfig resolves, or several with commas, best first: of those made for screens the first that the machine
  /// has.
  public var font = FontBook.screenFamilies
  /// The reaction to the loss of the compositor.
  public var loss: CompositorLoss
  /// Connects to the next compositor; without it, a program that does so keeps the right to connect.
  package var broker: CompositorBroker?

  /// By default fullscreen, on an output of the compositor's choice, with the automatic policy, predicted touches and the dark theme,
  /// ending with the compositor.
  public init(
    role: ViewRole = .fullscreen, output: String? = nil, policy: PresentationPolicy = .automatic,
    prediction: PredictionRule = .steady, theme: Theme = .standard, loss: CompositorLoss = .ends
  ) {
    self.theme = theme
    self.role = role
    self.output = output
    self.policy = policy
    self.prediction = prediction
    self.loss = loss
  }
}

/// The role of a view's surface.
public enum ViewRole: Sendable, Hashable {
  /// A window that fills a screen.
  case fullscreen
  /// A window that fills what panels and a screen keyboard leave of a screen; its touches are those of a window.
  case maximized
  /// A window, in logical pixels, until the user or the compositor resizes it. Unless stated otherwise its touches come from the
  /// compositor, which alone knows where the window is.
  case window(width: Int32, height: Int32)
  /// A transparent layer above all other programs, on every output, through which touches pass. Needs `zwlr_layer_shell_v1`, and
  /// touches that do not come from the compositor.
  case overlay
  /// An overlay if the compositor offers it and touches come from elsewhere, otherwise fullscreen.
  case overlayWhereOffered

  /// Whether the compositor alone knows where it is.
  package var isWindow: Bool {
    switch self {
    case .maximized, .window: true
    case .fullscreen, .overlay, .overlayWhereOffered: false
    }
  }
}

/// The reaction of a program to the loss of the compositor.
public enum CompositorLoss: Sendable, Hashable {
  /// It ends with an error.
  case ends
  /// It keeps its state and connects to the next compositor; a protocol error still ends it.
  case reconnects
}

/// Why a view cannot be shown as configured.
package enum ViewDisplayError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The compositor has no output `name`; `present` are those that it has.
  case noOutput(name: String, present: [String])
  /// Touches pass through an overlay, so none can come from the compositor.
  case overlayWithoutTouches

  /// One line: the fault and the remedy.
  package var description: String {
    switch self {
    case .noOutput(let name, let present):
      "there is no output \(name); the compositor has \(present.isEmpty ? "none" : present.joined(separator: ", "))"
    case .overlayWithoutTouches:
      "touches pass through an overlay to other programs: take them from libinput or from a recording with --source"
    }
  }
}
