/// Where a program takes its touches from.
public enum TouchInput: Sendable, Hashable {
  /// libinput where a touch screen can be read, else the compositor.
  case automatic
  /// All touch screens of a seat, through udev, with hot-plug.
  case libinput(seat: String)
  /// These device nodes, through libinput.
  case devices([String])
  /// The compositor's `wl_touch`.
  case wayland
  /// A file with recordings, played in real time.
  case recording(String)

  /// The seat that everything belongs to unless somebody configured another one.
  public static let defaultSeat = "seat0"
}
