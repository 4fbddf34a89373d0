import Offhand

/// Where a panel reports the marks of the picture: turned or mirrored, with which scale and offset, and which edges it does not reach.
struct MarkFit: Sendable {
  let orientation: PanelOrientation

  private let size: Size
  private let marks: [Point]
  private let pairs: [Pair]
  /// A position in 0...1 of the picture is reported at `scale` times its oriented position plus `offset`, along the panel's x and y.
  private let scale: Vector
  private let offset: Vector

  /// A landing in 0...1 of the picture and the mark for which it was meant.
  private typealias Pair = (landing: Vector, mark: Int)

  /// The distance, as a share of the picture, beyond which a landing was not meant for a mark.
  private static let reach = 0.25
  /// The distance in millimetres beyond which a mark was not reached, once it is known how the panel reports the picture.
  private static let nearness = 12.0
  private static let pairsNeeded = 6

  /// The fit of the taps in `run`; `nil` if too few of them belong to marks.
  init?(_ run: PanelRun, on size: Size) {
    guard case .taps(let marks) = run.exercise, size.width > 0, size.height > 0 else { return nil }
    let landings = run.reports.flatMap(\.contacts).filter(\.isLanding).prefix(1000)
      .map { Vector(dx: $0.position.x / size.width, dy: $0.position.y / size.height) }
    var best: (gain: Double, orientation: PanelOrientation, expected: [Vector], pairs: [Pair])?
    for orientation in PanelOrientation.allCases {
      let expected = marks.map { mark in
        let unit = orientation.logical(x: mark.x / size.width, y: mark.y / size.height)
        return Vector(dx: unit.x, dy: unit.y)
      }
      let (gain, pairs) = MarkFit.align(landings, expected)
      if gain > best?.gain ?? 0 { best = (gain, orientation, expected, pairs) }
    }
    guard let best, best.pairs.count >= MarkFit.pairsNeeded,
      let across = MarkFit.line(best.pairs.map { (best.expected[$0.mark].dx, $0.landing.dx) }),
      let down = MarkFit.line(best.pairs.map { (best.expected[$0.mark].dy, $0.landing.dy) })
    else { return nil }
    (orientation, pairs) = (best.orientation, best.pairs)
    (self.size, self.marks) = (size, marks)
    scale = Vector(dx: across.slope, dy: down.slope)
    offset = Vector(dx: across.start, dy: down.start)
  }

  /// The edges of which no mark was reached. Marks in corners belong to two edges and would accuse the sound one.
  var unreachedEdges: [ScreenEdge] {
    let glass = Rect(origin: .origin, size: size)
    func edges(of mark: Int) -> [ScreenEdge] {
      ScreenEdge.allCases.filter { $0.depth(of: marks[mark], in: glass) <= 1.5 * PanelExercise.inset }
    }
    let reached = pairs.filter { place(of: $0.landing).distance(to: marks[$0.mark]) <= MarkFit.nearness }.map(\.mark)
    return ScreenEdge.allCases.filter { edge in
      let own = marks.indices.filter { edges(of: $0) == [edge] }
      return own.count > 1 && !own.contains(where: reached.contains)
    }
  }

  /// The sides of the panel along its own x and y, as the marks measure them.
  var panelSize: Size {
    let sides = orientation.logical(size)
    return Size(width: sides.width / scale.dx, height: sides.height / scale.dy)
  }

  /// The place on the picture that is reported at `reported`.
  func place(_ reported: Point) -> Point {
    place(of: Vector(dx: reported.x / size.width, dy: reported.y / size.height))
  }

  private func place(of reported: Vector) -> Point {
    let unit = orientation.inverse.logical(
      x: (reported.dx - offset.dx) / scale.dx, y: (reported.dy - offset.dy) / scale.dy)
    return Point(x: unit.x * size.width, y: unit.y * size.height)
  }

  /// Pairs landings with marks so that both stay in order and as many as possible are near each other: marks may be missed, and ghosts
  /// may land in between.
  private static func align(_ landings: [Vector], _ marks: [Vector]) -> (gain: Double, pairs: [Pair]) {
    var gains = Array(repeating: Array(repeating: 0.0, count: marks.count + 1), count: landings.count + 1)
    func gain(_ landing: Int, _ mark: Int) -> Double {
      gains[landing][mark] + reach - (landings[landing] + -marks[mark]).length
    }
    for landing in landings.indices {
      for mark in marks.indices {
        gains[landing + 1][mark + 1] = max(gains[landing][mark + 1], gains[landing + 1][mark], gain(landing, mark))
      }
    }
    var pairs: [Pair] = []
    var (landing, mark) = (landings.count, marks.count)
    while landing > 0, mark > 0 {
      if gains[landing][mark] == gains[landing - 1][mark] {
        landing -= 1
      } else if gains[landing][mark] == gains[landing][mark - 1] {
        mark -= 1
      } else {
        (landing, mark) = (landing - 1, mark - 1)
        pairs.append((landings[landing], mark))
      }
    }
    return (gains[landings.count][marks.count], pairs)
  }

  /// The line through points by the median of the slopes between them (Theil and Sen), which a third of wrong points does not turn;
  /// `nil` if they do not spread, or lie on no line that a panel has.
  private static func line(_ points: [(Double, Double)]) -> (slope: Double, start: Double)? {
    var slopes: [Double] = []
    for (index, first) in points.enumerated() {
      for second in points[..<index] where abs(first.0 - second.0) > 0.3 {
        slopes.append((first.1 - second.1) / (first.0 - second.0))
      }
    }
    guard let slope = slopes.median, (0.4...2.5).contains(slope),
      let start = points.map({ $0.1 - slope * $0.0 }).median
    else { return nil }
    return (slope, start)
  }
}
