import CompositorRig
import Foundation
import Offhand
import Testing

/// The kiosk's page that the documentation shows, as a program with touches and a mouse.
@Suite(
  .serialized, .ownThreads, .enabled(if: Weston.isAvailable, "needs weston and its headers: scripts/setup compositors"))
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

  private let list = PixelBounds(left: 48, top: 160, right: 480, bottom: 592)

  /// How much text there is in each line of pixels of the list.
  private func rows(_ screen: Screenshot) -> [Int] {
    stride(from: list.top, to: list.bottom, by: 1).map { y in
      (list.left + 16..<list.left + 200).count { screen[$0, y].red > 150 }
    }
  }

  /// What is red: the row "Remove" of the menu, or only its text while nothing touches it.
  private func remove(_ screen: Screenshot) -> PixelBounds? {
    screen.bounds(within: PixelBounds(left: 0, top: 0, right: 1000, bottom: 640)) {
      $0.isNear(Pixel(red: 0xFF, green: 0x8A, blue: 0x80))
    }
  }

  /// The text of the last row, once the menu is open.
  private func menuRow(on weston: Weston) throws -> PixelBounds {
    let row = try #require(remove(try weston.waitForScreen("a menu") { remove($0).map { $0.width > 40 } ?? false }))
    #expect(!(row.left...row.right).contains(200) || !(row.top...row.bottom).contains(300), "\(row)")
    return row
  }

  private func end(_ program: Program) throws {
    program.signal(SIGTERM)
    #expect(try program.wait() == .exited(0))
  }

  @Test func `its button switches by touch and by mouse, and its slider follows both`() throws {
    let weston = try weston()
    let program = try start(on: weston)
    // The button is 110 by 56 mm, from (128, 40) on; the knob moves at 117.5 mm.
    func isOn(_ screen: Screenshot) -> Bool { accents(screen, left: 512, top: 160, right: 952, bottom: 384) != nil }
    #expect(isOn(try weston.screenshot()))
    try tap(Point(x: 180, y: 50), on: weston)
    _ = try weston.waitForScreen("the button to be off") { !isOn($0) }
    let place = pixels(Point(x: 180, y: 50))
    try weston.touch(.point(x: place.x, y: place.y), .press(.leftButton), .release(.leftButton))
    _ = try weston.waitForScreen("the button to be on") { isOn($0) }
    func value(_ screen: Screenshot) -> Int {
      accents(screen, left: 512, top: 440, right: 952, bottom: 492)?.right ?? 0
    }
    try tap(Point(x: 160, y: 117.5), on: weston)
    _ = try weston.waitForScreen("the slider to the left") { abs(value($0) - 658) < 6 }
    let track = pixels(Point(x: 220, y: 117.5))
    try weston.touch(.point(x: track.x, y: track.y), .press(.leftButton), .release(.leftButton))
    _ = try weston.waitForScreen("the slider to the right") { abs(value($0) - 898) < 6 }
    try end(program)
  }

  @Test func `its list scrolls, and a room that the menu beside a finger removes can be put back`() throws {
    let weston = try weston()
    let program = try start(on: weston)
    let before = rows(try weston.screenshot())
    try weston.touch(.down(id: 0, x: 200, y: 540), .frame)
    for step in 1...20 {
      try weston.touch(.motion(id: 0, x: 200, y: 540 - 10 * Double(step)), .frame)
      usleep(8000)
    }
    usleep(200_000)
    try weston.touch(.up(id: 0), .frame)
    _ = try weston.waitForScreen("the list to have scrolled") { rows($0) != before }
    usleep(500_000)
    let scrolled = rows(try weston.screenshot())
    try weston.touch(.down(id: 0, x: 200, y: 300), .frame)
    let row = try menuRow(on: weston)
    // In one stroke: dragged to the last row and lifted.
    for step in 1...20 {
      let place =
        Point(x: 200, y: 300) + (Point(x: row.midX, y: row.midY) - Point(x: 200, y: 300)) * (Double(step) / 20)
      try weston.touch(.motion(id: 0, x: place.x, y: place.y), .frame)
      usleep(8000)
    }
    _ = try weston.waitForScreen("the row under the finger") { remove($0).map { $0.height > 40 } ?? false }
    try weston.touch(.up(id: 0), .frame)
    let removed = try weston.waitForScreen("the menu to go, and a room") { remove($0) == nil && rows($0) != scrolled }
    try tap(Point(x: 180, y: 138), on: weston)
    _ = try weston.waitForScreen("the room to be back") { rows($0) != rows(removed) }
    try end(program)
  }

  @Test func `the mouse scrolls its list, holds a room, and chooses from the menu beside it by a click`() throws {
    let weston = try weston()
    let program = try start(on: weston)
    let before = rows(try weston.screenshot())
    try weston.touch(.point(x: 200, y: 540), .press(.leftButton))
    for step in 1...20 {
      try weston.touch(.point(x: 200, y: 540 - 10 * Double(step)))
      usleep(8000)
    }
    usleep(200_000)
    try weston.touch(.release(.leftButton))
    _ = try weston.waitForScreen("the list to have scrolled") { rows($0) != before }
    usleep(500_000)
    try weston.touch(.point(x: 200, y: 300), .press(.leftButton))
    let row = try menuRow(on: weston)
    // Released where it was pressed, the button leaves the menu open.
    try weston.touch(.release(.leftButton))
    usleep(400_000)
    let open = try weston.screenshot()
    #expect(remove(open) == row)
    try weston.touch(.point(x: row.midX, y: row.midY), .press(.leftButton), .release(.leftButton))
    try weston.touch(.point(x: 100, y: 30))
    _ = try weston.waitForScreen("the menu to go, and a room") { remove($0) == nil && rows($0) != rows(open) }
    try end(program)
  }

  @Test func `above a screen keyboard its rows shrink, and none lies on another`() throws {
    let weston = try Weston(width: 1280, height: 380, panel: (width: 320, height: 95))
    let program = try start(on: weston)
    let screen = try weston.screenshot()
    let button = try #require(accents(screen, left: 640, top: 85, right: 1250, bottom: 212))
    #expect(abs(button.height - 113) <= 3 && button.width > 560, "\(button)")
    // The slider's track and knob.
    let slider = try #require(accents(screen, left: 640, top: 214, right: 1250, bottom: 280))
    #expect(slider.height < 50 && slider.right < 1200, "\(slider)")
    try end(program)
  }

  @Test func `on a monitor its columns stay within the reach of an arm, at the lower edge`() throws {
    // 2000 by 1120 pixels of 0.25 mm.
    let weston = try Weston(width: 2000, height: 1120, panel: (width: 500, height: 280))
    let program = try start(on: weston)
    let screen = try weston.screenshot()
    // Both columns together are 420 mm wide, in the middle; the button is in the right one.
    let button = try #require(accents(screen, left: 1004, top: 440, right: 2000, bottom: 880))
    #expect(abs(button.left - 1012) <= 1 && abs(button.right - 1839) <= 2 && abs(button.top - 472) <= 2, "\(button)")
    try end(program)
  }

  @Test func `the page of the documentation has it as it stands`() throws {
    let page = try String(
      contentsOfFile: RepositoryFile.path("Sources/Offhand/Offhand.docc/Kiosk.md"), encoding: .utf8)
    var lines = 0
    for file in ["KioskPage.swift", "main.swift"] {
      let source = try String(contentsOfFile: RepositoryFile.path("Sources/Examples/kiosk/\(file)"), encoding: .utf8)
      #expect(page.contains(source), "\(file)")
      lines += source.split(separator: "\n").count
    }
    #expect(lines <= 105)
  }
}
