package import Offhand
package import OffhandClient

/// The page that says what follows, that of the exercises, and at the end that of the figures.
package struct PanelView: TouchView {
  /// The farthest prediction of the dot.
  private static let farthestDot = Duration.milliseconds(160)
  /// The distance in millimetres of a button from what is tapped, where the glass has room.
  private static let clearance = 10.0
  /// The pictures with a dot that are enough to see where it is: a third of a second, and more where some are left out.
  private static let dotsNeeded = 20

  private let claimed: Size?
  /// Whether the first page was read.
  private(set) var hasBegun = false
  package private(set) var course: PanelCourse?
  /// Whether the figures were read.
  package private(set) var isDone = false
  private var environment: ViewEnvironment?
  private(set) var words: Paragraph?
  private var report: PanelSummary?
  private(set) var next = PressableTarget()
  private(set) var fits = PressableTarget()
  private(set) var slider = SliderTarget()
  /// The touches on controls, which are no part of an exercise.
  private var onControls: Set<Touch.ID> = []
  private var fingers: [Touch.ID: Point] = [:]
  private var exercised = TouchFrame()
  private var predictor = SteadyMotionPredictor()
  /// The dots of the newest pictures, by the moments at which those were drawn.
  private var dots: [(drawn: Timestamp, place: Point)] = []
  /// When the slider was turned, and the pictures with a dot since.
  private var (turned, dotsSince) = (Timestamp.zero, 0)
  /// Why a setting was not counted.
  private var refusal: String?
  /// Whether the mouse was tried as a finger.
  private var isMouse = false

  /// A page for a panel that claims `claimed` millimetres.
  package init(claimed: Size?) { self.claimed = claimed }

  /// What is known so far.
  package var findings: PanelFindings { course?.survey.findings() ?? PanelFindings() }

  package mutating func layout(in environment: ViewEnvironment) {
    self.environment = environment
    // A panel that goes away may change the size; what was measured is kept.
    if course.map({ $0.isFresh && $0.size != environment.bounds.size }) ?? true {
      course = PanelCourse(on: environment.bounds.size, claimed: claimed)
      predictor = SteadyMotionPredictor(panel: environment.bounds, longestHorizon: .milliseconds(250))
    }
    arrange()
  }

  private mutating func arrange() {
    guard let environment, let course else { return }
    let (bounds, row) = (environment.bounds, environment.theme.rowHeight)
    // On a low glass the slider stands between the buttons, so that the ring has its place above it.
    let isRow = course.exercise == .dot && bounds.width > max(bounds.height, 80)
    let width = min(3 * row, 0.25 * bounds.width)
    let margin = isRow ? 2 * PanelExercise.inset + width / 2 : bounds.width / 4
    func button(_ share: Double) -> Rect {
      let x = share == 0.5 ? bounds.center.x : share < 0.5 ? margin : bounds.width - margin
      let center = Point(x: x, y: bounds.maxY - PanelExercise.inset - row / 2)
      return Rect(center: center, size: Size(width: width, height: row))
    }
    // A finger that skips all exercises is not to end the page of figures as well.
    let skip = course.exercise.map { hasBegun ? clear($0, button(0.25)) : button(0.5) }
    next.layout(skip ?? button(0.75), in: environment)
    fits.layout(button(0.75), in: environment)
    let (left, right) = (button(0.25), button(0.75))
    let gap = PanelExercise.inset
    slider.layout(
      isRow
        ? Rect(x: left.maxX + gap, y: left.maxY - 1.5 * row, width: right.minX - left.maxX - 2 * gap, height: 1.5 * row)
        : Rect(x: left.minX, y: left.minY - 2 * row, width: right.maxX - left.minX, height: 1.5 * row), in: environment)
    say()
    if course.exercise == nil, report == nil { report = PanelSummary(findings, picture: course.size) }
  }

  /// Says what is asked for; the controls stay as they are, and with the finger that has hold of one.
  private mutating func say() {
    guard let environment, let course else { return }
    guard hasBegun else {
      let sentence = """
        Short exercises, \(PanelExercise.time) in all, show how late its touches are, how steady, and where there are none. Put a finger on each \
        mark and do what it says. Skip leaves one out, \
        Escape ends the program with what is known by then.
        """
      var style = environment.theme.textStyle
      (style.size, style.alignment) = (style.size * 1.25, .center)
      words = Paragraph(
        sentence, style: style, width: introduction(in: environment).width, measuredBy: environment.measure)
      return
    }
    words = course.exercise.map { exercise in
      let sentence =
        isMouse
        ? "That is the mouse, which says nothing about the panel: use a finger."
        : refusal ?? (course.isSecondAttempt ? "The finger left. " + exercise.words : exercise.words)
      return Paragraph(
        sentence, style: environment.theme.controlStyle, width: textArea(of: exercise).width,
        measuredBy: environment.measure)
    }
  }

  package mutating func process(_ frame: borrowing TouchFrame) {
    let before = sentence
    let time = frame.timestamp
    noteControls(frame)
    if next.process(frame) {
      if !hasBegun {
        hasBegun = true
        return arrange()
      }
      if course?.exercise == nil { isDone = true } else { course?.finish(at: time) }
    }
    guard hasBegun else { return follow(before) }
    if case .dot? = course?.exercise {
      if slider.process(frame) { (turned, dotsSince, refusal) = (time, 0, nil) }
      if fits.process(frame) { set(at: time) }
    }
    course?.record(exercised)
    predictor.record(exercised)
    follow(before)
  }

  /// Notes that the dot is under the finger, if it was looked at; at an end it may be further away than the slider goes.
  private mutating func set(at time: Timestamp) {
    if !(0.001..<0.999).contains(slider.value) {
      refusal = "Not counted: move the slider first."
    } else if dotsSince < PanelView.dotsNeeded {
      refusal = "Not counted: draw on, and look at the dot."
    } else {
      course?.noteDot(from: turned, to: time)
      slider.value = PanelExercise.start(after: slider.value, count: course?.settings ?? 0)
      (turned, dotsSince, refusal) = (time, 0, nil)
    }
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
  private mutating func follow(_ before: (Int?, Bool?, Bool, String?)) {
    guard before != sentence else { return }
    if before.0 == course?.index { return say() }
    (slider.value, refusal) = (0, nil)
    arrange()
  }

  /// What decides what is said.
  private var sentence: (Int?, Bool?, Bool, String?) { (course?.index, course?.isSecondAttempt, isMouse, refusal) }

  /// Notes that the picture drawn for `frame` was seen at `time`.
  package mutating func notePresented(_ frame: FrameTime, at time: Timestamp) {
    course?.notePresented(frame, with: dots.first { $0.drawn == frame.now }?.place, at: time)
  }

  package mutating func didShow(_ frame: FrameTime) {
    if let place = dot(in: frame) {
      dots = dots.suffix(15) + [(frame.now, place)]
      dotsSince += 1
    }
    // Its time to wait begins when it is seen.
    if hasBegun, course?.isFresh == true { course?.advance(to: frame.now) }
  }

  package mutating func advance(to time: Timestamp) {
    let before = sentence
    course?.advance(to: time)
    follow(before)
  }

  package var deadline: Timestamp? { course?.deadline }

  package func isAnimating(at time: Timestamp) -> Bool {
    course?.start != nil || next.isAnimating(at: time) || fits.isAnimating(at: time)
  }

  // MARK: Drawing

  package func draw(for frame: FrameTime, into list: inout DisplayList) {
    guard let environment, let course else { return }
    let theme = environment.theme
    list.fill(environment.bounds, theme.background)
    if !hasBegun {
      drawStart(in: environment, into: &list)
      next.draw("Start", isOn: true, for: frame, into: &list)
    } else if let exercise = course.exercise {
      draw(exercise, of: course, for: frame, theme, into: &list)
      let shown: [Point] =
        switch exercise {
        // A person who follows the disc would bring the dot over it, which takes the panel's latency out.
        case .circle, .dot: []
        case .hold, .line, .taps, .pair: Array(fingers.values)
        }
      for place in shown { list.circle(center: place, radius: 1.5, theme.text) }
      next.draw("Skip", for: frame, into: &list)
    } else if let report {
      report.draw(in: environment, above: next.region.minY, into: &list)
      next.draw("Done", isOn: true, for: frame, into: &list)
    }
  }

  private func drawStart(in environment: ViewEnvironment, into list: inout DisplayList) {
    guard let words else { return }
    let area = introduction(in: environment)
    let title = min(2.6 * environment.theme.textSize, environment.bounds.width / 22)
    let top = max(title, (next.region.minY - words.height - 2.4 * title) / 2)
    var style = environment.theme.controlStyle
    style.size = title
    list.text(
      "How good is this touch screen?",
      in: Rect(x: 0, y: top, width: environment.bounds.width, height: 1.6 * title), style: style)
    list.paragraph(words, in: Rect(x: area.minX, y: top + 2.4 * title, width: area.width, height: words.height))
  }

  /// The column of the words of the first page.
  private func introduction(in environment: ViewEnvironment) -> Rect {
    let (bounds, theme) = (environment.bounds, environment.theme)
    let width = min(bounds.width - 6 * theme.padding, 45 * theme.textSize)
    return Rect(x: bounds.center.x - width / 2, y: bounds.minY, width: width, height: bounds.height)
  }

  /// The dot in the exercise of that name, for the finger that is down; `nil` without one.
  private func dot(in frame: FrameTime) -> Point? {
    guard course?.exercise == .dot, let finger = exercised.indices.first(where: { exercised[$0].isDown }) else {
      return nil
    }
    return predictor.position(
      of: exercised[finger].id, at: max(frame.presentation, exercised.timestamp) + PanelView.farthestDot * slider.value,
      asOf: frame.now)?.position
  }

  private func draw(
    _ exercise: PanelExercise, of course: PanelCourse, for frame: FrameTime, _ theme: Theme,
    into list: inout DisplayList
  ) {
    switch exercise {
    case .circle:
      ring(of: exercise, theme, into: &list)
      if let disc = course.disc(at: frame.presentation) { list.circle(center: disc, radius: 6, theme.accent) }
    case .hold: mark(at: Point(x: course.size.width / 2, y: course.size.height / 2), theme, into: &list)
    case .line(let from, let to):
      list.line(from: from, to: to, width: 0.8, theme.accent)
      for end in [from, to] { mark(at: end, theme, into: &list) }
    case .taps(let places): if course.marks < places.count { mark(at: places[course.marks], theme, into: &list) }
    case .dot:
      ring(of: exercise, theme, into: &list)
      // Wider than a fingertip, which would hide it.
      if let place = dot(in: frame) { list.circle(center: place, radius: 9, theme.accent) }
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

  private func ring(of exercise: PanelExercise, _ theme: Theme, into list: inout DisplayList) {
    let ring = ring(of: exercise)
    list.ring(center: ring.center, radius: ring.radius + 0.3, width: 0.6, theme.control)
  }

  /// What is followed or drawn along: in the middle of the glass, that of the dot above the slider.
  func ring(of exercise: PanelExercise) -> (center: Point, radius: Double) {
    let size = course?.size ?? Size(width: 100, height: 100)
    let bottom = exercise == .dot ? slider.region.minY : size.height
    let radius = max(0, min(PanelExercise.radius(on: size), bottom / 2 - PanelExercise.inset))
    let y = min(size.height / 2, bottom - PanelExercise.inset - radius)
    return (Point(x: size.width / 2, y: y), radius)
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
    let ring = ring(of: exercise)
    let inside = Rect(center: ring.center, size: Size(width: 1.4 * ring.radius, height: height))
    switch exercise {
    case .circle: return inside
    case .dot where size.width >= size.height: return inside
    // In the field between the lines.
    case .line: return Rect(x: size.width * 0.18, y: size.height * 0.2, width: size.width * 0.29, height: height)
    case .dot, .hold, .taps, .pair:
      let width = min(size.width * 0.8, 120)
      return Rect(x: (size.width - width) / 2, y: size.height * 0.13, width: width, height: height)
    }
  }
}
