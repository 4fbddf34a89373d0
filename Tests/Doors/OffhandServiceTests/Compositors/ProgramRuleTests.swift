import CompositorRig
import Foundation
import Offhand
import OffhandWayland
import Testing

private let available = Sway.isAvailable && Weston.isAvailable

@Suite(.serialized, .ownThreads, .enabled(if: available, "needs sway and weston: scripts/setup compositors"))
struct ProgramRuleTests {
  @Test(arguments: [false, true])
  func `a rule counts while its program is active, instead of the one for all, and its keys reach that program`(
    isReadAgain: Bool
  ) throws {
    let rules = """
      [[edge]]
      edge = "left"
      emit = "all"
      [[edge]]
      edge = "left"
      program = "oth*"
      open = { keys = "Shift+a" }
      """
    // Read again, it is read and its keyboard made by a service that has given up its rights.
    let rig = try ServiceRig(isReadAgain ? "" : rules)
    if isReadAgain { try rig.reload(rules) }
    try rig.below.settle()
    let client = try rig.subscriber()
    func pull() throws { try rig.stroke(from: (2, 200), to: (300, 200)) }
    try pull()
    _ = try client.lines("a pull for all programs") { $0.text("state") == "ended" }

    do {
      let other = try ProgramBelow(rig.sway, applicationID: "other")
      var keys: [KeyPress] = []
      try other.settle()
      // The strip is made anew when the service has heard of the program.
      try Waiting.until("a key") {
        try pull()
        try other.settle()
        keys = other.takeKeys()
        return !keys.isEmpty
      }
      #expect(keys.map(\.text) == ["A"])
      while try client.poll() != nil {}
      try pull()
      try other.pump("the second key") { !other.takeKeys().isEmpty }
      #expect(try client.poll() == nil && rig.below.takeKeys().isEmpty)
    }
    // It has ended, and the one below is active again.
    try Waiting.until("a pull for all programs") {
      try rig.below.settle()
      try pull()
      try rig.below.settle()
      return try client.poll() != nil
    }
    for fault in ["was refused", "no effect"] { #expect(!rig.service.standardError.contains(fault)) }
  }

  @Test func `a key and its modifier arrive at the program in the order of a hand that types`() throws {
    let rig = try ServiceRig("[[edge]]\nedge = \"left\"\nopen = { keys = \"Alt+Left\" }\n")
    let program = try rig.sway.run(
      [Program.built("offhand"), "touches", "--source", "wayland", "--role", "fullscreen"],
      environment: ["WAYLAND_DEBUG": "1"])
    try program.waitForOutput(".enter(")
    // Mod1, and the kernel's KEY_LEFT.
    let typed = ["modifiers(8)", "key(105, 1)", "key(105, 0)", "modifiers(0)"]
    try Waiting.until("the key") {
      try rig.stroke(from: (2, 200), to: (300, 200))
      let events = program.standardError.matches(
        of: #/wl_keyboard\S*\.(?:modifiers\(\d+, (?<held>\d+)|key\(\d+, \d+, (?<key>\d+, [01])\))/#
      ).map { $0.held.map { "modifiers(\($0))" } ?? "key(\($0.key ?? ""))" }
      return events.suffix(4) == typed[...]
    }
  }
}
