import Offhand
import OffhandClient
import OffhandPanel

/// The page of the exercises, and at the end that of the figures.
struct PanelView: TouchView {
  /// The farthest prediction of the dot.
  private static let farthestDot = Duration.milliseconds(80)
  /// The distance in millimetres of a button from what is tapped, where the glass has room.
  private static let clearance = 10.0

  private let claimed: Size?
  /// When the clicks began that a microphone heard since the last call.
  private let clicks: () -> [Timestamp]
  private(set) var course: PanelCourse?
  /// Whether the figures were read.
  private(set) var isDone = false
  private var environment: ViewEnvironment?
  private var words: Paragraph?
  private var report: PanelSummary?
  private(set) var next = PressableTarget()
  private(set) var fits = PressableTarget()
  private(set) var slider = SliderTarget()
  /// The touches on controls, which are no part of an exercise.
  private var onControls: Set<Touch.ID> = []
  private var fingers: [Touch.ID: Point] = [:]
  private var exercised = TouchFrame()
  private var predictor = SteadyMotionPredictor()
  /// Whether the mouse was tried as a finger.
  private var isMouse = false

  /// A page for a panel that claims `claimed` millimetres, beside a microphone that hears `clicks`.
  init(claimed: Size?, clicks: @escaping () -> [Timestamp] = { [] }) { (self.claimed, self.clicks) = (claimed, clicks) }

  /// What is known so far.
  var findings: PanelFindings { course?.survey.findings() ?? PanelFindings() }

  mutating func layout(in environment: ViewEnvironment) {
    self.environment = environment
    // A panel that goes away may change the size; what was measured is kept.
    if course.map({ $0.isFresh && $0.size != environment.bounds.size }) ?? true {
      course = PanelCourse(on: environment.bounds.size, claimed: claimed)
      predictor = SteadyMotionPredictor(panel: environment.bounds, longestHorizon: .milliseconds(120))
    }
    arrange()
  }

  private mutating func arrange() {
    guard let environment, let course else { return }
    let (bounds, row) = (environment.bounds, environment.theme.rowHeight)
    func button(_ share: Double) -> Rect {
      let center = Point(x: bounds.width * share, y: bounds.maxY - PanelExercise.inset - row / 2)
      return Rect(center: center, size: Size(width: min(3 * row, 0.25 * bounds.width), height: row))
    }
    // A finger that skips all exercises is not to end the page of figures as well.
    next.layout(course.exercise.map { clear($0, button(0.25)) } ?? button(0.75), in: environment)
    fits.layout(button(0.75), in: environment)
    let (left, right) = (button(0.25), button(0.75))
    slider.layout(
      Rect(x: left.minX, y: left.minY - 2 * row, width: right.maxX - left.minX, height: 1.5 * row), in: environment)
    words = course.exercise.map { exercise in
      let sentence =
        isMouse
        ? "That is the mouse, which says nothing about the panel: use a finger."
        : course.isSecondAttempt ? "The finger left. " + exercise.words : exercise.words
      return Paragraph(
        sentence, style: environment.theme.controlStyle, width: textArea(of: exercise).width,
        measuredBy: environment.measure)
    }
    if course.exercise == nil, report == nil { report = PanelSummary(findings, picture: course.size) }
  }

  mutating func process(_ frame: borrowing TouchFrame) {
    let before = (course?.index, course?.isSecondAttempt, isMouse)
    let time = frame.timestamp
    noteControls(frame)
    if next.process(frame) {
      if course?.exercise == nil { isDone = true } else { course?.finish(at: time) }
    }
    if case .dot? = course?.exercise {
      _ = slider.process(frame)
      // Where it stands at first and after a note, no dot was looked at; at an end it may be further away than the slider goes.
      if fits.process(frame), (0.001..<0.999).contains(slider.value) {
        course?.noteDot(PanelView.farthestDot * slider.value, at: time)
        slider.value = 1
      }
    }
    course?.record(exercised)
    predictor.record(exercised)
    follow(before)
  }

  /// Takes the touches on controls, and those of the mouse, out of the frame.
  private mutating func noteControls(_ frame: borrowing TouchFrame) {
    let isDot = if case .dot? = course?.exercise { true } else { false }
    exercised = TouchFrame(timestamp: frame.timestamp)
    exercised.isLate = frame.isLate
    fingers = [:]
    for index in frame.indices {
      let touch = frame[index]
      if touch.phase == .began {
        let place = touch.position
        let isControl =
          next.region.contains(place) || isDot && (fits.region.contains(place) || slider.region.contains(place))
        if isControl || touch.tool == .pointer { onControls.insert(touch.id) }
        isMouse = touch.tool == .pointer && !isControl
      }
      if !onControls.contains(touch.id) {
        exercised.append(touch)
        if touch.isDown { fingers[touch.id] = touch.position }
      }
      if !touch.isDown { onControls.remove(touch.id) }
    }
  }

  /// Says something else where something else is asked for.
  private mutating func follow(_ before: (Int?, Bool?, Bool)) {
    if before.0 != course?.index { slider.value = 0 }
    if before != (course?.index, course?.isSecondAttempt, isMouse) { arrange() }
  }

  /// Notes that the picture drawn for `frame` was seen at `time`.
  mutating func notePresented(_ frame: FrameTime, at time: Timestamp) { course?.notePresented(frame, at: time) }

  mutating func didShow(_ frame: FrameTime) {
    let heard = clicks()
    course?.noteClicks(at: heard)
    // Its time to wait begins when it is seen.
    if course?.isFresh == true { course?.advance(to: frame.now) }
  }

  mutating func advance(to time: Timestamp) {
    let before = (course?.index, course?.isSecondAttempt, isMouse)
    course?.advance(to: time)
    follow(before)
  }

  var deadline: Timestamp? { course?.deadline }

  func isAnimating(at time: Timestamp) -> Bool {
    course?.start != nil || next.isAnimating(at: time) || fits.isAnimating(at: time)
  }

  // MARK: Drawing

  func draw(for frame: FrameTime, into list: inout DisplayList) {
    guard let environment, let course else { return }
    let theme = environment.theme
    list.fill(environment.bounds, theme.background)
    if let exercise = course.exercise {
      draw(exercise, of: course, for: frame, theme, into: &list)
      let shown: [Point] =
        switch exercise {
        // A person who follows the disc would bring the dot over it, which takes the panel's latency out.
        case .circle: []
        case .dot:
          fingers.keys.compactMap { touch in
            predictor.position(
              of: touch, at: max(frame.presentation, exercised.timestamp) + PanelView.farthestDot * slider.value,
              asOf: frame.now)?.position
          }
        case .hold, .line, .taps, .pair: Array(fingers.values)
        }
      for place in shown { list.circle(center: place, radius: 1.5, theme.text) }
      next.draw("Skip", for: frame, into: &list)
    } else if let report {
      report.draw(in: environment, above: next.region.minY, into: &list)
      next.draw("Done", isOn: true, for: frame, into: &list)
    }
  }

  private func draw(
    _ exercise: PanelExercise, of course: PanelCourse, for frame: FrameTime, _ theme: Theme,
    into list: inout DisplayList
  ) {
    switch exercise {
    case .circle:
      let center = Point(x: course.size.width / 2, y: course.size.height / 2)
      let radius = exercise.disc(after: .zero, on: course.size).map { ($0 - center).length } ?? 0
      list.ring(center: center, radius: radius + 0.3, width: 0.6, theme.control)
      if let disc = course.disc(at: frame.presentation) { list.circle(center: disc, radius: 6, theme.accent) }
    case .hold: mark(at: Point(x: course.size.width / 2, y: course.size.height / 2), theme, into: &list)
    case .line(let from, let to):
      list.line(from: from, to: to, width: 0.8, theme.accent)
      for end in [from, to] { mark(at: end, theme, into: &list) }
    case .taps(let places): if course.marks < places.count { mark(at: places[course.marks], theme, into: &list) }
    case .dot:
      slider.draw("Prediction", text: "\(Int((PanelView.farthestDot * slider.value).inSeconds * 1000)) ms", into: &list)
      fits.draw("Fits", isOn: true, for: frame, into: &list)
    case .pair:
      for place in PanelExercise.pairMarks(on: course.size) { mark(at: place, theme, into: &list) }
    }
    guard let words else { return }
    let area = textArea(of: exercise)
    var style = theme.textStyle
    (style.alignment, style.color) = (.center, theme.secondaryText)
    let line = Rect(x: area.minX, y: area.minY, width: area.width, height: words.lineHeight)
    list.text("\(course.index + 1) of \(course.exercises.count)", in: line, style: style)
    list.paragraph(words, in: area.moved(by: Vector(dx: 0, dy: 1.5 * words.lineHeight)))
    let bar = Rect(
      center: Point(x: area.center.x, y: area.minY + 2.2 * words.lineHeight + words.height),
      size: Size(width: 40, height: 1))
    list.fill(bar, theme.control, cornerRadius: 0.5)
    let done = Size(width: bar.width * course.progress(at: frame.presentation), height: bar.height)
    list.fill(Rect(origin: bar.origin, size: done), theme.accent, cornerRadius: 0.5)
  }

  private func mark(at place: Point, _ theme: Theme, into list: inout DisplayList) {
    list.circle(center: place, radius: 3, theme.accent)
    list.circle(center: place, radius: 0.6, theme.accentText)
  }

  /// The place of a button clear of what is followed, drawn and tapped in `exercise`, and of its sentence: as near to `preferred` as
  /// small glasses allow.
  private func clear(_ exercise: PanelExercise, _ preferred: Rect) -> Rect {
    guard let size = course?.size, exercise != .dot else { return preferred }
    let points = exercise.points(on: size)
    let text = textArea(of: exercise)
    let (free, steps) = (Size(width: size.width - preferred.width, height: size.height - preferred.height), 24)
    var best = (place: preferred, cost: Double.infinity)
    for step in 0...((steps + 1) * (steps + 1)) {
      let (column, row) = (Double(step % (steps + 1)) / Double(steps), Double(step / (steps + 1) - 1) / Double(steps))
      let margin = 1.0
      let corner = Point(
        x: margin + column * (free.width - 2 * margin), y: margin + row * (free.height - 2 * margin))
      let place = step <= steps ? preferred : Rect(origin: corner, size: preferred.size)
      let distance = points.reduce(PanelView.clearance) { min($0, place.distance(to: $1)) }
      let cost =
        100 * (PanelView.clearance - distance) + (place.intersects(text) ? 50 : 0)
        + place.center.distance(to: preferred.center) / size.width
      if cost < best.cost { best = (place, cost) }
    }
    return best.place
  }

  /// Where the sentence stands, clear of what is followed, drawn and tapped.
  private func textArea(of exercise: PanelExercise) -> Rect {
    let size = course?.size ?? Size(width: 100, height: 100)
    let height = (environment?.theme.textSize ?? 3) * 8
    switch exercise {
    case .circle:
      let radius = min(60, 0.3 * min(size.width, size.height))
      return Rect(center: Point(x: size.width / 2, y: size.height / 2), size: Size(width: 1.4 * radius, height: height))
    // In the field between the lines.
    case .line: return Rect(x: size.width * 0.18, y: size.height * 0.2, width: size.width * 0.29, height: height)
    case .dot, .hold, .taps, .pair:
      let width = min(size.width * 0.8, 120)
      return Rect(x: (size.width - width) / 2, y: size.height * 0.13, width: width, height: height)
    }
  }
}
