import Offhand
import OffhandPlatform
import OffhandService

/// What a kiosk is to be; its files are those of the page *A kiosk from nothing*, which a test compares.
struct KioskSettings {
  /// What shows the program.
  enum Compositor: String, CaseIterable {
    case labwc
    case sway
  }

  /// What fills the screen.
  enum Program: Equatable {
    /// Chromium with this page. Its profile is thrown away with each visitor, unless it is kept.
    case page(String, keepsProfile: Bool)
    /// A line for a shell.
    case command(String)
  }

  /// The user who is logged in.
  static let user = "kiosk"
  static let home = "/home/kiosk"
  static let configuration = "\(home)/.config/offhand/serve.toml"
  /// The unit of the program.
  static let unit = "kiosk.service"

  var compositor: Compositor
  var program: Program
  /// The time without a touch after which the program starts anew, as in `serve.toml`.
  var idle = "2min"
  /// The language of the service and of the program; that of the machine if it is `nil`.
  var language: Language?
  /// The hash of the PIN of staff; `nil` if their menu wants none.
  var pin: String?
  var posture = Posture.kiosk
  /// The sizes that outputs do not state themselves; without a name, of all such outputs.
  var sizes: [(output: String?, size: Size)] = []
  var hasKeyboard = true

  /// What is installed from Debian.
  var packages: [String] {
    func keyboard(_ names: [String]) -> [String] { hasKeyboard ? names : [] }
    let own: [String] =
      switch compositor {
      case .labwc:
        ["labwc", "wlopm"] + keyboard(["squeekboard", "librsvg2-common"]) + ["dbus-user-session"]
          + keyboard(["libglib2.0-bin"]) + ["procps"]
      case .sway: ["sway"] + keyboard(["wvkbd"]) + ["procps"]
      }
    if case .page = program { return own + ["chromium"] }
    return own
  }

  /// The command that makes the user, and the one that lets it read touch screens.
  static let addUser = ["adduser", "--disabled-password", "--gecos", "", user]
  static let addToInput = ["adduser", user, "input"]
  static let removeFromInput = ["deluser", user, "input"]

  /// All files, in the order of the page.
  var files: [KioskFile] {
    let common = [
      KioskFile(path: "/etc/systemd/system/getty@tty1.service.d/kiosk.conf", text: login),
      KioskFile(path: KioskSettings.configuration, text: gestures + "\n" + ending + glass),
    ]
    let own =
      switch compositor {
      case .labwc:
        [
          KioskFile(inHome: ".config/labwc/rc.xml", text: windowRules),
          KioskFile(inHome: ".config/labwc/autostart", text: autostart),
        ]
      case .sway: [KioskFile(inHome: ".config/sway/config", text: swayConfiguration)]
      }
    return common + own + [
      KioskFile(inHome: ".config/systemd/user/\(KioskSettings.unit)", text: unit),
      KioskFile(inHome: ".bash_profile", text: profile),
    ]
  }
}

/// A file of a kiosk.
struct KioskFile {
  let path: String
  let text: String

  init(path: String, text: String) { (self.path, self.text) = (path, text) }

  /// Whether it belongs to the kiosk's user.
  var isOfUser: Bool { path.hasPrefix("\(KioskSettings.home)/") }

  /// A file of the kiosk's user, at a path in its home.
  init(inHome path: String, text: String) {
    self.init(path: "\(KioskSettings.home)/\(path)", text: text)
  }
}

// MARK: The texts

extension KioskSettings {
  private var login: String {
    """
    [Service]
    ExecStart=
    ExecStart=-/sbin/agetty --autologin kiosk --noclear %I $TERM

    """
  }

  private var gestures: String {
    """
    posture = "\(posture.rawValue)"
    \(language.map { "language = \"\($0.rawValue)\"\n" } ?? "")
    # For staff: four taps in the corner, and a fifth that is held for two seconds.
    [[corner]]
    corner = "top-left"
    size_mm = 12
    taps = 5
    hold_last = "2s"
    menu = "staff"

    [menu.staff]
    \(pin.map { "pin = \"\($0)\"\n" } ?? "")clean = { curtain = "up" }
    home = { home = true }
    off = { run = ["systemctl", "poweroff"], destructive = true, confirm = true }

    # Back to the first page after a visitor has left, after a warning that any touch cancels.
    [[idle]]
    after = "\(idle)"
    warn = "15s"
    home = true

    """
  }

  /// What follows in the same file: the screen that goes dark, and the keyboard.
  private var ending: String {
    let (off, on, keyboard) =
      switch compositor {
      case .labwc:
        (
          #""wlopm", "--off", "*""#, #""wlopm", "--on", "*""#,
          #""busctl", "--user", "call", "sm.puri.OSK0", "/sm/puri/OSK0", "sm.puri.OSK0", "SetVisible", "b", "true""#
        )
      case .sway:
        (
          #""swaymsg", "output * dpms off""#, #""swaymsg", "output * dpms on""#, #""pkill", "-RTMIN", "wvkbd""#
        )
      }
    let dark = """
      [[idle]]
      after = "10min"
      swallow_first = true
      run = [\(off)]
      resume = { run = [\(on)] }

      """
    guard hasKeyboard else { return dark }
    return dark + """

      [[edge]]
      edge = "bottom"
      part = [0.2, 0.8]
      travel_mm = 40
      open = { run = [\(keyboard)] }

      """
  }

  private var glass: String {
    sizes.map { output, size in
      let name = output.map { "name = \"\($0)\"\n" } ?? ""
      let sides = [size.width, size.height].map { $0 == $0.rounded() ? "\(Int($0))" : "\($0)" }
      return "\n[[output]]\n\(name)size_mm = [\(sides[0]), \(sides[1])]\n"
    }.joined()
  }

  private var windowRules: String {
    """
    <?xml version="1.0"?>
    <labwc_config>
      <windowRules>
        <windowRule identifier="*">
          <action name="Maximize" />
          <action name="ToggleDecorations" />
        </windowRule>
      </windowRules>
      <touch mouseEmulation="no" />
    </labwc_config>

    """
  }

  private static let units = """
    # The units of the session learn where the compositor is; those of Offhand and of the program begin with them.

    """

  private var autostart: String {
    let keyboard = """
      gsettings set org.gnome.desktop.a11y.applications screen-keyboard-enabled true
      squeekboard &

      """
    return """
      \(KioskSettings.units)dbus-update-activation-environment WAYLAND_DISPLAY XDG_CURRENT_DESKTOP
      systemctl --user import-environment WAYLAND_DISPLAY && systemctl --user restart offhand kiosk
      \(hasKeyboard ? keyboard : "")
      """
  }

  private var swayConfiguration: String {
    """
    default_border none
    seat * hide_cursor 3000
    \(KioskSettings.units)exec systemctl --user import-environment WAYLAND_DISPLAY SWAYSOCK && systemctl --user restart offhand kiosk
    \(hasKeyboard ? "exec wvkbd-mobintl --hidden\n" : "")
    """
  }

  private var unit: String {
    var lines = language.map { ["Environment=LANGUAGE=\($0.rawValue)"] } ?? []
    switch program {
    case .page(let address, let keepsProfile):
      var words = ["chromium", KioskSettings.unitWord("--app=\(address)")]
      if !keepsProfile {
        lines += ["# A visitor leaves nothing to the next one.", "ExecStartPre=rm -rf %h/visitor"]
        words.append("--user-data-dir=%h/visitor")
      }
      words.append("--ozone-platform=wayland")
      if compositor == .labwc { words += ["--enable-wayland-ime", "--wayland-text-input-version=3"] }
      lines.append("ExecStart=" + words.joined(separator: " "))
    case .command(let line): lines.append("ExecStart=sh -c \(KioskSettings.unitWord(line, isQuoted: true))")
    }
    return """
      [Unit]
      Description=The program of the kiosk
      StartLimitIntervalSec=0

      [Service]
      \(lines.joined(separator: "\n"))
      WorkingDirectory=%h
      Restart=always
      RestartSec=1s
      TimeoutStopSec=5s

      """
  }

  /// A word of a command as a unit of systemd has it.
  private static func unitWord(_ word: String, isQuoted: Bool = false) -> String {
    let text = word.map { "%$".contains($0) ? "\($0)\($0)" : "\"\\".contains($0) ? "\\\($0)" : "\($0)" }.joined()
    return isQuoted || word.contains { "\"'\\;".contains($0) } ? "\"\(text)\"" : text
  }

  private var profile: String {
    let keyboard = !hasKeyboard ? "" : "\n  pkill -u \"$(id -u)\" \(compositor == .labwc ? "squeekboard" : "wvkbd")"
    return """
      [ ! -e ~/.profile ] || . ~/.profile
      if [ "$(tty)" = /dev/tty1 ]; then
        \(compositor.rawValue)
        # Not everything ends with the compositor, and the next login starts all of it again.
        systemctl --user stop kiosk\(keyboard)
        exit
      fi

      """
  }
}
