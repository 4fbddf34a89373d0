import CompositorRig
import Foundation
import Offhand
import Testing

/// The kiosk's page that the documentation shows, as a program with touches and a mouse.
@Suite(.serialized, .enabled(if: Weston.isAvailable, "needs weston and its headers: scripts/setup compositors"))
struct KioskPageTests {
  private static let accent = Pixel(red: 0x24, green: 0x67, blue: 0xE0)

  /// 1000 by 640 pixels of 0.25 mm.
  private func start(on weston: Weston) throws -> Program {
    let program = try weston.run([Program.built("KioskPage")])
    _ = try weston.waitForScreen("the page") { $0.count { $0.isNear(KioskPageTests.accent) } > 2000 }
    return program
  }

  private func weston() throws -> Weston { try Weston(width: 1000, height: 640, panel: (width: 250, height: 160)) }

  private func pixels(_ point: Point) -> Point { Point(x: point.x * 4, y: point.y * 4) }

  private func accents(_ screen: Screenshot, left: Int, top: Int, right: Int, bottom: Int) -> PixelBounds? {
    screen.bounds(within: PixelBounds(left: left, top: top, right: right, bottom: bottom)) {
      $0.isNear(KioskPageTests.accent)
    }
  }

  private func tap(_ point: Point, on weston: Weston) throws {
    let place = pixels(point)
    try weston.touch(.down(id: 0, x: place.x, y: place.y), .frame, .up(id: 0), .frame)
  }

  private let list = PixelBounds(left: 516, top: 32, right: 968, bottom: 608)

  /// How much text there is in each line of pixels of the list.
  private func rows(_ screen: Screenshot) -> [Int] {
    stride(from: list.top, to: list.bottom, by: 1).map { y in
      (list.left + 16..<list.left + 200).count { screen[$0, y].red > 150 }
    }
  }

  private func menu(_ screen: Screenshot) -> PixelBounds? {
    screen.bounds(within: list) { $0.isNear(Pixel(red: 0x12, green: 0x13, blue: 0x17), tolerance: 1) }
  }

  /// The menu, once it is open.
  private func menuBox(on weston: Weston) throws -> PixelBounds {
    let opened = try weston.waitForScreen("a menu") { menu($0).map { $0.width > 80 && $0.height > 80 } ?? false }
    return try #require(menu(opened))
  }

  private func end(_ program: Program) throws {
    program.signal(SIGTERM)
    #expect(try program.wait() == .exited(0))
  }

  @Test func `its buttons switch by touch and by mouse, and its slider follows both`() throws {
    let weston = try weston()
    let program = try start(on: weston)
    // The left button is on, the right one off; both are 56 by 14 mm, from 8 mm on.
    func isOn(_ screen: Screenshot, _ button: Int) -> Bool {
      accents(screen, left: 32 + button * 228, top: 32, right: 250 + button * 228, bottom: 88) != nil
    }
    let first = try weston.screenshot()
    #expect(isOn(first, 0) && !isOn(first, 1))
    try tap(Point(x: 90, y: 15), on: weston)
    _ = try weston.waitForScreen("the right button to be on") { isOn($0, 1) }
    let place = pixels(Point(x: 30, y: 15))
    try weston.touch(.point(x: place.x, y: place.y), .press(.leftButton), .release(.leftButton))
    _ = try weston.waitForScreen("the left button to be off") { !isOn($0, 0) && isOn($0, 1) }
    func value(_ screen: Screenshot) -> Int { accents(screen, left: 32, top: 100, right: 480, bottom: 156)?.right ?? 0 }
    try tap(Point(x: 100, y: 32), on: weston)
    _ = try weston.waitForScreen("the slider to the right") { abs(value($0) - 418) < 6 }
    let track = pixels(Point(x: 40, y: 32))
    try weston.touch(.point(x: track.x, y: track.y), .press(.leftButton), .release(.leftButton))
    _ = try weston.waitForScreen("the slider to the left") { abs(value($0) - 178) < 6 }
    try end(program)
  }

  @Test func `its list scrolls, and a finger that holds a room gets a menu beside it, of which it chooses`() throws {
    let weston = try weston()
    let program = try start(on: weston)
    let before = rows(try weston.screenshot())
    try weston.touch(.down(id: 0, x: 700, y: 500), .frame)
    for step in 1...20 {
      try weston.touch(.motion(id: 0, x: 700, y: 500 - 10 * Double(step)), .frame)
      usleep(8000)
    }
    usleep(200_000)
    try weston.touch(.up(id: 0), .frame)
    let scrolled = rows(try weston.waitForScreen("the list to have scrolled") { rows($0) != before })
    #expect(scrolled != before)
    try weston.touch(.down(id: 0, x: 700, y: 300), .frame)
    let box = try menuBox(on: weston)
    #expect(!(box.left...box.right).contains(700) || !(box.top...box.bottom).contains(300), "\(box)")
    // In one stroke: dragged to the last row, "Remove", and lifted.
    let goal = Point(x: box.midX, y: Double(box.bottom) - 20)
    for step in 1...20 {
      let place = Point(x: 700, y: 300) + (goal - Point(x: 700, y: 300)) * (Double(step) / 20)
      try weston.touch(.motion(id: 0, x: place.x, y: place.y), .frame)
      usleep(8000)
    }
    _ = try weston.waitForScreen("the row under the finger") {
      accents($0, left: box.left, top: box.top, right: box.right, bottom: box.bottom) != nil
    }
    try weston.touch(.up(id: 0), .frame)
    _ = try weston.waitForScreen("the menu to go, and a room with it") { menu($0) == nil && rows($0) != scrolled }
    try end(program)
  }

  @Test func `the mouse scrolls its list, holds a room, and chooses from the menu beside it by a click`() throws {
    let weston = try weston()
    let program = try start(on: weston)
    let before = rows(try weston.screenshot())
    try weston.touch(.point(x: 700, y: 500), .press(.leftButton))
    for step in 1...20 {
      try weston.touch(.point(x: 700, y: 500 - 10 * Double(step)))
      usleep(8000)
    }
    usleep(200_000)
    try weston.touch(.release(.leftButton))
    let scrolled = rows(try weston.waitForScreen("the list to have scrolled") { rows($0) != before })
    try weston.touch(.point(x: 700, y: 300), .press(.leftButton))
    let box = try menuBox(on: weston)
    #expect(!(box.left...box.right).contains(700) || !(box.top...box.bottom).contains(300), "\(box)")
    // Released where it was pressed, the button leaves the menu open.
    try weston.touch(.release(.leftButton))
    usleep(400_000)
    #expect(menu(try weston.screenshot()) == box)
    let last = Point(x: box.midX, y: Double(box.bottom) - 20)
    try weston.touch(.point(x: last.x, y: last.y), .press(.leftButton), .release(.leftButton))
    // The shade of the pointer may have the menu's colour, where it lies over a row.
    try weston.touch(.point(x: 100, y: 600))
    _ = try weston.waitForScreen("the menu to go, and a room with it") { menu($0) == nil && rows($0) != scrolled }
    try end(program)
  }

  @Test func `on a monitor its columns stay as wide as on a tablet`() throws {
    // 2000 by 1120 pixels of 0.25 mm.
    let weston = try Weston(width: 2000, height: 1120, panel: (width: 500, height: 280))
    let program = try start(on: weston)
    let screen = try weston.screenshot()
    // Both columns together are 234 mm wide, in the middle; the left button begins there.
    let button = try #require(accents(screen, left: 0, top: 0, right: 2000, bottom: 88))
    #expect(abs(button.left - 532) <= 1 && abs(button.right - 756) <= 2, "\(button)")
    try end(program)
  }

  @Test func `the page of the documentation has it as it stands`() throws {
    let page = try String(
      contentsOfFile: RepositoryFile.path("Sources/Offhand/Offhand.docc/Kiosk.md"), encoding: .utf8)
    for file in ["KioskPage.swift", "main.swift"] {
      let source = try String(
        contentsOfFile: RepositoryFile.path("Sources/Examples/kiosk/\(file)"), encoding: .utf8)
      #expect(page.contains(source), "\(file)")
    }
    let view = try String(
      contentsOfFile: RepositoryFile.path("Sources/Examples/kiosk/KioskPage.swift"), encoding: .utf8)
    #expect(view.split(separator: "\n", omittingEmptySubsequences: false).count <= 91, "90 lines and the last feed")
  }
}
