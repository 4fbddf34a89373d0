public import Offhand
public import OffhandLibinput

/// Where a program takes its touches from, and what the user said about the touch screens.
public struct TouchInput: Sendable, Hashable {
  /// Who says what fingers do.
  public enum Origin: Sendable, Hashable {
    /// libinput where a touch screen can be read, else the compositor.
    case automatic
    /// Touch screens through libinput.
    case libinput(DeviceSelection)
    /// Touch screens straight from their device nodes, without libinput.
    case evdev(DeviceSelection)
    /// The compositor's `wl_touch`.
    case wayland
    /// A file with recordings, played in real time.
    case recording(String)
  }

  /// Who says what fingers do.
  public var origin: Origin
  /// Who else gets the touches; only touch screens that are read here can be captured.
  public var capture: CaptureMode
  /// Which outputs the touch screens lie on and how large they are, where the user said so.
  public var preferences: MappingPreferences

  /// Touches from `origin`.
  public init(
    _ origin: Origin = .automatic, capture: CaptureMode = .shared,
    preferences: MappingPreferences = MappingPreferences()
  ) {
    self.origin = origin
    self.capture = capture
    self.preferences = preferences
  }
}
