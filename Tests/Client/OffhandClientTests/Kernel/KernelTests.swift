import CompositorRig
import Foundation
import Testing

/// What a kernel's own touch screen brings about on a kernel's own screen.
@Suite(.enabled(if: KernelRun.touches.obstacle == nil, "\(KernelRun.touches.obstacle ?? "")"), .serialized)
struct KernelTests {
  @Test func `kernel touches reach libinput, the compositor and the screen`() throws {
    let results = try KernelResults.shared()
    let screen = try results.screen(results.chain.screendump)
    #expect(screen.width == 1_280)
    #expect(screen.height == 800)
    // weston's client paints the first finger red and the second yellow, five pixels wide; here the index lands first.
    let colors = [1: Pixel(red: 255, green: 0, blue: 0), 0: Pixel(red: 255, green: 255, blue: 0)]
    for finger in results.chain.fingers {
      let color = try #require(colors[finger.id])
      let trace = try #require(screen.bounds { $0 == color })
      let place = (x: finger.x_mm * 76 / 16_384 * 1_280, y: finger.y_mm * 71 / 9_600 * 800)
      let end = finger.id == 1 ? (x: trace.right, y: trace.top) : (x: trace.left, y: trace.bottom)
      #expect(abs(Double(end.x) - place.x) <= 6)
      #expect(abs(Double(end.y) - place.y) <= 6)
    }
    let log = try results.log("libinput.log")
    #expect(log.contains("ILITEK ILITEK-TP"))
    #expect(log.contains("size 216x135mm"))
  }

  @Test(arguments: ["right", "left"], ["original", "classic"])
  func `kernel a pinch scales the picture and the popover keeps clear`(hand: String, placement: String) throws {
    let results = try KernelResults.shared()
    let zoom = try #require(results.zoom.first { $0.hand == hand && $0.placement == placement })
    let pinch = try RecordedPinch(hand: hand, until: zoom.until)

    // Before: as large as the screen allows with a margin of 6 % of its shorter side, in the middle, and nothing else.
    let fitted = (800 - 2 * 0.06 * 800) / Double(results.picture.height)
    let before = MarkedPicture(try results.screen(zoom.before))
    try expect(before, middle: .init(x: 640, y: 400), scale: fitted, results.picture)
    #expect(before.cover == nil)

    // While the fingers rest: larger by what they have spread, and the popover on its side.
    let rest = MarkedPicture(try results.screen(zoom.rest))
    try expect(rest, middle: pinch.pictureMiddle, scale: fitted * pinch.scale, results.picture)
    let popover = try #require(rest.popover)
    if placement == "original" {
      let place = pinch.originalPopover(hand: hand)
      #expect(abs(popover.midX - place.x) <= 2)
      #expect(abs(popover.midY - place.y) <= 2)
    } else {
      let place = pinch.classicPopover
      #expect(abs(popover.midX - place.x) <= 2)
      #expect(abs(Double(popover.bottom) - place.y) <= 2)
    }

    // After: the popover has gone with the fingers.
    #expect(MarkedPicture(try results.screen(zoom.after)).cover == nil)
    #expect(zoom.exit == 0)
  }

  @Test func `kernel touches while another terminal is in front are not seen, though which one is ours is unknown`()
    throws
  {
    let results = try KernelResults.shared()
    let terminal = results.terminal
    let fitted = (800 - 2 * 0.06 * 800) / Double(results.picture.height)
    let back = MarkedPicture(try results.screen(terminal.back))
    try expect(back, middle: .init(x: 640, y: 400), scale: fitted, results.picture)
    #expect(back.cover == nil)

    let popover = try #require(MarkedPicture(try results.screen(terminal.again)).popover)
    let place = try RecordedPinch(hand: "left", until: terminal.until).originalPopover(hand: "left")
    #expect(abs(popover.midX - place.x) <= 2)
    #expect(abs(popover.midY - place.y) <= 2)
    #expect(terminal.exit == 0)
    #expect(terminal.away == .init(serve: 0, listen: 0))
    #expect(terminal.home.serve == 1 && terminal.home.listen > 0 && terminal.exits == [0, 0])
  }

  @Test func `kernel a screen unplugged in mid-pinch takes the popover along and works again`() throws {
    let results = try KernelResults.shared()
    let unplug = results.unplug
    #expect(MarkedPicture(try results.screen(unplug.rest)).popover != nil)
    let gone = MarkedPicture(try results.screen(unplug.gone))
    #expect(gone.marks.allSatisfy { $0 != nil })
    #expect(gone.cover == nil)
    #expect(unplug.alive)

    // The other hand, on the screen that came back: its popover is on the other side.
    let popover = try #require(MarkedPicture(try results.screen(unplug.again)).popover)
    let place = try RecordedPinch(hand: "left", until: unplug.until).originalPopover(hand: "left")
    #expect(abs(popover.midX - place.x) <= 2)
    #expect(abs(popover.midY - place.y) <= 2)
    #expect(unplug.exit == 0)
    let cancels = try results.log("libinput.log").split(separator: "\n").filter { $0.contains("TOUCH_CANCEL") }
    #expect(cancels.count == 2)
  }

  @Test func `kernel two hands move one photo and enlarge another at once`() throws {
    let results = try KernelResults.shared()
    let board = results.board
    let before = try results.screen(board.before)
    let rest = try results.screen(board.rest)
    // Pixels a millimetre; the axes of this panel differ.
    let scale = (x: 1_280 * 76 / 16_384.0, y: 800 * 71 / 9_600.0)

    // The green photo goes all the way with the finger, also the part before it was known to drag.
    let way = board.truth.pushed_mm
    let pushed = (from: try #require(green(before)), to: try #require(green(rest)))
    #expect(abs(pushed.to.midX - pushed.from.midX - way[0] * scale.x) <= 3)
    #expect(abs(pushed.to.midY - pushed.from.midY - way[1] * scale.y) <= 3)
    #expect(abs(pushed.to.width - pushed.from.width) <= 3)

    // The red one grows about the middle of the other hand's fingers, as much as they part. Its right end lay below the green one
    // before.
    let growth = board.truth.spread_mm[1] / board.truth.spread_mm[0]
    let about = (x: board.truth.spread_about_mm[0] * scale.x, y: board.truth.spread_about_mm[1] * scale.y)
    let grown = (from: try #require(red(before)), to: try #require(red(rest)))
    #expect(abs(Double(grown.to.left) - about.x - (Double(grown.from.left) - about.x) * growth) <= 4)
    #expect(abs(Double(grown.to.top) - about.y - (Double(grown.from.top) - about.y) * growth) <= 4)
    #expect(abs(Double(grown.to.bottom) - about.y - (Double(grown.from.bottom) - about.y) * growth) <= 4)

    // Let go at rest, both stay where they are.
    let after = try results.screen(board.after)
    #expect(try #require(green(after)).isNear(pushed.to, tolerance: 3))
    #expect(try #require(red(after)).isNear(grown.to, tolerance: 3))
    #expect(board.exit == 0)
  }

  private func green(_ screen: Screenshot) -> PixelBounds? {
    screen.bounds { $0.green > 150 && $0.red < 90 && $0.blue < 90 }
  }

  private func red(_ screen: Screenshot) -> PixelBounds? {
    screen.bounds { $0.red > 150 && $0.green < 60 && $0.blue < 60 }
  }

  /// Every mark is where and as large as a picture of this scale about this middle shows it, within two pixels.
  private func expect(
    _ picture: MarkedPicture, middle: RecordedPinch.Place, scale: Double, _ made: KernelResults.Picture,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    for (number, mark) in picture.marks.enumerated() {
      let mark = try #require(mark, sourceLocation: sourceLocation)
      let x = middle.x + Double(number % 2 == 0 ? -made.right : made.right) * scale
      let y = middle.y + Double(number < 2 ? -made.down : made.down) * scale
      #expect(abs(mark.midX - x) <= 2, sourceLocation: sourceLocation)
      #expect(abs(mark.midY - y) <= 2, sourceLocation: sourceLocation)
      #expect(abs(Double(mark.width) - Double(made.mark) * scale) <= 2, sourceLocation: sourceLocation)
      #expect(abs(Double(mark.height) - Double(made.mark) * scale) <= 2, sourceLocation: sourceLocation)
    }
  }
}

/// What `scripts/vm/touches` tells about its run.
struct KernelResults: Decodable {
  /// The picture: its size, the size of its marks, and how far their middles are from its own; pixels.
  struct Picture: Decodable {
    var width: Int
    var height: Int
    var mark: Int
    var right: Int
    var down: Int
  }

  struct Finger: Decodable {
    var id: Int
    var x_mm: Double
    var y_mm: Double
  }

  struct Chain: Decodable {
    var screendump: String
    var fingers: [Finger]
  }

  /// One pinch in `offhand zoom`: the names of its screendumps, and up to when it was played before the second one.
  struct Zoom: Decodable {
    var hand: String
    var placement: String
    var before: String
    var rest: String
    var after: String
    var until: Double
    var exit: Int?
  }

  /// A pinch of the right hand that loses its screen, and one of the left hand on the screen that comes back.
  struct Unplug: Decodable {
    var rest: String
    var gone: String
    var again: String
    var alive: Bool
    var until: Double
    var exit: Int?
  }

  /// A pinch of the right hand while another terminal is in front, and one of the left hand after that.
  struct Terminal: Decodable {
    var back: String
    var again: String
    var until: Double
    var exit: Int?
    /// Gestures that `offhand serve` and `offhand listen` reported: of the pinch while another terminal was in front, and later of both.
    var away: Listeners
    var home: Listeners
    var exits: [Int?]

    struct Listeners: Decodable, Equatable {
      var serve: Int
      var listen: Int
    }
  }

  /// Two hands on a table with two photos: what was played, and the names of the screendumps.
  struct Board: Decodable {
    /// How a recording says what its fingers do, in millimetres.
    struct Truth: Decodable {
      var pushed_mm: [Double]
      var spread_mm: [Double]
      var spread_about_mm: [Double]
    }

    var before: String
    var rest: String
    var after: String
    var truth: Truth
    var exit: Int?
  }

  var picture: Picture
  var chain: Chain
  var zoom: [Zoom]
  var unplug: Unplug
  var terminal: Terminal
  var board: Board

  /// The results of the one run that all tests share.
  static func shared() throws -> KernelResults { try outcome.get() }

  private static let outcome = Result { () -> KernelResults in try KernelRun.touches.results() }

  /// The screendump of this name.
  func screen(_ name: String) throws -> Screenshot { try Screenshot(ppm: KernelRun.touches.path(name)) }

  /// The log of this name.
  func log(_ name: String) throws -> String {
    try String(contentsOfFile: KernelRun.touches.path(name), encoding: .utf8)
  }
}

/// One of the project's own pinches, and what it implies by arithmetic alone, in pixels of the guest's screen.
///
/// Nothing here calls Offhand: the rules are written down once more, from Design/Recognizing.md "Transform accumulation", "Pinch".
struct RecordedPinch {
  /// A place or a displacement.
  struct Place {
    var x: Double
    var y: Double
  }

  /// The panel of 16384 by 9600 units, 76 and 71 to the millimetre, lies over all of the 1280 by 800 pixels.
  private static let pixelsPerMillimetre = Place(x: 1_280 * 76 / 16_384, y: 800 * 71 / 9_600)
  /// How far the span changes before it counts, in millimetres; it is taken out of the scale.
  private static let slop = 2.0

  /// Frames with two fingers: index and thumb, in millimetres.
  private let frames: [(index: Place, thumb: Place)]

  /// The pinch of `hand` up to and including the frame at `end` seconds.
  init(hand: String, until end: Double) throws {
    struct Line: Decodable {
      struct Frame: Decodable {
        var t: Double
        var touches: [KernelResults.Finger]
      }
      var frames: [Frame]
    }
    let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../../../scripts/recordings/pinch-\(hand).jsonl")
    frames = try JSONDecoder().decode(Line.self, from: Data(contentsOf: file)).frames
      .filter { $0.t <= end }
      .compactMap { frame in
        guard let index = frame.touches.first(where: { $0.id == 1 }),
          let thumb = frame.touches.first(where: { $0.id == 0 })
        else { return nil }
        return (Place(x: index.x_mm, y: index.y_mm), Place(x: thumb.x_mm, y: thumb.y_mm))
      }
  }

  /// How much larger the picture is than before.
  var scale: Double { span(frames[frames.count - 1]) / (span(frames[0]) + RecordedPinch.slop) }

  /// Where the middle of a picture is that lay in the middle of the screen. The middle of these fingers wanders by less than
  /// what counts as a move, so the picture grows about where it was when the pinch began.
  var pictureMiddle: Place {
    let start = span(frames[0]) + RecordedPinch.slop
    let began = frames.first { span($0) >= start } ?? frames[0]
    let fixed = RecordedPinch.pixels(RecordedPinch.middle(began))
    return Place(x: fixed.x + (640 - fixed.x) * scale, y: fixed.y + (400 - fixed.y) * scale)
  }

  /// Where the middle of the popover is by the original's rule: 128 points of 163 to the inch above the middle of the
  /// fingers, and as far to the left of a right hand.
  func originalPopover(hand: String) -> Place {
    let offset = 128 * 25.4 / 163
    var place = RecordedPinch.middle(frames[frames.count - 1])
    place.x += hand == "right" ? -offset : offset
    place.y -= offset
    return RecordedPinch.pixels(place)
  }

  /// Where the middle of the popover's lower edge is by the classic rule: 2.1 millimetres above the fingers.
  var classicPopover: Place {
    let last = frames[frames.count - 1]
    return RecordedPinch.pixels(Place(x: RecordedPinch.middle(last).x, y: min(last.index.y, last.thumb.y) - 2.1))
  }

  private func span(_ frame: (index: Place, thumb: Place)) -> Double {
    hypot(frame.index.x - frame.thumb.x, frame.index.y - frame.thumb.y)
  }

  private static func middle(_ frame: (index: Place, thumb: Place)) -> Place {
    Place(x: (frame.index.x + frame.thumb.x) / 2, y: (frame.index.y + frame.thumb.y) / 2)
  }

  private static func pixels(_ place: Place) -> Place {
    Place(x: place.x * pixelsPerMillimetre.x, y: place.y * pixelsPerMillimetre.y)
  }
}

/// The guest's picture as a screendump shows it: one colour, and four marks around its middle.
struct MarkedPicture {
  static let ground = Pixel(red: 200, green: 60, blue: 160)
  /// Top left, top right, bottom left, bottom right: redder than the ground, as their edges are.
  private static let marks = [
    Pixel(red: 255, green: 0, blue: 0), Pixel(red: 255, green: 255, blue: 0), Pixel(red: 255, green: 0, blue: 255),
    Pixel(red: 255, green: 255, blue: 255),
  ]

  /// Where the marks are, in the order in which they are named; nil for one that is not seen.
  let marks: [PixelBounds?]
  /// What lies on the picture between the marks (anywhere, where they are not all seen): the popover with its shadow; nil
  /// if there is none.
  let cover: PixelBounds?
  /// The popover without its shadow.
  let popover: PixelBounds?

  init(_ screen: Screenshot) {
    let halves = (right: screen.width / 2, down: screen.height / 2)
    marks = MarkedPicture.marks.indices.map { number in
      // Each in its own quarter: the white one is the colour of the popover's text, which is never below the middle.
      let left = number % 2 == 0 ? 0 : halves.right
      let top = number < 2 ? 0 : halves.down
      let quarter = PixelBounds(left: left, top: top, right: left + halves.right, bottom: top + halves.down)
      return screen.bounds(within: quarter) { MarkedPicture.mark(nearest: $0) == number }
    }
    let found = marks.compactMap { $0 }
    let inside =
      found.count == 4
      ? PixelBounds(left: found[0].left, top: found[0].top, right: found[3].right, bottom: found[3].bottom)
      : PixelBounds(left: 0, top: 0, right: screen.width, bottom: screen.height)
    cover = screen.bounds(within: inside) { $0.red < MarkedPicture.ground.red - 6 }
    // A shadow takes less than half of the light, the panel of the popover more.
    popover = screen.bounds(within: inside) { $0.red < MarkedPicture.ground.red / 2 }
  }

  /// The mark that a pixel belongs to: edges are mixtures with the ground and belong to what they have more of.
  private static func mark(nearest pixel: Pixel) -> Int? {
    guard pixel.red >= ground.red else { return nil }
    let nearest = marks.indices.min { marks[$0].distance(to: pixel) < marks[$1].distance(to: pixel) }
    return nearest.flatMap { marks[$0].distance(to: pixel) < ground.distance(to: pixel) ? $0 : nil }
  }
}

extension Pixel {
  /// The square of how far apart two colours are.
  fileprivate func distance(to other: Pixel) -> Int {
    let steps = [Int(red) - Int(other.red), Int(green) - Int(other.green), Int(blue) - Int(other.blue)]
    return steps.reduce(0) { $0 + $1 * $1 }
  }
}
