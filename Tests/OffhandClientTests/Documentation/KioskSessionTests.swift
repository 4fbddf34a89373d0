import CompositorRig
import Foundation
import Testing

/// The configuration of sway and the script on the page of the kiosk.
@Suite(.enabled(if: Sway.isAvailable, "needs sway and grim: scripts/setup compositors"))
struct KioskSessionTests {
  /// The block of the page that follows `heading`.
  private func block(after heading: String) throws -> String {
    let page = try String(
      contentsOfFile: RepositoryFile.path("Sources/Offhand/Offhand.docc/Kiosk.md"), encoding: .utf8)
    let rest = try #require(page.components(separatedBy: heading).dropFirst().first)
    let fenced = try #require(rest.components(separatedBy: "```").dropFirst().first)
    return fenced.drop { $0 != "\n" }.dropFirst().description
  }

  @Test func `sway accepts its configuration and every command to it, and the program is started again`() throws {
    let folder = try CompositorProcess.makeDirectory()
    try folder.write(try block(after: "/home/kiosk/program.sh"), to: "program.sh")
    // Stands in for Chromium: notes that it was started, and ends.
    try Files.write(
      Array("#!/bin/sh\necho \"$@\" >> \(folder.file("starts"))\n".utf8), to: folder.file("chromium"),
      permissions: 0o755)
    let configuration = try block(after: "/home/kiosk/.config/sway/config")
    // Without the keyboard and swayidle, which would outlive the compositor.
    let run = configuration.split(separator: "\n").filter {
      !$0.hasPrefix("exec wvkbd") && !$0.hasPrefix("exec swayidle")
    }
    .joined(separator: "\n").replacingOccurrences(
      of: "exec sh ~/", with: "exec PATH=\(folder.path):/usr/bin:/bin sh \(folder.path)/")
    let sway = try Sway(configuration: run)
    let commands = configuration.components(separatedBy: "swaymsg \"").dropFirst().compactMap {
      $0.components(separatedBy: "\"").first
    }
    #expect(commands.count == 2)
    for command in commands { try sway.message([command]) }
    let check = try CompositorProcess.start(
      ["sway", "--validate", "--config", try folder.write(configuration, to: "config")], in: folder,
      environment: ["WLR_BACKENDS": "headless", "WLR_LIBINPUT_NO_DEVICES": "1"])
    #expect(try check.wait() == .exited(0), "\(check.standardError)")
    try Waiting.until("the program to be started again") {
      folder.text(of: "starts").split(separator: "\n").count > 1
    }
    #expect(!folder.text(of: "starts").contains("--kiosk"), "a window in full screen hides the keyboard")
  }
}
