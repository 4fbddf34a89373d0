import CompositorRig
import Foundation
import Offhand
import Testing

private let web = RepositoryFile.path(".build/web")

/// Why the page cannot be opened on this machine; `nil` if it can.
private let obstacle: String? = {
  guard Sway.isAvailable, Weston.isAvailable else { return "needs sway, grim and weston: scripts/setup compositors" }
  guard Program.isInstalled("chromium") else { return "needs chromium: scripts/setup browser" }
  return FileManager.default.fileExists(atPath: web) ? nil : "needs offhand.js: scripts/package web"
}()

/// The demo page of a kiosk in Chromium, with the real service and `offhand-web` between them.
@Suite(.serialized, .ownThreads, .enabled(if: obstacle == nil, "\(obstacle ?? "")"))
struct DrawerPageTests {
  private static let configuration = """
    [[edge]]
    edge = "left"
    emit = "drawer"
    [[corner]]
    corner = "top-right"
    emit = "choose"
    """
  private static let token = "abcdefghijklmnop0123"
  private static let panel = Pixel(red: 0x20, green: 0x25, blue: 0x2E)
  private static let menu = Pixel(red: 0x12, green: 0x13, blue: 0x17)

  /// What follows `word` in what a program says on the way to being ready.
  private func said(_ word: String, by program: CompositorRig.Program) throws -> String {
    var rest: Substring = ""
    try Waiting.until(word) {
      let text = program.standardOutput + program.standardError
      rest = text.components(separatedBy: word).dropFirst().first.map { $0[...] } ?? ""
      return rest.contains { !$0.isNumber }
    }
    return String(rest.prefix(while: \.isNumber))
  }

  /// A session of 1280 × 800 pixels.
  private func session(on compositor: LayerCompositor) throws -> (session: ServiceSession, screen: any Compositor) {
    let weston = try Weston(shell: .kiosk, width: 1280, height: 800, touchScreen: .later)
    if compositor == .labwc {
      let labwc = try Labwc(inside: weston)
      return (try ServiceSession(DrawerPageTests.configuration, on: labwc) { try weston.touch($0) }, labwc)
    }
    let sway = try Sway(inside: weston)
    return (try ServiceSession(DrawerPageTests.configuration, on: sway) { try weston.touch($0) }, sway)
  }

  @Test(arguments: [LayerCompositor.sway, .labwc].filter { $0.obstacle == nil })
  func `a page has a drawer under the finger, a menu beside the hand, and no touch of either`(
    _ compositor: LayerCompositor
  ) throws {
    let (rig, screen) = try session(on: compositor)
    let files = try screen.run(
      ["python3", "-u", "-m", "http.server", "--bind", "127.0.0.1", "--directory", web, "0"])
    let port = try said("port ", by: files)
    let folder = try TemporaryFolder()
    let token = try folder.write(DrawerPageTests.token, to: "token")
    chmod(token, 0o600)
    func openDoor(at place: String) throws -> CompositorRig.Program {
      try screen.run([
        Program.built("offhand-web"), "--origin", "http://127.0.0.1:\(port)", "--token-file", token, "--port", place,
        "--socket", rig.socketPath,
      ])
    }
    var door = try openDoor(at: "0")
    let place = try said("ws://127.0.0.1:", by: door)
    let url = "ws://127.0.0.1:\(place)"
    let page = "http://127.0.0.1:\(port)/demos/drawer.html#token=\(DrawerPageTests.token)&url=\(url)"
    let chromium = try screen.run(
      [
        "chromium", "--app=\(page)", "--kiosk", "--no-first-run", "--no-sandbox", "--disable-gpu",
        "--ozone-platform=wayland", "--user-data-dir=\(folder.file("profile"))",
      ], environment: ["HOME": folder.path])
    defer { for program in [chromium, door, files] { program.stop() } }
    let recorder = try Environment["OFFHAND_KIOSK_PICTURES"].map {
      try screen.run([RepositoryFile.path("scripts/film"), "--watch", "\($0)/drawer-\(compositor)-film.png"])
    }

    var shown = try screen.waitForScreen("the page") {
      $0[10, 10].isNear(Pixel(red: 0x40, green: 0x60, blue: 0x9C), tolerance: 16)
    }
    func drawer(_ screen: Screenshot) -> Int { screen.bounds { $0 == DrawerPageTests.panel }?.right ?? 0 }
    func wait(for column: Double) throws {
      shown = try screen.waitForScreen("the drawer at \(column)") { abs(Double(drawer($0)) - column) <= 3 }
    }
    try wait(for: 0)
    let first = shown
    let size = try #require((rig.client().hello["panels"] as? [[String: Any]])?.first?["size_mm"] as? [Double])
    let density = 1280 / size[0]

    // The page subscribes when it is connected. A pull goes from 0 to 1 over 60 mm, and 1.6 mm of it are needed to begin.
    func pull() throws {
      let before = try drawer(screen.screenshot())
      try Waiting.until("the drawer") {
        try rig.stroke(from: (2, 300), to: (2 + 30 * density, 300), lifts: false)
        usleep(300_000)
        if try drawer(screen.screenshot()) != before { return true }
        try rig.touch([.up(id: 0), .frame])
        return false
      }
      try wait(for: 340 * (30 - 1.6) / 60)
    }
    try pull()
    for step in 1...20 {
      usleep(8000)
      try rig.touch([.motion(id: 0, x: 2 + (30 + Double(step)) * density, y: 300), .frame])
    }
    try wait(for: 340 * (50 - 1.6) / 60)
    try rig.touch([.up(id: 0), .frame])
    try wait(for: 340)

    for command in [[TouchCommand.down(id: 0, x: 1274, y: 6), .frame], [.up(id: 0), .frame]] {
      try rig.touch(command)
      usleep(60_000)
    }
    func menu(_ screen: Screenshot) -> PixelBounds? {
      // Where the hint below would show through, it has the same colour.
      screen.bounds(within: PixelBounds(left: 640, top: 0, right: 1280, bottom: 400)) {
        $0.isNear(DrawerPageTests.menu, tolerance: 1)
      }
    }
    let menus = try screen.waitForScreen("the menu") { menu($0).map { $0.width > 80 && $0.height > 60 } ?? false }
    if let folder = Environment["OFFHAND_KIOSK_PICTURES"] {
      try screen.run(["grim", "\(folder)/drawer-\(compositor)-menu.png"]).wait()
    }
    let box = try #require(menu(menus))
    try rig.touch([.down(id: 0, x: box.midX, y: Double(box.top) + Double(box.height) / 4), .frame])
    usleep(60_000)
    try rig.touch([.up(id: 0), .frame])
    try wait(for: 0)
    // The page would say how many touches it got. Chromium paints a few pixels of slopes anew, and not quite as before.
    try Waiting.until("the page as it was") { try screen.screenshot().differences(from: first, by: 8).count < 100 }
    recorder?.signal(SIGTERM)
    #expect(try recorder?.wait() ?? .exited(0) == .exited(0))

    // A drawer that is open needs no connection; under the finger its end leaves none half open.
    try rig.stroke(from: (2, 300), to: (2 + 60 * density, 300))
    try wait(for: 340)
    door.stop()
    usleep(300_000)
    try wait(for: 340)
    door = try openDoor(at: place)
    try pull()
    rig.service.signal(SIGKILL)
    try wait(for: 0)
  }
}
