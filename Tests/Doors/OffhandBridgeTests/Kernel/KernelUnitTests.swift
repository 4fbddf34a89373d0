import CompositorRig
import Foundation
import Testing

/// The package offhand-bridge under systemd, udev and logind of Debian 13, with a user logged in.
@Suite(.enabled(if: KernelRun.unit.obstacle == nil, "\(KernelRun.unit.obstacle ?? "")"))
struct KernelUnitTests {
  /// What `scripts/vm/unit` tells about its run.
  private struct Results: Decodable {
    /// How the service ended under fingers, and what was there some time later.
    struct End: Decodable {
      var landed: Int
      var lifted: Int
      var twin: Bool
      var free: Bool
      var processes: [String]
      var state: String
      var tapPasses: Bool
    }

    struct Flooded: Decodable {
      struct Delays: Decodable {
        var sent: Int
        var reports: Int
      }

      var delays: Delays
      var connecting: Int
      var isSame: Bool
    }

    struct Away: Decodable {
      var lifted: Int
      var free: Bool
      var greeting: [String]
      var back: Bool
    }

    struct Left: Decodable {
      var files: [String]
      var processes: String
      var twin: Bool
      var free: Bool
      var user: String
      var rights: [String]
    }

    var verify: String
    /// "r", "w" or both, by user and device.
    var rights: [String: [String: String]]
    var process: [String: String]
    /// The rights and the owner of the socket's folder.
    var folder: String
    var greetings: [String: [String]]
    var processes: [String]
    /// How each thread is scheduled; one of the bridge's own lets go when its loop hangs.
    var classes: [String]
    var flooded: Flooded
    var away: Away
    var ends: [String: End]
    var left: Left
  }

  private let results: Results

  init() throws { results = try KernelRun.unit.results() }

  @Test func `kernel the bridge's user may read touch screens and make them, and no other user may`() throws {
    let own = try #require(results.rights["offhand-bridge"])
    let expected = ["Offhand Test Panel": "r", "Offhand Second Panel": "r", "uinput": "rw"]
    #expect(own.filter { !$0.value.isEmpty } == expected)
    #expect(own["Offhand Test Keys"] == "")
    for user in ["kiosk", "nobody"] { #expect(results.rights[user]?.values.allSatisfy(\.isEmpty) == true, "\(user)") }
  }

  @Test func `kernel systemd takes the unit as it is, and the service runs in its sandbox`() {
    #expect(results.verify.isEmpty, "\(results.verify)")
    #expect(results.processes == ["offhand", "offhand-keeper", "offhand-opener"])
    #expect(results.classes == ["offhand RR", "offhand TS", "offhand-keeper TS", "offhand-opener TS"])
    #expect(results.process["CapBnd"] == "0000000000000000" && results.process["CapEff"] == "0000000000000000")
    #expect(results.process["NoNewPrivs"] == "1" && results.process["Seccomp"] == "2")
  }

  @Test func `kernel the socket talks to the user in front of the seat alone`() {
    #expect(results.greetings["kiosk"]?.contains("error") == false)
    for user in ["root", "nobody"] { #expect(results.greetings[user] == ["error"], "\(user)") }
    #expect(results.folder == "drwxr-xr-x offhand-bridge")
  }

  @Test func `kernel eight processes that connect again and again neither end the service nor lose a report`() {
    // The delay is measured at real speed, by .ci/nightly.
    let flooded = results.flooded
    #expect(flooded.connecting == 8 && flooded.isSame && flooded.delays.reports == flooded.delays.sent)
  }

  @Test(arguments: ["kill", "watchdog", "stop", "four fingers"])
  func `kernel however the service ends, no finger stays and the screen is free`(name: String) throws {
    let end = try #require(results.ends[name])
    #expect(end.landed > 0 && end.lifted == end.landed && !end.twin && end.free)
    let isStartedAgain = name == "kill" || name == "watchdog"
    #expect(end.state == (isStartedAgain ? "active" : "inactive"))
    #expect(end.processes == (isStartedAgain ? ["offhand", "offhand-keeper", "offhand-opener"] : []))
    #expect(end.tapPasses)
  }

  @Test func `kernel another session in front has the screen, and its own user alone connects`() {
    let away = results.away
    #expect(away.lifted == 1 && away.free && away.greeting == ["error"] && away.back)
  }

  @Test func `kernel purge leaves nothing`() {
    let left = results.left
    #expect(left.files.isEmpty && left.rights.isEmpty, "\(left.files) \(left.rights)")
    #expect(left.processes.isEmpty && left.user.isEmpty && !left.twin && left.free)
  }
}
