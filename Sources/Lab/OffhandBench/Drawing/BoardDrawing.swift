import OffhandCommandLine
import Foundation
import HeadlessCompositors
import Offhand
import OffhandBenchmarks
import OffhandClient
import OffhandDemos
import OffhandPixman
import OffhandPlatform

/// Times the frames of `offhand board` with photos of 12 megapixels while two hands turn two of them.
struct BoardDrawing {
  private static let photos = 20
  /// Time that the hands turn, in seconds.
  private static let seconds = 19
  /// Time at the beginning that does not count.
  private static let warmUp = Duration.seconds(1)
  /// Time limit for loading the photos.
  private static let patience = Duration.seconds(120)

  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try Files.makeDirectory(folder.file("photos"))
    let photo = try BoardDrawing.photo()
    for index in 0..<BoardDrawing.photos {
      try Files.write(photo, to: folder.file("photos/\(index).jpg"))
    }
  }

  /// A landscape of 12 megapixels as a JPEG file.
  private static func photo() throws -> [UInt8] {
    let landscape = Pyramid(SamplePhoto.bitmap(0))
    let photo = Bitmap(width: 4000, height: 3000)
    let renderer = Renderer(fonts: try FontBook())
    let image = renderer.pictures.insert(landscape)
    let size = Size(width: 400, height: 300)
    var list = DisplayList()
    list.picture(image, in: Rect(origin: .origin, size: size), quality: .fast)
    renderer.draw(list, on: PixelGrid(width: 4000, height: 3000, size: size), into: photo)
    return JPEGWriter.encode(photo)
  }

  /// For each size and policy a row for the time of the board's frames and one for their intervals; fewer if interrupted.
  func rows(until interruption: Interruption) throws -> [DrawingReport.Row] {
    var rows: [DrawingReport.Row] = []
    for (width, height) in BenchDrawingCommand.sizes {
      let (width, height) = (Int(width), Int(height))
      let server = try CompositorKind.sway60.start(width: width, height: height)
      for policy in CommitArgument.fixed where !interruption.isAsked {
        StandardError.write("offhand: board, \(policy.rawValue), \(width)x\(height)\n")
        rows += try self.rows(policy, on: server, width, height, until: interruption)
      }
    }
    return rows
  }

  private func rows(
    _ policy: CommitArgument, on compositor: any HeadlessCompositor, _ width: Int, _ height: Int,
    until interruption: Interruption
  ) throws -> [DrawingReport.Row] {
    let recording = try folder.write(BoardDrawing.hands, to: "hands.json")
    let program = try compositor.run([
      MeasuredProcess.beside("offhand"), "board", folder.file("photos"), "--source", "recording:\(recording)",
      "--commit", policy.rawValue, "--log", "trace",
    ])
    defer { program.stop() }
    try Waiting.until("photos of \(program.summary)", within: BoardDrawing.patience) {
      interruption.isAsked || program.poll() != nil || program.standardError.contains(" complete ")
    }
    _ = interruption.sleep(for: .seconds(BoardDrawing.seconds + 1))
    guard program.poll() == nil else {
      throw BenchFault("'offhand board' ended: \(program.standardError.suffix(300))")
    }
    let frames = BoardDrawing.frames(in: program.standardError)
    let gaps = zip(frames.dropFirst(), frames).map { Double($0.time - $1.time) / 1000 }
    let kind = "board, \(BoardDrawing.photos) photos, two turned; \(policy.rawValue)"
    return try [(kind, frames.map(\.cost)), ("  from frame to frame", gaps)].compactMap { scene, times in
      guard let spread = Quantiles(times) else {
        if interruption.isAsked { return nil }
        throw BenchFault("'offhand board' drew no frame while hands turned")
      }
      return DrawingReport.Row(
        scene: scene, width: width, height: height, threads: Processors.available, microseconds: spread,
        rectangles: 0)
    }
  }

  /// The frames of a log that were drawn while the hands turned: their times in ns and costs in µs.
  private static func frames(in log: String) -> [(time: Int64, cost: Double)] {
    var frames: [(time: Int64, cost: Double)] = []
    var start: Int64?
    for line in log.split(separator: "\n") {
      guard let time = line.loggedNumber("nanoseconds").map({ Int64($0) }) else { continue }
      if line.contains(" complete ") { start = time }
      guard let start, let cost = line.loggedNumber("microseconds") else { continue }
      let since = Duration.nanoseconds(time - start)
      if since > warmUp, since < .seconds(seconds) { frames.append((time, cost)) }
    }
    return frames
  }

  /// A recording of two hands that turn the two photos on top at once, each between two fingers that move in a circle, as one line of
  /// JSON.
  private static var hands: String {
    let table = PhotoDrawing.table
    let middles = [photos - 1, photos - 2].map {
      BoardProgram.dealtCenter(of: $0, among: photos, on: Rect(origin: .origin, size: table))
    }
    // 120 reports a second, half a turn a second, 14 mm from a photo's centre: within every photo.
    var frames = (0...seconds * 120).map { step in
      let time = Double(step) / 120
      let way = Vector(angle: Angle(degrees: time * 180)) * 14
      let touches = middles.flatMap { [$0 + way, $0 - way] }.enumerated().map {
        #"{"id":\#($0),"x_mm":\#($1.x),"y_mm":\#($1.y)}"#
      }
      return #"{"t":\#(time),"touches":[\#(touches.joined(separator: ","))]}"#
    }
    frames.append(#"{"t":\#(Double(seconds) + 0.01),"touches":[]}"#)
    return """
      {"source":"offhand","trace":"two-hands-on-board","device":{"name":"monitor","kind":"touchscreen",\
      "width_mm":\(table.width),"height_mm":\(table.height),"max_contacts":10},"frames":[\(frames.joined(separator: ","))]}

      """
  }
}
