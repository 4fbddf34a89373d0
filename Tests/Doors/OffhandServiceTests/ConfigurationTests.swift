import CompositorRig
import Foundation
import Logging
import Offhand
import OffhandTOML
import OffhandWayland
import Testing

@testable import OffhandPlatform
@testable import OffhandService

struct ConfigurationTests {
  private func read(_ text: String) throws -> ServiceConfiguration {
    try ServiceConfiguration(toml: Array(text.utf8))
  }

  /// The faults of `text` as `LINE:COLUMN: REASON`.
  private func faults(_ text: String) -> [String] {
    do throws(ConfigurationFaults) {
      _ = try ServiceConfiguration(toml: Array(text.utf8))
      return []
    } catch {
      return error.faults.map(\.description)
    }
  }

  @Test func `an edge has defaults for all but its name and what follows`() throws {
    let configuration = try read("[[edge]]\nedge = \"left\"\nemit = \"drawer\"\n")
    var edge = ServiceConfiguration.Edge(edge: .left)
    edge.emit = "drawer"
    #expect(configuration.edges == [edge])
    #expect(edge.part == 0...1 && edge.depth == 3 && edge.at == 0.5 && edge.output == nil)
  }

  @Test func `the words that the fuzzer tries are settings`() throws {
    func text(_ path: String) throws -> String {
      try String(contentsOfFile: RepositoryFile.path(path), encoding: .utf8)
    }
    let settings = try text("Sources/Examples/serve.toml")
    let words = try text("Tests/Fuzz/Dictionaries/configurations").matches(of: #/"([a-z_]+) = /#).map { String($0.1) }
    #expect(words.count > 15)
    // A row of a menu has any name.
    for word in words where word != "a" { #expect(settings.contains("\(word) = "), "\(word)") }
  }

  @Test func `every setting is read`() throws {
    let configuration = try read(
      """
      posture = "kiosk"
      language = "de"
      swipe = "lift"
      lost_after = "7s"
      dead = [{ area_mm = [125, 0, 12, 12.5], output = "DP-1" }, { area_mm = [0, 0, 5, 5] }]
      panel = [{ name = "ILI", size_mm = [154, 86] }]
      output = [{ size_mm = [300, 190] }]
      theme = "light"
      [[edge]]
      edge = "bottom"
      part = [0.25, 0.75]
      depth_mm = 2
      travel_mm = 80
      at = 0.4
      output = "DP-1"
      open = { run = ["pkill", "-RTMIN", "wvkbd"] }
      [[corner]]
      corner = "top-right"
      taps = 5
      hold_last = "2s"
      size_mm = 12
      menu = "staff"
      [[gesture]]
      kind = "hold-swipe"
      fingers = 3
      direction = "up"
      keys = "Alt+Left"
      program = "org.chromium.*"
      exclusive = true
      [[pointer]]
      right_click = "long-press"
      wheel = "two-finger-pan"
      [[pointer]]
      program = "gimp*"
      zoom = "ctrl-wheel"
      [[idle]]
      after = "1h"
      warn = 15
      text = "Anybody here?"
      swallow_first = true
      run = ["home"]
      resume = { emit = "again" }
      [menu.staff]
      title = "Staff"
      pin = "$y$a$b"
      keyboard = { label = "Keyboard", run = ["onboard"] }
      clean = { label = "Clean the screen", curtain = "up" }
      home = { home = true, destructive = true, confirm = true }
      [text]
      unlock = "{} lang halten"
      [curtain]
      text = "Cleaning"
      hold = 2.5
      after_idle = "10min"
      """)
    #expect(configuration.posture == .kiosk && configuration.swipe == .lift && configuration.theme == .light)
    let edge = try #require(configuration.edges.first)
    #expect(edge.edge == .bottom && edge.part == 0.25...0.75 && edge.depth == 2 && edge.travel == 80 && edge.at == 0.4)
    #expect(edge.output == "DP-1" && edge.open == .run(["pkill", "-RTMIN", "wvkbd"]))
    let corner = try #require(configuration.corners.first)
    #expect(corner.corner == .topRight && corner.taps == 5 && corner.lastHold == .seconds(2) && corner.size == 12)
    #expect(corner.action == .menu("staff"))
    let gesture = try #require(configuration.gestures.first)
    #expect(gesture.kind == .holdSwipe && gesture.fingers == 3 && gesture.direction == .up)
    #expect(gesture.action == KeyChord("alt+left").map(ServiceAction.keys) && gesture.program == "org.chromium.*")
    #expect(gesture.exclusive)
    let menu = try #require(configuration.menus["staff"])
    #expect(menu.title == "Staff" && menu.pin == "$y$a$b" && menu.rows.map(\.id) == ["keyboard", "clean", "home"])
    #expect(menu.rows[2].isDestructive && menu.rows[2].asks && menu.rows[2].action == .home && !menu.rows[0].asks)
    #expect(MenuRequest(menu, configuration.words).rows[2].label == "Zurück zur ersten Seite")
    #expect(configuration.words.text(.unlock, "3 s") == "3 s lang halten" && configuration.events.contains("home"))
    #expect(configuration.applied(to: "foot").pointers.first?.uses == [.rightClick, .wheel])
    #expect(configuration.applied(to: "gimp-3").pointers.first?.uses == [.zoom])
    let idle = try #require(configuration.idle.first)
    #expect(idle.after == .seconds(3600) && idle.warning == .seconds(15) && idle.text == "Anybody here?")
    #expect(idle.swallowsFirst && idle.action == .run(["home"]) && idle.resume == .emit("again"))
    #expect(configuration.stages.map(\.after) == [.seconds(600), .seconds(3600)], "that of the curtain is one, too")
    #expect(configuration.menus["staff"]?.rows.map(\.id) == ["keyboard", "clean", "home"])
    #expect(configuration.curtain.text == "Cleaning" && configuration.curtain.hold == .seconds(2.5))
    #expect(configuration.curtain.idle == .seconds(600))
    #expect(configuration.lostAfter == .seconds(7))
    #expect(configuration.deadAreas(on: "DP-1").count == 2)
    #expect(configuration.deadAreas(on: "DP-2") == [Rect(x: 0, y: 0, width: 5, height: 5)])
    var preferences = MappingPreferences(sizes: ["ILI": Size(width: 20, height: 20)])
    configuration.stateSizes(in: &preferences)
    #expect(preferences.size(for: ["ILI"]) == Size(width: 20, height: 20), "what the command line said")
    #expect(preferences.size(for: ["DP-1"]) == Size(width: 300, height: 190))
  }

  @Test(arguments: [
    ("[[edge]]\nedge = \"middle\"\nemit = \"a\"\n", "2:8: edge must be one of"),
    ("[[edge]]\nemit = \"a\"\n", "1:1: [[edge]] needs edge"),
    ("[[edge]]\nedge = \"left\"\n", "1:1: [[edge]] needs emit, or open"),
    ("[[edge]]\nedge = \"left\"\nemit = \"a\"\ndepth = 3\n", "4:1: there is no key \"depth\""),
    ("[[edge]]\nedge = \"left\"\nemit = \"a\"\ndepth_mm = \"3\"\n", "4:12: depth_mm must be a number from 0.5 to 30"),
    ("[[edge]]\nedge = \"left\"\nemit = \"a\"\npart = [0.5, 0.2]\n", "4:8: part must be"),
    ("[[edge]]\nedge = \"left\"\nemit = 7\n", "3:8: emit must be a string"),
    ("[[edge]]\nedge = \"left\"\nopen = { run = \"ls\" }\n", "3:16: run must be a program"),
    ("[[edge]]\nedge = \"left\"\nopen = { run = [\"ls\", 1] }\n", "3:23: run must be a program"),
    ("[[edge]]\nedge = \"left\"\nopen = { run = [\"\", \"ls\"] }\n", "3:17: run must be a program"),
    ("[[edge]]\nedge = \"left\"\nopen = {}\n", "3:8: open needs one action"),
    (
      "[[edge]]\nedge = \"left\"\nalong = \"right\"\nemit = \"a\"\n",
      "3:9: a stroke along the left edge does not go right"
    ),
    (
      "[[edge]]\nedge = \"top\"\nalong = \"left\"\nemit = \"a\"\n[[edge]]\nedge = \"top\"\nalong = \"left\"\nemit = \"b\"\n",
      "two parts of the top edge overlap"
    ),
    ("[edge]\nedge = \"left\"\n", "1:1: edge must be written as [[edge]]"),
    (
      "[[edge]]\nedge = \"top\"\nemit = \"a\"\n[[edge]]\nedge = \"top\"\nemit = \"b\"\n",
      "two parts of the top edge overlap"
    ),
    (
      "[[corner]]\ncorner = \"top-left\"\nemit = \"a\"\n[[corner]]\ncorner = \"top-left\"\nswipe = \"in\"\nemit = \"b\"\n",
      "two [[corner]] are the corner top-left"
    ),
    ("[[corner]]\ncorner = \"top\"\nemit = \"a\"\n", "2:10: corner must be one of"),
    ("[[corner]]\ncorner = \"top-left\"\n", "1:1: [[corner]] needs one action"),
    ("[[corner]]\ncorner = \"top-left\"\nemit = \"a\"\ncurtain = \"up\"\n", "1:1: [[corner]] needs one action"),
    ("[[corner]]\ncorner = \"top-left\"\nmenu = \"none\"\n", "3:8: there is no [menu.none]"),
    (
      "[[corner]]\ncorner = \"top-left\"\nemit = \"a\"\nhold_last = \"2 weeks\"\n", "4:13: hold_last must be a duration"
    ),
    ("[[gesture]]\nkind = \"tap\"\nfingers = 6\nemit = \"a\"\n", "3:11: fingers must be a whole number from 1 to 5"),
    ("[[gesture]]\nkind = \"tap\"\ndirection = \"up\"\nemit = \"a\"\n", "3:13: a tap has no direction"),
    ("[[gesture]]\nkind = \"swipe\"\ndirection = \"in\"\nemit = \"a\"\n", "3:13: a swipe has no direction"),
    (
      "[[gesture]]\nkind = \"hold-swipe\"\ndirection = \"up-left\"\nemit = \"a\"\n",
      "3:13: a hold-swipe has no direction"
    ),
    ("[[idle]]\nemit = \"a\"\n", "1:1: [[idle]] needs after, a duration"),
    ("[[idle]]\nafter = 60\n", "1:1: [[idle]] needs one action"),
    ("[[idle]]\nafter = 60\nwarn = 60\nemit = \"a\"\n", "3:8: warn must be shorter than after"),
    ("[[idle]]\nafter = 60\nswallow_first = 1\nemit = \"a\"\n", "3:17: swallow_first must be true or false"),
    ("[[idle]]\nafter = 60\nkeys = \"F5\"\n", "3:8: keys of a stage would count as use"),
    ("[[gesture]]\nkind = \"tap\"\nlift_speed_mm_s = 50\nemit = \"a\"\n", "3:19: a tap has no lift_speed_mm_s"),
    ("[[gesture]]\nkind = \"palm\"\nduration = 1\nemit = \"a\"\n", "3:12: a palm has no duration"),
    (
      "[[gesture]]\nkind = \"swipe\"\nlift_speed_mm_s = 0\nemit = \"a\"\n",
      "3:19: lift_speed_mm_s must be a number, more than 0 to 100,000,000 mm/s"
    ),
    ("[[gesture]]\nkind = \"tap\"\nkeys = \"Alt+Nonsense\"\n", "3:8: keys must be a key of the layout"),
    ("[[gesture]]\nkind = \"tap\"\nkeys = \"Alr+Left\"\n", "3:8: keys must be a key of the layout"),
    (
      "[[corner]]\ncorner = \"top-left\"\nswipe = \"up\"\nemit = \"a\"\n",
      "3:9: a swipe from the corner top-left does not go up"
    ),
    (
      "[[corner]]\ncorner = \"top-left\"\nswipe = \"in\"\ntaps = 2\nemit = \"a\"\n",
      "1:1: a corner with swipe has neither"
    ),
    ("[[gesture]]\nkind = \"palm\"\nfingers = 2\nemit = \"a\"\n", "1:1: a palm has no fingers"),
    ("[[pointer]]\nwheel = \"pan\"\n", "2:9: wheel must be \"two-finger-pan\""),
    ("[menu.a]\n", "1:1: [menu.a] has no rows"),
    ("[menu.a]\nrow = 3\n", "2:7: menu.a.row must be a table"),
    (
      "[curtain]\ntext = \"\(String(repeating: "a", count: 201))\"\n",
      "2:8: text must be a string of at most 200 characters"
    ),
    ("[curtain]\nhold = 0\n", "2:8: hold must be a duration"),
    ("[tuio]\nversion = \"2.0\"\n", "1:1: [tuio] needs to, a list such as [\"127.0.0.1:3333\"]"),
    ("[tuio]\nto = [\"a:1\", \"3333\"]\n", "2:14: to must be a list such as [\"127.0.0.1:3333\"]"),
    ("[accommodate]\nhold = \"11s\"\n", "2:8: hold must be a duration such as \"2s\", from 0 to 10 s"),
    ("[accommodate]\ntolerance_mm = -1\n", "2:16: tolerance_mm must be a number from 0 to 50"),
    ("[accommodate]\nlocation = \"there\"\n", "2:12: location must be one of \"landing\", \"stillest\", \"lift\""),
    ("[accommodate]\npress = true\n", "2:9: press must be one of \"long\", \"tap\""),
    ("[accommodate]\nsize = 3\n", "2:1: there is no key \"size\" here; the keys are tolerance_mm, location"),
    ("[[corner]]\ncorner = \"top-left\"\nreach = true\n", "reach needs [[idle]]"),
    ("[[corner]]\ncorner = \"top-left\"\naccommodate = \"on\"\n", "accommodate = \"on\" needs [accommodate]"),
    ("[[corner]]\ncorner = \"top-left\"\naccommodate = \"on\"\n[accommodate]\nhold = 1\n", "needs [[idle]]"),
    ("[[dead]]\narea_mm = [0, 0, 0, 4]\n", "2:11: area_mm must be [X, Y, WIDTH, HEIGHT]"),
    ("[[panel]]\nname = \"ILI\"\n", "1:1: [[panel]] needs size_mm"),
    ("panel = 3\n", "1:9: panel must be a string"),
    ("edges = []\n", "1:1: there is no key \"edges\""),
    ("posture = \"standing\"\n", "1:11: posture must be one of"),
    ("swipe = \"late\"\n", "1:9: swipe must be one of \"threshold\", \"lift\""),
  ])
  func `a fault is reported with its line and column`(text: String, fault: String) {
    let found = faults(text)
    #expect(found.contains { $0.contains(fault) }, "\(found)")
  }

  @Test func `a pull and a stroke of each direction may share an edge`() throws {
    let edges = ["", "along = \"down\"\n", "along = \"up\"\n"].map { "[[edge]]\nedge = \"left\"\n\($0)emit = \"a\"\n" }
    #expect(try read(edges.joined()).edges.map(\.along) == [nil, .down, .up])
    #expect(try read(edges.joined()).applied(to: "foot").edges.count == 3)
  }

  @Test func `of rules that overlap, those that name the active program count, and of these the first`() throws {
    let configuration = try read(
      """
      [[edge]]
      edge = "left"
      emit = "all"
      [[edge]]
      edge = "left"
      program = "org.chromium.*"
      emit = "chromium"
      [[edge]]
      edge = "left"
      part = [0.5, 1]
      program = "org.*.Chromium"
      emit = "lower"
      [[edge]]
      edge = "right"
      emit = "right"
      [[gesture]]
      kind = "swipe"
      keys = "Alt+Left"
      [[gesture]]
      kind = "swipe"
      direction = "up"
      program = "*"
      emit = "up"
      """)
    #expect(configuration.namesPrograms)
    func edges(_ program: String?) -> [String?] { configuration.applied(to: program).edges.map(\.emit) }
    #expect(edges(nil) == ["all", "right"] && edges("foot") == ["all", "right"])
    #expect(
      edges("org.chromium.") == ["chromium", "right"] && edges("org.chromium.Chromium") == ["chromium", "right"])
    #expect(edges("org.mozilla.Chromium") == ["lower", "right"])
    #expect(configuration.applied(to: "foot").gestures.map(\.program) == ["*", nil])
    #expect(configuration.applied(to: nil).gestures.map(\.program) == [nil])
    #expect(edges("xorg.chromium.a") == ["all", "right"] && edges("org.chromium") == ["all", "right"])
  }

  @Test func `a file that is gone or a pipe when it is read again is a fault, not a service without edges`() throws {
    let folder = try TemporaryFolder()
    let silent = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
    let file = ConfigurationFile(folder.path + "/serve.toml", isNamed: false)
    #expect(try file.read(silent).edges.isEmpty)
    #expect(throws: ConfigurationFile.Failure.self) { try file.read(silent, again: true) }
    let pipe = folder.path + "/pipe"
    #expect(mkfifo(pipe, 0o600) == 0)
    #expect(throws: ConfigurationFile.Failure.self) { try ConfigurationFile(path: pipe).read(silent) }
  }

  @Test func `the folder of a file that was not named is made, so that no other has to be read`() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("config/offhand/serve.toml")
    #expect(ConfigurationFile(path, isNamed: true).makeFolder() && folder.names.isEmpty)
    #expect(ConfigurationFile(path, isNamed: false).makeFolder())
    #expect(Confinement.folders(of: path) == [folder.file("config/offhand")])
    try folder.write("", to: "file")
    #expect(!ConfigurationFile(folder.file("file/offhand/serve.toml"), isNamed: false).makeFolder())
  }

  @Test func `all faults are reported, in the order of the file`() {
    let found = faults("[[edge]]\nedge = 1\ndepth_mm = 99\n[[corner]]\nx = 1\n")
    #expect(found.count == 6)
    #expect(found.map { Int($0.prefix { $0 != ":" }) } == [1, 2, 3, 4, 4, 5])
    // What depends on a value that is faulty itself is no other fault.
    #expect(faults("[[idle]]\nafter = \"soon\"\nwarn = 5\nemit = \"a\"\n").count == 1)
  }

  @Test func `what overlaps is reported where there is no other fault`() {
    let edges = "[[edge]]\nedge = \"left\"\nemit = \"a\"\n[[edge]]\nedge = \"left\"\nemit = \"b\"\n"
    #expect(faults(edges).count == 1 && faults(edges).first?.contains("overlap") == true)
    #expect(faults(edges + "depth_mm = 99\n").count == 1 && faults(edges + "depth_mm = 99\n")[0].contains("depth_mm"))
  }

  @Test func `two parts of one edge may meet, and two outputs may have the same edge`() throws {
    let configuration = try read(
      """
      [[edge]]
      edge = "top"
      part = [0, 0.5]
      emit = "a"
      [[edge]]
      edge = "top"
      part = [0.5, 1]
      output = "DP-1"
      emit = "b"
      [[edge]]
      edge = "top"
      part = [0.5, 1]
      output = "DP-2"
      emit = "c"
      [[corner]]
      corner = "top-left"
      output = "DP-1"
      emit = "d"
      [[corner]]
      corner = "top-left"
      output = "DP-2"
      emit = "e"
      [[corner]]
      corner = "top-left"
      program = "foot"
      emit = "f"
      """)
    #expect(configuration.edges.count == 3 && configuration.corners.count == 3)
  }

  @Test(arguments: [64, 65]) func `64 gestures are read, and one more is a fault`(count: Int) {
    let found = faults(String(repeating: "[[gesture]]\nkind = \"press\"\nemit = \"a\"\n", count: count))
    #expect(found.map { $0.contains("more than 64 [[gesture]]") } == (count > 64 ? [true] : []))
  }

  @Test func `a hundred thousand lines are refused without a hang`() {
    let text = String(repeating: "[[edge]]\nedge = \"left\"\nemit = \"a\"\nx = 1\n", count: 25_000)
    let found = faults(text)
    #expect(found.contains { $0.contains("more than 64 [[edge]]") })
    #expect(found.count < 200)
  }

  @Test func `the example is valid`() throws {
    let text = try String(contentsOfFile: RepositoryFile.path("Sources/Examples/serve.toml"), encoding: .utf8)
    let configuration = try read(text)
    #expect(!configuration.edges.isEmpty && !configuration.corners.isEmpty && !configuration.menus.isEmpty)
    // What is commented out is valid, too.
    let all = text.split(separator: "\n", omittingEmptySubsequences: false)
      .map { $0.hasPrefix("#") && !$0.hasPrefix("# ") ? $0.dropFirst() : $0 }.joined(separator: "\n")
    #expect(try read(all).gestures.count > configuration.gestures.count)
  }

  @Test func `what touches count as is read from a table, from words and from a file, and off without`() throws {
    var wanted = Accommodations()
    (wanted.tolerance, wanted.location, wanted.hold) = (8, .stillest, .milliseconds(300))
    (wanted.repeatInterval, wanted.repeatDistance) = (.milliseconds(250), 12)
    (wanted.tapsOnly, wanted.ignoresSecond) = (true, true)
    let lines = [
      "tolerance_mm = 8", "location = \"stillest\"", "hold = \"300ms\"", "repeat = 0.25", "repeat_mm = 12",
      "press = \"tap\"", "second = \"ignored\"",
    ]
    let configuration = try read("[accommodate]\n\(lines.joined(separator: "\n"))\n")
    #expect(configuration.accommodations == wanted && configuration.needsBridge)
    let words = lines.map { $0.filter { $0 != " " && $0 != "\"" } }.joined(separator: ",")
    #expect(try Accommodations(argument: words) == wanted)
    let folder = try TemporaryFolder()
    try Files.write(Array(lines.joined(separator: "\n").utf8), to: folder.file("touch.toml"))
    #expect(try Accommodations(argument: folder.file("touch.toml")) == wanted)
    #expect(try read("").accommodations.isEmpty && !read("").needsBridge)
    for (argument, fault) in [
      ("hold=soon", "hold must be a duration"), ("hold=nan", "hold must be"), ("=", "there is no key \"\""),
      ("tolerance_mm=8,", "there is no key \"\""), ("/nonexistent/file", "/nonexistent/file: "),
    ] {
      let failure = #expect(throws: ConfigurationFile.Failure.self) { try Accommodations(argument: argument) }
      #expect(failure?.description.contains(fault) == true, "\(String(describing: failure))")
    }
    try Files.write(Array("hold = 1\nhold_mm = 2\n".utf8), to: folder.file("touch.toml"))
    let failure = #expect(throws: ConfigurationFile.Failure.self) {
      try Accommodations(argument: folder.file("touch.toml"))
    }
    #expect(failure?.description.contains("touch.toml:2:1: there is no key \"hold_mm\"") == true)
  }

  @Test func `the page has every key with the values that faults name`() throws {
    let page = try String(
      contentsOfFile: RepositoryFile.path("Sources/Offhand/Offhand.docc/Serving.md"), encoding: .utf8)
    let section = try #require(page.firstMatch(of: #/(?s)## The configuration\n(.*?)\n## /#)?.1)
    let written = section.split(separator: "\n").filter { $0.hasPrefix("| `") }
      .map { $0.split(separator: "|").prefix(2).joined(separator: "|") }
    func rows<Setting>(_ table: SettingTable<Setting>) -> [String] { rows(table.keys) }
    func rows<Setting>(_ keys: [SettingKey<Setting>]) -> [String] { keys.map { " `\($0.name)` | \($0.words) " } }
    #expect(
      written == rows(.edge) + rows(.corner) + rows(.gesture) + rows(.dead) + rows(.glass("")) + rows(.pointer)
        + rows(.idle) + rows(SettingKey<ServiceConfiguration.MenuSetting>.keys) + rows(SettingKey<MenuRequest.Row>.keys)
        + rows(.curtain) + rows(.accommodate) + rows(.tuio) + rows(.text)
        + rows(ServiceAction.keys))
  }

  @Test func `the configuration on the page of the kiosk is valid`() throws {
    let page = try String(contentsOfFile: RepositoryFile.path("Sources/Offhand/Offhand.docc/Kiosk.md"), encoding: .utf8)
    let serving = try String(
      contentsOfFile: RepositoryFile.path("Sources/Offhand/Offhand.docc/Serving.md"), encoding: .utf8)
    // The program that goes back to its first page.
    #expect(page.contains("\nhome = true\n") && serving.contains("\n    home = true\n"))
    let blocks = page.components(separatedBy: "```toml\n").dropFirst().compactMap {
      $0.components(separatedBy: "```").first
    }
    // The file, with what is put at its end.
    for end in blocks.dropFirst() {
      let configuration = try read(blocks[0] + end)
      #expect(configuration.edges.count == 1 && configuration.corners.count == 1)
      #expect(configuration.menus.keys.contains("staff"))
    }
  }
}
