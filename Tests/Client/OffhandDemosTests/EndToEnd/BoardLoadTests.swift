import CompositorRig
import Foundation
import Offhand
import OffhandPlatform
import OffhandPixman
import Testing

@testable import OffhandDemos

/// A table with more and larger photos than fit into memory: 60 of 12 megapixels, which would be 2.9 GB.
@Suite(
  .serialized, .ownThreads, .enabled(if: Weston.isAvailable, "needs weston and its headers: scripts/setup compositors"))
struct BoardLoadTests {
  private static let count = 60
  /// What the program may have of its own: the photos at the scale they are shown at, and one that is being decoded.
  private static let memory = 150_000

  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    // One photo under sixty names: who decodes it does not know that it is the same.
    try JPEGWriter.write(BoardLoadTests.photo(), to: folder.file("photo-0.jpg"))
    for index in 1..<BoardLoadTests.count {
      try FileManager.default.linkItem(atPath: folder.file("photo-0.jpg"), toPath: folder.file("photo-\(index).jpg"))
    }
  }

  private static func isPhoto(_ pixel: Pixel) -> Bool { pixel.blue > pixel.red + 20 }

  /// A photo of 12 megapixels, blue and with the grain of a dark night, so that it is no trifle to decode.
  private static func photo() throws -> Bitmap {
    let grain = Bitmap(width: 250, height: 250)
    var state = UInt64(1)
    for y in 0..<250 {
      for x in 0..<250 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        grain[x, y] = 0xFF20_4060 &+ UInt32(state >> 58) &* 0x0001_0101
      }
    }
    let renderer = Renderer(fonts: try FontBook())
    let image = renderer.pictures.insert(Pyramid(grain))
    let photo = Bitmap(width: 4000, height: 3000)
    let size = Size(width: 400, height: 300)
    var list = DisplayList()
    for tile in 0..<192 {
      let corner = Point(x: Double(tile % 16) * 25, y: Double(tile / 16) * 25)
      list.picture(image, in: Rect(origin: corner, size: Size(width: 25, height: 25)), quality: .fast)
    }
    renderer.draw(list, on: PixelGrid(width: 4000, height: 3000, size: size), into: photo)
    return photo
  }

  @Test func `60 photos of 12 megapixels are read behind the fingers, in bounded memory, and none is lost`() throws {
    let weston = try Weston()
    let program = try weston.run(
      [
        Program.built("offhand"), "board", folder.path, "--source", "wayland", "--placement", "classic", "--log",
        "trace",
      ])
    func read() -> Int {
      program.standardError.split(separator: "\n").filter { $0.contains("a picture was read") }.count
    }
    let table = SurfaceGeometry(assumedFromPixelWidth: 1024, pixelHeight: 640)
    let place = BoardProgram.dealtCenter(of: 0, among: BoardLoadTests.count, on: table.bounds)
    let start = (x: place.x * table.pixelsPerMillimetreX, y: place.y * table.pixelsPerMillimetreY)
    // A photo that was read is not at once on the board.
    _ = try weston.waitForScreen("the first photo") { BoardLoadTests.isPhoto($0[Int(start.x), Int(start.y)]) }
    let landedAt = read()
    try weston.touch(.down(id: 0, x: start.x, y: start.y), .frame)
    // A finger carries it round and round until all have been read, and at last into a corner.
    var step = 0
    var largest = 0
    try Waiting.until("all photos") {
      let way = Vector(angle: Angle(degrees: Double(step) * 6)) * 90
      try weston.touch(.motion(id: 0, x: start.x + way.dx, y: start.y + way.dy), .frame)
      step += 1
      largest = max(largest, Int(try #require(ProcessFigures(program.processID)).ownKilobytes))
      usleep(8_000)
      return read() == BoardLoadTests.count
    }
    // Far from where any is dealt.
    let corner = (x: 24, y: 600)
    for part in 1...20 {
      let share = Double(part) / 20
      try weston.touch(
        .motion(
          id: 0, x: start.x + (Double(corner.x) - start.x) * share, y: start.y + (Double(corner.y) - start.y) * share),
        .frame)
      usleep(8_000)
    }
    for _ in 0..<30 {  // Rests, so that lifting throws nothing.
      try weston.touch(.motion(id: 0, x: Double(corner.x), y: Double(corner.y)), .frame)
      usleep(8_000)
    }
    try weston.touch(.up(id: 0), .frame)
    _ = try weston.waitForScreen("the photo in the corner") { BoardLoadTests.isPhoto($0[corner.x, corner.y]) }
    let whileReading = BoardLoadTests.framesWhileReading(program.standardError, from: landedAt)
    #expect(whileReading > 30, "\(whileReading) frames followed the finger while photos were read, of \(step) reports")
    #expect(largest < BoardLoadTests.memory, "\(largest) kB of its own")
    #expect(!program.standardError.contains("warning"))
    try program.end()
  }

  @Test func `the picker shows how far the reading is, and at last how many there are`() throws {
    let weston = try Weston()
    let program = try weston.run(
      [
        Program.built("offhand"), "board", folder.path, "--source", "wayland", "--placement", "classic", "--log",
        "debug",
      ])
    try Waiting.until("the first photo") { program.standardError.contains("a picture was read") }
    let table = SurfaceGeometry(assumedFromPixelWidth: 1024, pixelHeight: 640)
    let y = 640 - 13 * table.pixelsPerMillimetreY
    try weston.touch(.down(id: 0, x: 512, y: y), .frame)
    try weston.touch(.up(id: 0), .frame)
    var widths: Set<Int> = []
    try Waiting.until("all photos") {
      if let bar = BoardLoadTests.progress(try weston.screenshot()) { widths.insert(bar) }
      return program.standardError.split(separator: "\n").filter { $0.contains("a picture was read") }.count == 60
    }
    #expect(widths.count >= 2, "the bar grew: \(widths.sorted())")
    _ = try weston.waitForScreen("the bar to go") { BoardLoadTests.progress($0) == nil }
    try program.end()
  }

  /// How wide the bar of progress is, at the lower edge of the picker.
  private static func progress(_ screen: Screenshot) -> Int? {
    let accent = Theme.standard.accent
    let blue = Pixel(red: UInt8(accent.red * 255), green: UInt8(accent.green * 255), blue: UInt8(accent.blue * 255))
    let footer = PixelBounds(left: 0, top: screen.height - 140, right: screen.width, bottom: screen.height - 80)
    return screen.bounds(within: footer) { $0.isNear(blue, tolerance: 6) }?.width
  }

  /// How many frames were drawn after photo number `first` was read and before the last was.
  private static func framesWhileReading(_ log: String, from first: Int) -> Int {
    var read = 0
    var frames = 0
    for line in log.split(separator: "\n") {
      if line.contains("a picture was read") { read += 1 }
      if line.contains("trace: frame"), read > first, read < count { frames += 1 }
    }
    return frames
  }
}
