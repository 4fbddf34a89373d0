import OffhandCommandLine
import Foundation
import Offhand
import OffhandBenchmarks
import OffhandClient
import OffhandDemos
import OffhandPixman
import OffhandPlatform

/// Times the frames of `offhand board` with photos of 12 megapixels while two hands turn two of them.
struct BoardDrawing {
  /// The number of photos on the table.
  static let photos = 20
  /// Time that the hands turn, in seconds.
  static let seconds = 19
  /// Time at the beginning that does not count.
  private static let warmUp = Duration.seconds(1)
  /// Time limit in seconds for loading the photos.
  private static let patience = 120.0

  private let folder: TemporaryFolder

  /// Makes the photos.
  init() throws {
    folder = try TemporaryFolder()
    let photo = BoardDrawing.photo()
    for index in 0..<BoardDrawing.photos {
      try Data(photo).write(to: URL(fileURLWithPath: folder.file("\(index).jpg")))
    }
  }

  /// A landscape of 12 megapixels as a JPEG file.
  private static func photo() -> [UInt8] {
    let landscape = Pyramid(SamplePhoto.bitmap(0))
    let photo = Bitmap(width: 4000, height: 3000)
    guard let fonts = try? FontBook() else { return JPEGWriter.encode(photo) }
    let renderer = Renderer(fonts: fonts)
    let image = renderer.pictures.insert(landscape)
    let size = Size(width: 400, height: 300)
    var list = DisplayList()
    list.picture(image, in: Rect(origin: .origin, size: size), quality: .fast)
    renderer.draw(list, on: PixelGrid(width: 4000, height: 3000, size: size), into: photo)
    return JPEGWriter.encode(photo)
  }

  /// Runs the board on `compositor` with `policy`, and returns a row for the time of its frames and one for their intervals; fewer if
  /// interrupted before the first frame.
  func rows(
    _ policy: CommitArgument, on compositor: BenchCompositor, until interruption: Interruption
  ) throws -> [DrawingReport.Row] {
    let scratch = try TemporaryFolder()
    let hands = TwoHandsOnBoard(photos: BoardDrawing.photos, seconds: BoardDrawing.seconds)
    let recording = try scratch.write(hands.line, to: "hands.jsonl")
    var environment = BenchEnvironment.variables
    environment["XDG_RUNTIME_DIR"] = compositor.directory.path
    environment["WAYLAND_DISPLAY"] = compositor.socket
    let process = try ChildProcess(
      [
        try BenchEnvironment.beside("offhand"), "board", folder.path, "--source", "recording:\(recording)", "--commit",
        policy.rawValue, "--log", "trace",
      ], environment: environment, output: scratch.file("out"), errors: scratch.file("err"))
    defer { process.stop() }
    try wait(for: " complete ", of: process, in: scratch, until: interruption)
    let end = ContinuousClock.now + .seconds(BoardDrawing.seconds + 1)
    while ContinuousClock.now < end, !interruption.isAsked { Thread.sleep(forTimeInterval: 0.1) }
    guard process.poll() == nil else {
      throw BenchFault("'offhand board' ended: \(scratch.text(of: "err").suffix(300))")
    }
    let frames = BoardDrawing.frames(in: scratch.text(of: "err"))
    let gaps = zip(frames.dropFirst(), frames).map { Double($0.time - $1.time) / 1000 }
    let kind = "board, \(BoardDrawing.photos) photos, two turned; \(policy.rawValue)"
    return try [(kind, frames.map(\.cost)), ("  from frame to frame", gaps)].compactMap { scene, times in
      guard let spread = Quantiles(times) else {
        if interruption.isAsked { return nil }
        throw BenchFault("'offhand board' drew no frame while hands turned")
      }
      return DrawingReport.Row(
        scene: scene, width: compositor.width, height: compositor.height, microseconds: spread, rectangles: 0)
    }
  }

  private func wait(
    for word: String, of process: ChildProcess, in scratch: TemporaryFolder, until interruption: Interruption
  ) throws {
    let limit = ContinuousClock.now + .seconds(BoardDrawing.patience)
    while !interruption.isAsked, !scratch.text(of: "err").contains(word) {
      guard process.poll() == nil, ContinuousClock.now < limit else {
        throw BenchFault("'offhand board' did not show its photos: \(scratch.text(of: "err").suffix(300))")
      }
      MonotonicClock.sleep(for: .milliseconds(20))
    }
  }

  /// The frames of a log that were drawn while the hands turned: their times in ns and costs in µs.
  private static func frames(in log: String) -> [(time: Int64, cost: Double)] {
    var frames: [(time: Int64, cost: Double)] = []
    var start: Int64?
    for line in log.split(separator: "\n") {
      func value(_ key: String) -> Substring? {
        line.split(separator: " ").first { $0.hasPrefix(key + "=") }?.dropFirst(key.count + 1)
      }
      guard let time = value("nanoseconds").flatMap({ Int64($0) }) else { continue }
      if line.contains(" complete ") { start = time }
      guard let start, let cost = value("microseconds").flatMap({ Double($0) }) else { continue }
      let since = Duration.nanoseconds(time - start)
      if since > warmUp, since < .seconds(seconds) { frames.append((time, cost)) }
    }
    return frames
  }
}

/// A recording of two hands that turn two photos of a board at once, each between two fingers that move in a circle.
struct TwoHandsOnBoard {
  /// The number of photos on the table. The last two lie on top and are turned.
  var photos: Int
  /// Time that the hands turn, in seconds.
  var seconds: Int
  /// The size of the table in mm: that of a 24 inch monitor.
  var table = Size(width: 531, height: 299)

  /// Report rate, in Hz.
  private static let rate = 120
  /// Distance from a photo's centre to a finger in mm, within every photo.
  private static let arm = 14.0
  /// Turns per second.
  private static let turns = 0.5

  /// The recording as one line of JSON.
  var line: String {
    let middles = [photos - 1, photos - 2].map {
      BoardProgram.dealtCenter(of: $0, among: photos, on: Rect(origin: .origin, size: table))
    }
    var frames: [String] = []
    for step in 0...seconds * TwoHandsOnBoard.rate {
      let time = Double(step) / Double(TwoHandsOnBoard.rate)
      let way = Vector(angle: Angle(degrees: time * TwoHandsOnBoard.turns * 360)) * TwoHandsOnBoard.arm
      let places = middles.flatMap { [$0 + way, $0 - way] }
      let touches = places.enumerated().map { #"{"id":\#($0),"x_mm":\#($1.x),"y_mm":\#($1.y)}"# }
      frames.append(#"{"t":\#(time),"touches":[\#(touches.joined(separator: ","))]}"#)
    }
    frames.append(#"{"t":\#(Double(seconds) + 0.01),"touches":[]}"#)
    return """
      {"source":"offhand","trace":"two-hands-on-board","device":{"name":"monitor","kind":"touchscreen",\
      "width_mm":\(table.width),"height_mm":\(table.height),"max_contacts":10},"frames":[\(frames.joined(separator: ","))]}

      """
  }
}
