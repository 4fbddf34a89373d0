import CompositorRig
import Foundation
import Offhand
import OffhandClient
import OffhandCommandLine
import OffhandPanel
import OffhandPixman
import OffhandPlatform
import OffhandRecordings
import OffhandService
import Testing

import OffhandLibinput
@testable import OffhandTool

/// A name that this program did not choose stays a part of what it stands in, whoever reads that.
struct ForeignNameTests {
  private static let parts = [
    "\n", "\r\n", "\t", "\u{7F}", "\u{85}", "\u{2028}", "\u{1B}[2J", "'", "\"", "\\", "\\n", "%k", "%c{2}", "$env{X}",
    "$(id)",
    "`id`", "'\u{301}", "\"\u{301}", "\\\u{301}", "$\u{301}", "*", "[a]", "|", "#", "\", RUN+=\"/bin/sh", "' ; id '",
    "é",
  ]
  /// Each of them within a name, and all of them as one.
  static let names = parts.map { "a\($0)b" } + [parts.joined(separator: " ")]

  private func screen(_ name: String) -> TouchDevice {
    TouchDevice(
      id: DeviceID(rawValue: 1), name: name, path: "/dev/\(name)",
      surface: SurfaceGeometry(size: Size(width: 300, height: 200), pixelWidth: 0, pixelHeight: 0, provenance: .device))
  }

  /// `name` as a value that has no line breaks.
  private func plain(_ name: String) -> String {
    name.unicodeScalars.map { ForeignText.isControl($0) ? ($0.isASCII ? "?" : "*") : String($0) }.joined()
  }

  private func hasNoLines(_ text: String) -> Bool {
    !text.unicodeScalars.contains(where: ForeignText.isControl)
  }

  /// The lines of `text`, which end with a newline alone.
  private func lines(_ text: String) -> [String] {
    let found = text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false).map { String($0) }
    #expect(found.last == "")
    return Array(found.dropLast())
  }

  @Test(arguments: names) func `a line with it is one line`(name: String) throws {
    #expect(hasNoLines(TerminalText.name(name)))
    let finding = Finding(subject: name, verdict: .good, text: name, remedy: name)
    #expect(lines(finding.line + (finding.remedyLine ?? "")).allSatisfy(hasNoLines))
    let map = lines(MapCommand.text(.init(output: name, screen: screen(name), busPath: name)))
    #expect(map.count == 3 && map.allSatisfy(hasNoLines))
    let untouched = lines(MapCommand.text(.init(output: name, screen: nil, busPath: "")))
    #expect(untouched.count == 1 && untouched.allSatisfy(hasNoLines))
    let window = ScreenKeyboard(programs: [["wvkbd"]], hasInputMethods: true, isEnabled: nil, fullScreen: [name])
    let findings = window.findings.map { $0.line + ($0.remedyLine ?? "") }
    #expect(findings.count == 1 && lines(findings[0]).count == 2 && lines(findings[0]).allSatisfy(hasNoLines))
    #expect(hasNoLines(RunFailure.line(for: FontError.noFont(family: name))))
    let json = JSONWriter.line { $0.field("chosen", name) }
    #expect(json.last == UInt8(ascii: "\n") && json.count { $0 == UInt8(ascii: "\n") } == 1)
    #expect(try JSONSerialization.jsonObject(with: Data(json)) as? [String: String] == ["chosen": name])
  }

  @Test func `a line of the log and of an error that names a file or a menu with all of them is one line`() throws {
    let folder = try TemporaryFolder()
    let name = ForeignNameTests.parts.joined(separator: " ")
    let file = folder.file(name.replacingOccurrences(of: "/", with: ""))
    func lines(_ words: [String], of bytes: [UInt8]) throws -> [String] {
      try Files.write(bytes, to: file)
      let lines = try Run(words + [file]).errors
      #expect(!lines.isEmpty && lines.allSatisfy { $0.hasPrefix("offhand: ") && hasNoLines($0) }, "\(lines)")
      return lines
    }
    var menu = JSONWriter()
    menu.value(name)
    let fault = try lines(["serve", "--check", "--config"], of: Array("[menu.".utf8) + menu.bytes + Array("]\n".utf8))
    #expect(fault.count == 1 && fault[0].hasSuffix("] has no rows"))
    #expect(try lines(["replay"], of: []).count == 1)
    _ = try lines(["listen", "--log", "info", "--source"], of: Array(recordingLine("t") { _ in [(1, 10, 10)] }.utf8))
  }

  @Test func `a shell reads it as one word`() throws {
    let words = ForeignNameTests.names.map { ForeignText.shellWord("\($0)=DP-1") }
    let run = try Program(["sh", "-c", "printf '%s\\n' \(words.joined(separator: " "))"])
    #expect(try run.wait() == .exited(0))
    #expect(lines(run.standardOutput) == ForeignNameTests.names.map { plain($0) + "=DP-1" })
  }

  /// The keys of a rule and their values, as systemd 257 parses it; `nil` if it does not.
  private func rule(_ text: String) -> [(key: String, isEscaped: Bool, value: String)]? {
    var (found, rest) = ([(key: String, isEscaped: Bool, value: String)](), text.unicodeScalars[...])
    while !rest.isEmpty {
      guard let quote = rest.firstIndex(of: "\"") else { return nil }
      var key = String(rest[..<quote])
      let isEscaped = key.last == "e"
      if isEscaped { key.removeLast() }
      rest = rest[rest.index(after: quote)...]
      var value = ""
      while let scalar = rest.popFirst(), scalar != "\"" {
        value.unicodeScalars.append(scalar)
        // Also without escapes a backslash keeps a quote from ending the value.
        if scalar == "\\", isEscaped || rest.first == "\"", let next = rest.popFirst() {
          if isEscaped { value.removeLast() }
          value.unicodeScalars.append(next)
        }
      }
      found.append((key, isEscaped, value))
    }
    return found
  }

  @Test(arguments: names) func `udev reads a rule with it as the rule that it is`(name: String) throws {
    let map = try #require(rule(MapCommand.rule(.init(output: name, screen: screen(name), busPath: name))))
    #expect(map.map(\.key) == ["SUBSYSTEM==", ", KERNEL==", ", ENV{ID_PATH}==", ", ENV{WL_OUTPUT}="], "\(map)")
    // Of two equal ones udev leaves one, and a single one it expands.
    var (value, rest) = ("", (map.last?.value ?? "").unicodeScalars[...])
    while let scalar = rest.popFirst() {
      if ["%", "$"].contains(scalar) { #expect(rest.popFirst() == scalar) }
      value.unicodeScalars.append(scalar)
    }
    #expect(value == plain(name))
    #expect(map.dropLast().allSatisfy { !$0.isEscaped && !$0.value.contains { "\\|[]".contains($0) } })
  }

  @Test(arguments: names) func `a file about a panel of this name is read again, and has no line of its own`(
    name: String
  ) throws {
    var input = TouchInput()
    let output = OutputDescription(
      name: "DP-1", physicalSize: Size(width: 300, height: 200), modeWidth: 1500, modeHeight: 1000)
    var findings = PanelFindings()
    findings.orientation = .rotated180
    func text(_ name: String) throws -> String {
      let panel = MeasuredPanel(
        [PanelIdentity(name: name, id: name)], TouchPanel(sensorSize: Size(width: 300, height: 200)), on: [output],
        &input)
      return try #require(panel.profile(findings))
    }
    let found = try text(name)
    #expect(lines(found).count == lines(try text("plain")).count)
    // Others are no line breaks in TOML.
    #expect(!found.unicodeScalars.contains { $0 != "\n" && $0.isASCII && ForeignText.isControl($0) })
    let folder = try TemporaryFolder()
    let profile = try PanelProfile(file: try folder.write(found, to: "panel.toml"))
    #expect(profile.panel == PanelIdentity(name: name, id: name))
    let comment = try #require(lines(found).first { $0.contains("ATTRS{name}") })
    #expect(
      try #require(rule(String(comment.dropFirst(2)))).map(\.key) == [
        "SUBSYSTEM==", ", ATTRS{name}==", ", ENV{LIBINPUT_CALIBRATION_MATRIX}=",
      ])
  }
}
