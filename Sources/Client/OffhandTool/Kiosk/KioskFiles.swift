import Offhand
import OffhandPlatform

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

  var compositor: Compositor
  var program: Program
  /// The time without a touch after which the program starts anew, as in `serve.toml`.
  var idle = "2min"
  /// The language of programs, such as `de`; that of the machine if it is `nil`.
  var language: String?
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

  /// All files, in the order of the page.
  var files: [KioskFile] {
    let common = [
      KioskFile(path: "/etc/systemd/system/getty@tty1.service.d/kiosk.conf", text: login),
      KioskFile(inHome: ".config/offhand/serve.toml", text: gestures + "\n" + ending + glass),
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
      KioskFile(inHome: "program.sh", text: script), KioskFile(inHome: ".bash_profile", text: profile),
    ]
  }

  /// The pattern by which `pkill` finds the program: names are cut after 15 bytes, and what means something else is any character.
  private var pattern: String {
    guard case .command(let line) = program else { return "chromium" }
    let word = line.split(separator: " ").first { !$0.contains("=") } ?? "sh"
    let name = word.split(separator: "/").last ?? word
    return String(name.prefix(15).map { $0.isASCII && ($0.isLetter || $0.isNumber || "-_".contains($0)) ? $0 : "." })
  }
}

/// A file of a kiosk.
struct KioskFile {
  let path: String
  let text: String
  /// Whether it belongs to the kiosk's user.
  let isOfUser: Bool

  /// A file of the system.
  init(path: String, text: String) { (self.path, self.text, isOfUser) = (path, text, false) }

  /// A file of the kiosk's user, at a path in its home.
  init(inHome path: String, text: String) {
    (self.path, self.text, isOfUser) = ("\(KioskSettings.home)/\(path)", text, true)
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

    # For staff: four taps in the corner, and a fifth that is held for two seconds.
    [[corner]]
    corner = "top-left"
    size_mm = 12
    taps = 5
    hold_last = "2s"
    menu = "staff"

    [menu.staff]
    clean = { label = "Clean the screen", curtain = "up" }
    reload = { label = "Restart the program", run = ["pkill", "\(pattern)"] }
    off = { label = "Switch off", run = ["systemctl", "poweroff"] }

    [curtain]
    text = "Being cleaned"
    hold = "3s"

    # Back to the first page after a visitor has left, after a warning that any touch cancels.
    [[idle]]
    after = "\(idle)"
    warn = "15s"
    run = ["pkill", "\(pattern)"]

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
    # The units of the session learn where the compositor is; the one of Offhand begins with them.

    """

  private var autostart: String {
    let keyboard = """
      gsettings set org.gnome.desktop.a11y.applications screen-keyboard-enabled true
      squeekboard &

      """
    return """
      \(KioskSettings.units)dbus-update-activation-environment WAYLAND_DISPLAY XDG_CURRENT_DESKTOP
      systemctl --user import-environment WAYLAND_DISPLAY && systemctl --user restart offhand
      \(hasKeyboard ? keyboard : "")sh ~/program.sh &

      """
  }

  private var swayConfiguration: String {
    """
    default_border none
    seat * hide_cursor 3000
    \(KioskSettings.units)exec systemctl --user import-environment WAYLAND_DISPLAY SWAYSOCK && systemctl --user restart offhand
    \(hasKeyboard ? "exec wvkbd-mobintl --hidden\n" : "")exec sh ~/program.sh

    """
  }

  private var script: String {
    var lines: [String] = []
    switch program {
    case .page(let address, let keepsProfile):
      // An address with `&` in it is several words.
      let isPlain = address.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "-_.:/%+,@".contains($0)) }
      var words = ["chromium", "--app=\(isPlain ? address : ForeignText.shellWord(address))"]
      if !keepsProfile {
        lines = ["# A visitor leaves nothing to the next one.", "rm -rf ~/visitor"]
        words.append(#"--user-data-dir="$HOME/visitor""#)
      }
      words.append("--ozone-platform=wayland")
      if compositor == .labwc { words += ["--enable-wayland-ime", "--wayland-text-input-version=3"] }
      lines.append(words.joined(separator: " "))
    case .command(let line): lines = [line]
    }
    return "while true; do\n\(lines.map { "  \($0)\n" }.joined())  sleep 1\ndone\n"
  }

  private var profile: String {
    let keyboard = !hasKeyboard ? "" : compositor == .labwc ? "squeekboard|" : "wvkbd|"
    return """
      [ ! -e ~/.profile ] || . ~/.profile
      \(language.map { "export LANGUAGE=\($0)\n" } ?? "")if [ "$(tty)" = /dev/tty1 ]; then
        \(compositor.rawValue)
        # Not everything ends with the compositor, and the next login starts all of it again.
        pkill -u "$(id -u)" -f '\(keyboard)program.sh|\(pattern)'
        exit
      fi

      """
  }
}
