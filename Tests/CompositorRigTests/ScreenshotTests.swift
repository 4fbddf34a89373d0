import CompositorRig
import Testing

struct ScreenshotTests {
  private static let red = Pixel(red: 255, green: 0, blue: 0)

  /// Four by three pixels, black but for red in (1, 1), (2, 1) and (3, 2).
  private func sample() throws -> (Screenshot, TemporaryDirectory) {
    let directory = try TemporaryDirectory()
    var rows = [[String]](repeating: [String](repeating: "\0\0\0", count: 4), count: 3)
    for (x, y) in [(1, 1), (2, 1), (3, 2)] { rows[y][x] = "~\0\0" }
    let path = try directory.write("P6\n4 3\n255\n" + rows.joined().joined(), to: "screen.ppm")
    return (try Screenshot(ppm: path), directory)
  }

  @Test func `rig a screenshot knows its pixels`() throws {
    let (screen, _) = try sample()
    #expect(screen.width == 4)
    #expect(screen.height == 3)
    #expect(screen[1, 1] == Pixel(red: 126, green: 0, blue: 0))
    #expect(screen[0, 2] == Pixel(red: 0, green: 0, blue: 0))
    #expect(screen.count { $0.red > 0 } == 3)
  }

  @Test func `rig bounds hold every pixel that belongs, within the part that is asked for`() throws {
    let (screen, _) = try sample()
    #expect(screen.bounds { $0.red > 0 } == PixelBounds(left: 1, top: 1, right: 4, bottom: 3))
    let part = PixelBounds(left: 0, top: 0, right: 2, bottom: 3)
    #expect(screen.bounds(within: part) { $0.red > 0 } == PixelBounds(left: 1, top: 1, right: 2, bottom: 2))
    #expect(screen.bounds { $0 == ScreenshotTests.red } == nil)
  }

  @Test func `rig a damaged screenshot is an error`() throws {
    let directory = try TemporaryDirectory()
    let short = try directory.write("P6\n4 3\n255\nxx", to: "short.ppm")
    #expect(throws: RigError.self) { try Screenshot(ppm: short) }
    #expect(throws: RigError.self) { try Screenshot(png: short) }
    #expect(throws: RigError.self) { try Screenshot(ppm: directory.file("none.ppm")) }
  }
}
