import Offhand
import OffhandCommandLine
import OffhandRecordings

/// The path of a touch.
struct TouchPath: Sendable {
  var id: Touch.ID
  var points: [(time: Timestamp, place: Point)] = []
  /// `nil` while it is down.
  var end: Timestamp?
  var isCancelled = false
}

/// A pipeline whose touches and decisions are kept, to be drawn.
struct WatchedPipeline<Base: GesturePipeline>: PipelineLayer {
  var base: Base
  let journal = GestureJournal()
  private(set) var paths: [TouchPath] = []

  init(_ base: Base) {
    self.base = base
    self.base.setJournal(journal)
  }

  mutating func process(_ frame: borrowing TouchFrame) {
    for index in frame.indices {
      let touch = frame[index]
      let known = paths.lastIndex { $0.id == touch.id && $0.end == nil } ?? paths.endIndex
      if known == paths.endIndex { paths.append(TouchPath(id: touch.id)) }
      paths[known].points.append((frame.timestamp, touch.position))
      if !touch.isDown {
        paths[known].end = frame.timestamp
        paths[known].isCancelled = touch.phase == .cancelled
      }
    }
    base.process(frame)
  }
}

/// Drawings of recordings, one below the other, as an SVG document: the paths on the glass, and below them a line of time with the touches
/// and what each recognizer made of them: which waited for which, and which failed because of which.
struct ReplayPicture {
  /// The least width, and what each second of a recording adds to the line of time.
  private static let (least, second) = (960.0, 100.0)
  private static let margin = 24.0
  private static let column = 130.0
  private static let row = 26.0
  private static let hues = ["#d9480f", "#1971c2", "#2f9e44", "#9c36b5", "#c2255c", "#0c8599", "#5f3dc4", "#66a80f"]
  private static let (open, waits, active, lost, failed) = ("#ced4da", "#f2a900", "#2f9e44", "#e03131", "#868e96")

  private var body = ""
  private var (width, height) = (least, 0.0)

  /// The document, with all drawings that were added.
  var document: String {
    let size = "\(ReplayPicture.number(width)) \(ReplayPicture.number(height))"
    return """
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(size)" font-family="Inter,Cantarell,DejaVu Sans,sans-serif" font-size="12">
      <rect width="100%" height="100%" fill="white"/>
      \(body)</svg>

      """
  }

  /// Adds the drawing of `recording`, which ran through `pipeline` on a glass of `surface`.
  mutating func add(
    _ recording: Recording, on surface: SurfaceGeometry, _ pipeline: WatchedPipeline<some GesturePipeline>
  ) {
    let margin = ReplayPicture.margin
    let moments = pipeline.paths.flatMap { $0.points.map(\.time) } + pipeline.journal.entries.map(\.timestamp)
    let clock = Clock(from: moments.min() ?? .zero, to: moments.max() ?? .zero)
    width = max(width, clock.right + 60 + margin)
    height += margin
    text(recording.trace, x: margin, y: height + 12, "font-size=\"17\" font-weight=\"bold\"")
    let facts = "\(ReplayPicture.count(pipeline.paths.count, "touch", "touches")), \(clock.label(clock.duration))"
    text(
      "\(recording.device.name), \(ReplayPicture.number(surface.bounds.width)) × \(ReplayPicture.number(surface.bounds.height)) mm; \(facts)",
      x: margin, y: height + 32, "fill=\"#495057\"")
    height += 48
    drawGlass(surface.bounds, pipeline.paths)
    drawLegend()
    drawAxis(clock, rows: 1 + ReplayPicture.names(pipeline).count)
    drawTouches(pipeline.paths, clock)
    drawDecisions(pipeline, clock)
    height += margin
  }

  /// The recognizers that decided something, in their order in the pipeline.
  private static func names(_ pipeline: WatchedPipeline<some GesturePipeline>) -> [GestureName] {
    var names: [GestureName] = []
    for name in pipeline.names
    where !names.contains(name) && pipeline.journal.entries.contains(where: { $0.name == name }) {
      names.append(name)
    }
    return names
  }

  // MARK: The glass

  private mutating func drawGlass(_ bounds: Rect, _ paths: [TouchPath]) {
    let (left, top) = (ReplayPicture.margin + ReplayPicture.column, height)
    let room = ReplayPicture.least - ReplayPicture.margin - left
    let scale = min(room / max(bounds.width, 1), 380 / max(bounds.height, 1))
    func place(_ point: Point) -> Point {
      Point(x: left + (point.x - bounds.minX) * scale, y: top + (point.y - bounds.minY) * scale)
    }
    rect(
      Rect(x: left, y: top, width: bounds.width * scale, height: bounds.height * scale),
      "rx=\"6\" fill=\"#f8f9fa\" stroke=\"#adb5bd\"")
    for (index, path) in paths.enumerated() {
      let hue = ReplayPicture.hues[index % ReplayPicture.hues.count]
      let places = path.points.map { place($0.place) }
      guard let last = places.last else { continue }
      let line = places.map { "\(ReplayPicture.number($0.x)),\(ReplayPicture.number($0.y))" }.joined(separator: " ")
      body +=
        "<polyline points=\"\(line)\" fill=\"none\" stroke=\"\(hue)\" stroke-width=\"3\" stroke-linejoin=\"round\" "
      body += "stroke-linecap=\"round\" opacity=\"0.75\"/>\n"
      circle(last, 5, "fill=\"\(path.isCancelled ? "white" : hue)\" stroke=\"\(hue)\" stroke-width=\"2\"")
    }
    var numbers: [Point] = []
    // Above the paths, beside those of others that began there.
    for (index, path) in paths.enumerated() {
      guard let first = path.points.first.map({ place($0.place) }) else { continue }
      var number = first
      while numbers.contains(where: { $0.distance(to: number) < 23 }) {
        number.x += 24
        if number.x > left + bounds.width * scale { number = Point(x: first.x, y: number.y + 24) }
      }
      numbers.append(number)
      let hue = ReplayPicture.hues[index % ReplayPicture.hues.count]
      circle(number, 11, "fill=\"white\" stroke=\"\(hue)\" stroke-width=\"2\"")
      text("\(index + 1)", x: number.x, y: number.y + 4, "text-anchor=\"middle\" font-weight=\"bold\" fill=\"\(hue)\"")
    }
    height += bounds.height * scale + 20
  }

  private mutating func drawLegend() {
    var x = ReplayPicture.margin + ReplayPicture.column
    let kinds = [
      ("undecided", ReplayPicture.open), ("waits for another to fail", ReplayPicture.waits),
      ("recognized", ReplayPicture.active),
      ("failed", ReplayPicture.failed), ("failed because of another", ReplayPicture.lost),
    ]
    for (words, color) in kinds {
      if [ReplayPicture.failed, ReplayPicture.lost].contains(color) {
        cross(Point(x: x + 7, y: height + 5), color)
      } else {
        rect(Rect(x: x, y: height, width: 14, height: 10), "rx=\"3\" fill=\"\(color)\"")
      }
      text(words, x: x + 20, y: height + 9.5, "fill=\"#495057\"")
      x += 46 + 6.4 * Double(words.count)
    }
    height += 24
  }

  // MARK: The line of time

  private mutating func drawAxis(_ clock: Clock, rows: Int) {
    let bottom = height + 18 + ReplayPicture.row * Double(rows)
    for tick in clock.ticks {
      let x = clock.x(clock.start + tick)
      body +=
        "<path d=\"M\(ReplayPicture.number(x)) \(ReplayPicture.number(height + 16))V\(ReplayPicture.number(bottom))\" "
      body += "stroke=\"#e9ecef\"/>\n"
      text(clock.label(tick), x: x, y: height + 10, "text-anchor=\"middle\" font-size=\"11\" fill=\"#868e96\"")
    }
    height += 18
  }

  private mutating func drawTouches(_ paths: [TouchPath], _ clock: Clock) {
    label("touches")
    let thickness = min(9, 20 / Double(max(1, ReplayPicture.depth(of: paths))))
    var ends: [Timestamp] = []
    for (index, path) in paths.enumerated() {
      guard let start = path.points.first?.time, let last = path.points.last?.time else { continue }
      // In the first row that is free again.
      let row = ends.firstIndex { $0 < start } ?? ends.endIndex
      if row == ends.endIndex { ends.append(last) } else { ends[row] = last }
      let bar = clock.bar(start, path.end ?? last, y: height + 3 + Double(row) * (thickness + 1), thickness)
      rect(bar, "rx=\"2\" fill=\"\(ReplayPicture.hues[index % ReplayPicture.hues.count])\"")
    }
    height += ReplayPicture.row
  }

  /// The largest number of touches that are down at once.
  private static func depth(of paths: [TouchPath]) -> Int {
    paths.map { path in
      guard let start = path.points.first?.time else { return 0 }
      return paths.count { ($0.points.first?.time ?? start) <= start && ($0.end ?? start) >= start }
    }.max() ?? 0
  }

  private mutating func drawDecisions(_ pipeline: WatchedPipeline<some GesturePipeline>, _ clock: Clock) {
    let names = ReplayPicture.names(pipeline)
    let top = height
    func middle(_ name: GestureName) -> Double? {
      names.firstIndex(of: name).map { top + ReplayPicture.row * (Double($0) + 0.5) }
    }
    let landings = pipeline.paths.reduce(into: [Touch.ID: Timestamp]()) { $0[$1.id] = $1.points.first?.time }
    var links = ""
    for name in names {
      label("\(name)")
      guard let y = middle(name) else { continue }
      let entries = pipeline.journal.entries.filter { $0.name == name }
      for (index, entry) in entries.enumerated() {
        let x = clock.x(entry.timestamp)
        let start = entry.touches.compactMap { landings[$0] }.min() ?? entry.timestamp
        // Since its touches landed it has decided nothing, or it waits or is recognized.
        let isFirst = !entries[..<index].reversed().prefix { $0.timestamp >= start }.contains {
          !$0.state.isFinished && !Set($0.touches).isDisjoint(with: entry.touches)
        }
        if isFirst { bar(clock, start, entry.timestamp, y: y, 10, ReplayPicture.open) }
        var until: Timestamp {
          entries[(index + 1)...].first { !Set($0.touches).isDisjoint(with: entry.touches) }?.timestamp ?? clock.end
        }
        // Words where they cover nothing.
        let following = entries[(index + 1)...].first { $0.timestamp > entry.timestamp }
        let landing = following.flatMap { next in next.touches.compactMap { landings[$0] }.min() }
        let room = (landing.map { max($0, entry.timestamp) }.map(clock.x) ?? width) - x
        switch entry.state {
        case .possible, .ended: break
        case .awaiting:
          bar(clock, entry.timestamp, until, y: y, 10, ReplayPicture.waits)
          if let other = entry.other, let end = middle(other) {
            links += ReplayPicture.link(x, from: y, to: end, ReplayPicture.waits, "stroke-dasharray=\"3 3\"")
            note("waits for \(other)", x: x + 3, y: y - 7, in: max(room, clock.x(until) - x + 40))
          }
        case .active: bar(clock, entry.timestamp, until, y: y, 12, ReplayPicture.active)
        case .recognized: circle(Point(x: x, y: y), 6, "fill=\"\(ReplayPicture.active)\"")
        case .failed, .cancelled:
          cross(Point(x: x, y: y), entry.other == nil ? ReplayPicture.failed : ReplayPicture.lost)
          guard let other = entry.other else { break }
          note("\(entry.state == .failed ? "failed" : "cancelled") by \(other)", x: x + 8, y: y + 4, in: room)
          if let start = middle(other) { links += ReplayPicture.link(x, from: start, to: y, ReplayPicture.lost, "") }
        }
      }
      height += ReplayPicture.row
    }
    body += links
  }

  // MARK: Shapes

  /// A line between two rows at the time `x`, with a head at its end.
  private static func link(_ x: Double, from start: Double, to end: Double, _ color: String, _ style: String) -> String
  {
    let down = end > start ? 1.0 : -1
    return
      "<path d=\"M\(number(x)) \(number(start + 6 * down))V\(number(end - 7 * down))\" stroke=\"\(color)\" \(style)/>"
      + "<path d=\"M\(number(x)) \(number(end - 5 * down))l-3 \(number(-5 * down))h6z\" fill=\"\(color)\"/>\n"
  }

  private mutating func label(_ words: String) {
    text(words, x: ReplayPicture.margin, y: height + 17, "fill=\"#212529\"")
  }

  /// Writes `words`, unless they are wider than `room`.
  private mutating func note(_ words: String, x: Double, y: Double, in room: Double) {
    guard 6 * Double(words.count) < room else { return }
    text(
      words, x: x, y: y,
      "font-size=\"10.5\" fill=\"#495057\" stroke=\"white\" stroke-width=\"3\" paint-order=\"stroke\"")
  }

  private mutating func bar(
    _ clock: Clock, _ from: Timestamp, _ to: Timestamp, y: Double, _ height: Double, _ color: String
  ) {
    rect(clock.bar(from, to, y: y - height / 2, height), "rx=\"3\" fill=\"\(color)\"")
  }

  private mutating func rect(_ rect: Rect, _ style: String) {
    body += "<rect x=\"\(ReplayPicture.number(rect.minX))\" y=\"\(ReplayPicture.number(rect.minY))\" "
    body += "width=\"\(ReplayPicture.number(rect.width))\" height=\"\(ReplayPicture.number(rect.height))\" \(style)/>\n"
  }

  private mutating func circle(_ center: Point, _ radius: Double, _ style: String) {
    body += "<circle cx=\"\(ReplayPicture.number(center.x))\" cy=\"\(ReplayPicture.number(center.y))\" "
    body += "r=\"\(ReplayPicture.number(radius))\" \(style)/>\n"
  }

  private mutating func cross(_ center: Point, _ color: String) {
    body += "<path d=\"M\(ReplayPicture.number(center.x)) \(ReplayPicture.number(center.y))m-4 -4l8 8m0 -8l-8 8\" "
    body += "stroke=\"\(color)\" stroke-width=\"2.5\"/>\n"
  }

  private mutating func text(_ words: String, x: Double, y: Double, _ style: String) {
    body += "<text x=\"\(ReplayPicture.number(x))\" y=\"\(ReplayPicture.number(y))\" \(style)>"
    for character in TerminalText.name(words) {
      switch character {
      case "&": body += "&amp;"
      case "<": body += "&lt;"
      default: body.append(character)
      }
    }
    body += "</text>\n"
  }

  private static func number(_ value: Double) -> String { DecimalText.rounded(value, digits: 1, trimmed: true) }

  private static func count(_ count: Int, _ one: String, _ several: String) -> String {
    "\(count) \(count == 1 ? one : several)"
  }

  /// Times as positions across.
  private struct Clock {
    let start: Timestamp
    let end: Timestamp

    init(from start: Timestamp, to end: Timestamp) {
      self.start = start
      self.end = max(end, start + .milliseconds(100))
    }

    var duration: Duration { end - start }

    /// The end of the line of time.
    var right: Double {
      let room = min(4000, max(0, duration.inSeconds - 3) * ReplayPicture.second)
      return ReplayPicture.least - ReplayPicture.margin - 60 + room
    }

    func x(_ time: Timestamp) -> Double {
      let left = ReplayPicture.margin + ReplayPicture.column
      return left + (right - left) * min(1, max(0, time.seconds(since: start) / duration.inSeconds))
    }

    func bar(_ from: Timestamp, _ to: Timestamp, y: Double, _ height: Double) -> Rect {
      Rect(x: x(from), y: y, width: max(2, x(to) - x(from)), height: height)
    }

    /// At most ten moments, a round time apart.
    var ticks: [Duration] {
      let steps = [10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000, 30_000, 60_000].map(Duration.milliseconds)
      let step = steps.first { $0.inSeconds * 10 >= duration.inSeconds } ?? duration
      return (0...10).map { step * $0 }.filter { $0 <= duration }
    }

    func label(_ time: Duration) -> String { "\(DecimalText.rounded(time.inSeconds, digits: 2, trimmed: true)) s" }
  }
}
