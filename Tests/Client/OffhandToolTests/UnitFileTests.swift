import CompositorRig
import Foundation
import Testing

/// The units of the service, judged by systemd's own rules.
struct UnitFileTests {
  /// What stands in each section.
  private func sections(_ text: String) -> [String: [String: String]] {
    var sections: [String: [String: String]] = [:]
    var name = ""
    for line in text.split(separator: "\n").map({ $0.trimmingCharacters(in: .whitespaces) }) where !line.hasPrefix("#")
    {
      if line.hasPrefix("[") { name = String(line.dropFirst().dropLast()) }
      let parts = line.split(separator: "=", maxSplits: 1).map(String.init)
      if parts.count == 2 { sections[name, default: [:]][parts[0]] = parts[1] }
    }
    return sections
  }

  @Test(arguments: ["scripts/debian/offhand.service", "scripts/debian/offhand-kiosk@.service", "Serving.md"])
  func `the service is started again for as long as the compositor is away`(file: String) throws {
    let isPage = file == "Serving.md"
    let path = RepositoryFile.path(isPage ? "Sources/Offhand/Offhand.docc/Serving.md" : file)
    var text = try String(contentsOfFile: path, encoding: .utf8)
    if isPage { text = try #require(text.components(separatedBy: "\n## ").first { $0.hasPrefix("As a service\n") }) }
    let unit = sections(text)
    let service = try #require(unit["Service"])
    #expect(service["Restart"] == "on-failure" && service["RestartSec"] == "1s")
    // systemd gives up when a unit starts more than five times in ten seconds, unless the unit says otherwise, and in this section alone.
    #expect(unit["Unit"]?["StartLimitIntervalSec"] == "0", "\(unit)")
  }

  @Test(arguments: ["offhand", "offhand-kiosk@", "offhand-bridge"])
  func `no unit hides the runtime folder of a user that it needs`(name: String) throws {
    let path = RepositoryFile.path("scripts/debian/\(name).service")
    let service = try #require(sections(try String(contentsOfFile: path, encoding: .utf8))["Service"])
    // Of several entries for one path systemd takes the strictest, and ProtectHome= is one for /run/user.
    let needs = service.contains { $0.value.contains("/run/user") }
    #expect(!needs || ["no", nil].contains(service["ProtectHome"]))
    #expect(needs == (name == "offhand-kiosk@"))
  }

  @Test func `what the menu starts without a terminal gets keys, which end it`() throws {
    let folder = try TemporaryFolder()
    let run = try Program([RepositoryFile.path("scripts/debian/desktop-entries"), folder.path])
    #expect(try run.wait() == .exited(0))
    let entries = folder.names.map { sections(folder.text(of: $0))["Desktop Entry"] ?? [:] }
    #expect(entries.count == 4 && entries.allSatisfy { $0["Terminal"] == "false" })
    // Without a role it is an overlay where the compositor has those.
    let touches = entries.compactMap { $0["Exec"] }.filter { $0.hasPrefix("offhand touches") }
    #expect(touches == ["offhand touches --role window"])
  }

  @Test func `the bridge is started again unless it has let go, and may use touch screens and no network`() throws {
    let path = RepositoryFile.path("scripts/debian/offhand-bridge.service")
    let unit = sections(try String(contentsOfFile: path, encoding: .utf8))
    let service = try #require(unit["Service"])
    #expect(service["Restart"] == "on-failure" && service["Type"] == "notify" && service["RuntimeDirectory"] != nil)
    #expect(unit["Unit"]?["StartLimitIntervalSec"] == "0", "something else may end it more often than systemd tries")
    // In a namespace of users the kernel would not say which user connects, in one of networks no device would be announced.
    #expect(service["PrivateUsers"] == nil && service["PrivateNetwork"] == nil && service["PrivateDevices"] == nil)
    #expect(service["RestrictAddressFamilies"] == "AF_UNIX AF_NETLINK" && service["DevicePolicy"] == "closed")
  }
}
