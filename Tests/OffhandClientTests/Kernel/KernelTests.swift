import CompositorRig
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

  @Test func `kernel touches while another terminal is in front are not seen, though nobody said which one is ours`()
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

    // The green photo goes with the finger, less the 1.6 mm after which a drag counts.
    let way = board.truth.pushed_mm
    let share = 1 - 1.6 / (way[0] * way[0] + way[1] * way[1]).squareRoot()
    let pushed = (from: try #require(green(before)), to: try #require(green(rest)))
    #expect(abs(pushed.to.midX - pushed.from.midX - way[0] * share * scale.x) <= 3)
    #expect(abs(pushed.to.midY - pushed.from.midY - way[1] * share * scale.y) <= 3)
    #expect(abs(pushed.to.width - pushed.from.width) <= 3)

    // The red one grows about the middle of the other hand's fingers, less the 2 mm after which a pinch counts. Its right
    // end lay below the green one before.
    let growth = board.truth.spread_mm[1] / (board.truth.spread_mm[0] + 2)
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
