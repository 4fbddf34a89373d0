import OffhandPlatform

/// What decides whether a screen keyboard is seen, and opens by itself where a text field has the focus; each fault with the line that
/// mends it (page *A kiosk from nothing*).
struct ScreenKeyboard {
  /// The words that each running program was started with.
  var programs: [[String]]
  /// Whether the compositor tells keyboards of text fields.
  var hasInputMethods: Bool
  /// The application ids of the windows in full screen; `nil` if the compositor does not tell.
  var fullScreen: [String]?
  /// Whether the desktop's setting lets a keyboard open; `nil` if there is no such setting.
  var isEnabled: Bool?

  static let setting = ["org.gnome.desktop.a11y.applications", "screen-keyboard-enabled"]
  private static let browsers: Set = ["chromium", "chromium-browser", "chrome", "google-chrome", "brave"]

  init(programs: [[String]], hasInputMethods: Bool, isEnabled: Bool?, fullScreen: [String]? = nil) {
    (self.programs, self.hasInputMethods, self.isEnabled) = (programs, hasInputMethods, isEnabled)
    self.fullScreen = fullScreen
  }

  /// The words that each running program was started with.
  static var runningPrograms: [[String]] {
    let processes = ((try? Files.names(in: "/proc")) ?? []).filter { $0.allSatisfy(\.isNumber) }
    return processes.compactMap { process in
      guard let line = try? Files.contents(of: "/proc/\(process)/cmdline", atMost: 16384), !line.isEmpty else {
        return nil
      }
      return words(line)
    }
  }

  /// Asks `gsettings` for the setting, for at most two seconds.
  init(programs: [[String]], _ compositor: CompositorProbe) {
    (self.programs, hasInputMethods) = (programs, compositor.hasInputMethods)
    fullScreen = compositor.fullScreenPrograms
    guard let folder = try? TemporaryFolder() else { return }
    let words = ["gsettings", "get"] + ScreenKeyboard.setting
    let query = try? ChildProcess(
      words, environment: Environment.all, output: folder.file("value"), errors: folder.file("errors"))
    if query?.wait(within: .seconds(2)) == .exited(0) { isEnabled = folder.text(of: "value") == "true\n" }
  }

  /// The words of a program's line: Chromium joins its own by spaces.
  static func words(_ line: [UInt8]) -> [String] {
    line.split { $0 == 0 || $0 == UInt8(ascii: " ") }.map { String(decoding: $0, as: UTF8.self) }
  }

  /// The findings; none where no keyboard runs.
  var findings: [Finding] {
    let names = programs.compactMap { $0.first?.split(separator: "/").last }
    if names.contains("squeekboard") { return own("squeekboard", opensByItself: true) }
    guard let name = names.first(where: { $0.hasPrefix("wvkbd") }) else { return [] }
    return own(String(name), opensByItself: false)
  }

  private func own(_ name: String, opensByItself: Bool) -> [Finding] {
    var faults: [Finding] = []
    func fault(_ text: String, _ remedy: String) {
      faults.append(Finding(subject: "keyboard \(name)", verdict: .impaired, text: text, remedy: remedy))
    }
    if opensByItself, !hasInputMethods {
      fault(
        "the compositor has no zwp_input_method_manager_v2, and does not report text fields to it",
        "use sway, labwc or phoc")
    }
    if opensByItself, isEnabled == false {
      fault(
        "a setting of the desktop keeps it closed",
        "gsettings set \(ScreenKeyboard.setting.joined(separator: " ")) true")
    }
    var isExplained = false
    for words in programs where isBrowser(words) {
      let browser = words[0].split(separator: "/").last ?? ""
      if words.contains(where: { ["--kiosk", "--start-fullscreen"].contains($0) }) {
        isExplained = true
        fault(
          "\(browser) is in full screen, above the keyboard",
          "start \(browser) with --app=ADDRESS, without --kiosk, and let the compositor maximize its window")
      }
      if opensByItself, !words.contains("--enable-wayland-ime") {
        fault(
          "\(browser) does not say when a text field has the focus",
          "start \(browser) with --ozone-platform=wayland --enable-wayland-ime --wayland-text-input-version=3")
      }
    }
    // Keyboards lie on the layer "top", which windows in full screen hide.
    for program in isExplained ? [] : fullScreen ?? [] {
      let name = program.isEmpty ? "a program" : program
      fault(
        "\(name) is in full screen, above the keyboard",
        "start \(name) without full screen, and let the compositor maximize its window")
    }
    guard faults.isEmpty else { return faults }
    let text =
      opensByItself
      ? "opens where a text field has the focus" : "is shown and hidden by a signal, for example from an edge"
    return [Finding(subject: "keyboard \(name)", verdict: .good, text: text)]
  }

  /// Whether these are the words of a browser, not of one of the processes that it starts.
  private func isBrowser(_ words: [String]) -> Bool {
    guard let name = words.first?.split(separator: "/").last else { return false }
    return ScreenKeyboard.browsers.contains(String(name)) && !words.contains { $0.hasPrefix("--type=") }
  }
}
