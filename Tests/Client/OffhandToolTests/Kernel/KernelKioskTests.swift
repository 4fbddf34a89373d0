import CompositorRig
import Foundation
import Testing

/// A kiosk under systemd, from its setup to its removal: Debian 13 with labwc and Chromium.
@Suite(.enabled(if: KernelRun.kiosk.obstacle == nil, "\(KernelRun.kiosk.obstacle ?? "")"))
struct KernelKioskTests {
  /// What `scripts/vm/kiosk` tells about its run; a step that failed is an object, which has no text.
  private let steps: [String: Any]

  init() throws {
    let data = try Data(contentsOf: URL(fileURLWithPath: KernelRun.kiosk.path("results.json")))
    steps = try #require(JSONSerialization.jsonObject(with: data) as? [String: Any])
  }

  private func text(_ step: String) -> String { steps[step] as? String ?? "\(steps[step] ?? "not reached")" }

  @Test func `kernel one command makes a kiosk, and a second one changes nothing`() {
    #expect(text("setup").hasSuffix("Done. The kiosk starts with: systemctl reboot"))
    #expect(text("again").hasSuffix("Nothing to change."))
    #expect(steps["setup s"] as? Double ?? .infinity < 60, "an emulated processor is slow; here it takes seconds")
  }

  @Test func `kernel the page is on the screen after a login, and the status says what runs`() throws {
    #expect(text("page") == "205080")
    let status = try #require(steps["running"] as? [String: String])
    #expect(status["compositor"]?.hasPrefix("labwc, for") == true && status["do"] == "nothing", "\(status)")
    #expect(status["program"]?.hasPrefix("/usr/lib/chromium/chromium, for") == true, "\(status)")
    #expect((steps["answers"] as? [String: Any])?["curtain"] as? String == "down")
    #expect(text("curtain") == "up" && text("page below") == "205080")
  }

  @Test func `kernel the corner of staff asks for the PIN`() { #expect(text("pad") == "shown") }

  @Test(arguments: ["page of the next", "page after the program", "page after the compositor"])
  func `kernel the page comes back, and nothing of a visitor before`(step: String) {
    #expect(text(step) == "205080")
  }

  @Test func `kernel remove leaves the machine as it was, file by file`() {
    #expect(steps["left"] as? [String] == [])
  }
}
