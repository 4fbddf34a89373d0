import ArgumentParser
import CompositorRig
import Offhand
import OffhandClient
import OffhandLibinput
import Testing
@testable import OffhandTool

struct TouchSourceOptionsTests {
  private func input(_ arguments: String...) throws -> TouchInput {
    try TouchSourceOptions.parse(arguments).input
  }

  @Test func `every kind of source has its word, and a file is named without one`() throws {
    #expect(try input().origin == .automatic)
    #expect(try input("--source", "libinput").origin == .libinput(.seat("seat0")))
    #expect(try input("--source", "libinput:seat1").origin == .libinput(.seat("seat1")))
    #expect(try input("--source", "evdev").origin == .evdev(.seat("seat0")))
    #expect(try input("--source", "evdev:/dev/input/event4").origin == .evdev(.nodes(["/dev/input/event4"])))
    #expect(try input("--source", "device:/dev/input/event4").origin == .libinput(.nodes(["/dev/input/event4"])))
    #expect(try input("--source", "wayland").origin == .wayland)
    for (word, name) in [
      ("tuio:3333", "TUIO at 127.0.0.1:3333, which only this machine reaches"),
      ("tuio:0.0.0.0:3333", "TUIO at 0.0.0.0:3333, from everyone who reaches it"),
    ] {
      guard case .custom(let source) = try input("--source", word).origin else {
        Issue.record("\(word) is another source")
        continue
      }
      #expect(source.name == name)
    }
    #expect(try input("--source", "recording:pinch").origin == .recording("pinch"))
    #expect(try input("--source", "pinch.jsonl").origin == .recording("pinch.jsonl"))
    #expect(try input("--source", "dir/pinch").origin == .recording("dir/pinch"))
  }

  @Test(arguments: [("--size", "300", "300x190"), ("--map", "DP-1", "DEVICE=DP-1"), ("--source", "mouse", "wayland")])
  func `what is invalid is refused with an example`(option: String, value: String, example: String) throws {
    let run = try Run(["zoom", option, value])
    #expect(run.end == .exited(64))
    let message = run.errors.joined(separator: "\n")
    #expect(message.contains("'\(value)' is invalid") && message.contains(example), "\(message)")
  }

  @Test(arguments: [
    "zoom --source tuio:99999": "tuio:[ADDRESS:]PORT, a port from 1 to 65535",
    "zoom --source tuio:192.0.2.1:3333": "192.0.2.1:3333: this machine has no such address; give the port alone, or",
    "serve --check --tuio wall:99999": "with a port from 1 to 65535",
    "kiosk setup http://x --size 10x10": "20 to 3000 each way",
    "zoom --accommodate tolerance_mm": "no such file, and a setting has a value: tolerance_mm=8",
    "record -o x.jsonl --source a.jsonl": "a.jsonl is a recording already",
  ])
  func `what is refused comes with what would be taken`(line: String, words: String) throws {
    let run = try Run(line)
    #expect(run.end != .exited(0) && run.errors.joined(separator: " ").contains(words), "\(run.errors)")
  }

  @Test func `the typeface of menus is chosen as that of the demos`() throws {
    let run = try Run(shell: "XDG_CONFIG_HOME=/no/such $offhand serve --check --font Cantarell")
    #expect(run.end == .exited(0), "\(run.errors)")
  }

  @Test func `without a configuration, serve says what still works and what brings the rest`() throws {
    let run = try Run(shell: "XDG_CONFIG_HOME=/no/such $offhand serve --check")
    #expect(run.errors.count == 1 && run.end == .exited(0))
    #expect(run.errors.first?.contains("requests are served, but no edges, corners or gestures; write it") == true)
  }

  @Test(arguments: ["0x0", "19x190", "300x3001"])
  func `a size that is refused comes with the sizes that are taken, not with one as if it were the only`(size: String)
    throws
  {
    let run = try Run(["zoom", "--size", size])
    let message = run.errors.joined(separator: "\n")
    #expect(message.contains("20 to 3000") && message.contains("For example: '300x190'"), "\(message)")
    #expect(!message.contains("one of"), "\(message)")
  }

  @Test(arguments: ["mouse", "libinput:", "evdev:", "device:", "recording:", "wayland:", "tuio:", "tuio:a.b:0", ""])
  func `a word that is no source is refused`(word: String) {
    #expect(TouchSourceArgument(argument: word) == nil)
  }

  @Test func `nodes of one kind join, everything else does not`() throws {
    let joined = try input("--source", "evdev:/dev/a", "--source", "evdev:/dev/b")
    #expect(joined.origin == .evdev(.nodes(["/dev/a", "/dev/b"])))
    #expect(throws: (any Error).self) { try input("--source", "evdev:/dev/a", "--source", "device:/dev/b") }
    #expect(throws: (any Error).self) { try input("--source", "libinput", "--source", "wayland") }
  }

  @Test func `filters are chosen by name, and those that learn are in use without`() throws {
    #expect(try input().filters == [.glitch, .noise])
    #expect(try input("--filter", "palm,jitter").filters == [.palm, .jitter])
    #expect(try input("--filter", "none").filters.isEmpty)
    #expect(throws: (any Error).self) { try input("--filter", "fog") }
  }

  @Test func `what touches count as is stated in words, and what it cannot be is refused with what it can`() throws {
    #expect(try input().accommodations.isEmpty)
    #expect(try input("--accommodate", "tolerance_mm=8,press=tap").accommodations.tolerance == 8)
    let run = try Run(["replay", "--accommodate", "tolerance_mm=900", "scripts/recordings/pinch-right.jsonl"])
    #expect(run.errors.joined().contains("tolerance_mm must be a number from 0 to 50"), "\(run.errors)")
    let recording = RepositoryFile.path("scripts/recordings/pinch-right.jsonl")
    let both = try Run(["replay", "--summary", recording]).output
    let alone = try Run(["replay", "--summary", "--accommodate", "second=ignored", recording]).output
    #expect(both.joined().contains("pinch: ") && !alone.isEmpty && !alone.joined().contains("pinch: "), "\(alone)")
  }

  @Test func `the options about touch screens reach the source`() throws {
    let input = try input(
      "--grab", "--map", "usb-1=HDMI-A-1", "--size", "usb-1=300x190", "--size", "200x120", "--source", "evdev")
    #expect(input.capture == .exclusive)
    #expect(input.preferences.output(for: ["Panel", "usb-1"]) == "HDMI-A-1")
    #expect(input.preferences.size(for: ["usb-1"]) == Size(width: 300, height: 190))
    #expect(input.preferences.size(for: ["usb-2"]) == Size(width: 200, height: 120))
  }

  @Test func `sizes may be those of outputs, whatever the source`() throws {
    for source in ["wayland", "pinch.jsonl", "libinput"] {
      let sizes = try input("--size", "HDMI-A-1=300x190", "--source", source).preferences.sizes
      #expect(sizes == ["HDMI-A-1": Size(width: 300, height: 190)])
    }
  }

  @Test(arguments: [["--grab"], ["--map", "a=b"]])
  func `what makes sense only for touch screens is refused for other sources`(option: [String]) {
    for source in ["wayland", "pinch.jsonl"] {
      #expect(throws: (any Error).self) { _ = try TouchSourceOptions.parse(option + ["--source", source]) }
    }
  }
}

struct PlaybackOptionsTests {
  private func end(_ arguments: String..., source: String = "a.jsonl") throws -> TouchInput.RecordingEnd {
    try PlaybackOptions.parse(arguments + ["--source", source]).input.recordingEnd
  }

  @Test func `a recording stays, ends the program or is repeated, as the options say`() throws {
    #expect(try end() == .stays)
    #expect(try end("--exit") == .exits)
    #expect(try end("--loop") == .repeats)
    #expect(throws: (any Error).self) { try end("--exit", "--loop") }
    #expect(throws: (any Error).self) { try end("--exit", source: "wayland") }
  }
}

struct DisplayOptionsTests {
  @Test func `a window has a size that can be drawn`() {
    #expect(ViewRoleArgument(argument: "window:800x480")?.role == .window(width: 800, height: 480))
    #expect(ViewRoleArgument(argument: "maximized")?.role == .maximized)
    #expect(ViewRoleArgument(argument: "window")?.role == .window(width: 960, height: 600))
    for size in ["1000000x480", "800x1000000", "0x480", "800x0", "800", "800x480x2", "x"] {
      #expect(ViewRoleArgument(argument: "window:\(size)") == nil, "\(size)")
    }
    #expect(ViewRoleArgument(argument: "fullscreen:800x480") == nil)
  }

  @Test func `an empty path of a socket is none`() throws {
    #expect(throws: (any Error).self) { try SocketOptions.parse(["--socket="]) }
    #expect(try SocketOptions.parse(["--socket=s"]).socket == "s")
  }

  @Test func `a program waits for the next compositor only if it was told to`() throws {
    #expect(try DisplayOptions.parse([]).display().loss == .ends)
    #expect(try DisplayOptions.parse(["--reconnect"]).display().loss == .reconnects)
    #expect(throws: (any Error).self) { try DisplayOptions.parse(["--role", "window", "--output", "DP-1"]) }
  }

  @Test(arguments: ["-0.1", "1.1", "90"]) func `a probability is from 0 to 1`(number: String) throws {
    #expect(throws: (any Error).self) { try HandPriorOptions.parse(["--prior-right=\(number)"]) }
    #expect(try HandPriorOptions.parse(["--prior-right=0.25"]).priorRight == 0.25)
  }
}

struct DeviceSettingTests {
  @Test func `a device may have an equals sign in its name`() {
    let setting = OutputSetting(argument: "pci-0000:00:14.0=usb=eDP-1")
    #expect(setting?.device == "pci-0000:00:14.0=usb")
    #expect(setting?.output == "eDP-1")
  }

  @Test(arguments: ["eDP-1", "=eDP-1", "ELAN="]) func `an incomplete setting is refused`(text: String) {
    #expect(OutputSetting(argument: text) == nil)
  }

  @Test func `sizes are two plausible sides`() {
    #expect(SizeSetting(argument: "300x190.5")?.size == Size(width: 300, height: 190.5))
    for text in ["300", "300x", "3x4", "300x190x2", "nanxnan", "300X190", "=300x190", "a=300"] {
      #expect(SizeSetting(argument: text) == nil, "\(text)")
    }
  }
}
