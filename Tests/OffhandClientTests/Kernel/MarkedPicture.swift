import CompositorRig

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
