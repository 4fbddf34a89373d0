import DesignCases
@testable import Offhand
import Testing

/// Design/Placing.md cases 59 to 70: locale, accessibility, integration.
@Suite struct IntegrationCaseTests {
  @Test(.placement("59")) func `reading from right to left mirrors the preference and not the hand`() {
    var environment = tablet(hand: .right)
    environment.layoutDirection = .rightToLeft
    var stage = standard(environment)
    stage.land(Point(x: 200, y: 125))
    let placement = stage.place(1, .tap) {
      $0.anchor = Rect(x: 60, y: 20, width: 20, height: 6)
      $0.preferredSide = .left
    }
    #expect(placement.side == .right)
    #expect(placement.hand.side == .right)
  }

  @Test(.placement("60")) func `the caret's line stays uncovered`() {
    var stage = standard(tablet(hand: .right))
    let line = Rect(x: 20, y: 60, width: 150, height: 6)
    stage.land(Point(x: 100, y: 63))
    let placement = stage.place(1, .tap) {
      $0.anchor = line
      $0.size = Size(width: 40, height: 12)
    }
    #expect(!placement.rect.intersects(line))
    #expect(placement.side == .above)
    #expect(placement.quality == .clear)
  }

  @Test(.placement("61")) func `with reduced motion nothing slides`() {
    var environment = tablet()
    let policy = CalmPolicy()
    let (start, end) = (Box(x: 0, y: 0, width: 9, height: 9), Box(x: 10, y: 0, width: 9, height: 9))
    #expect(policy.transition(from: start, to: end, crossing: OcclusionField(), in: environment) == .slide)
    environment.reducesMotion = true
    #expect(policy.transition(from: start, to: end, crossing: OcclusionField(), in: environment) == .hop)
  }

  @Test(.placement("62")) func `an explanation changes nothing`() {
    var stage = standard(tablet())
    stage.land(pinch(at: Point(x: 108, y: 68)))
    let first = stage.place(1, .pinch, .began)
    var list = DisplayList()
    list.draw(stage.strategy.explanation)
    #expect(list.commands.count > 20)
    #expect(stage.place(1, .pinch, .changed) == first)
  }

  @Test(.placement("62")) func `an explanation names the hand, the options and the placements`() throws {
    var stage = standard(tablet(hand: .right))
    stage.land(pinch(at: Point(x: 108, y: 68)))
    let placement = stage.place(1, .pinch, .began)
    let explanation = stage.strategy.explanation
    #expect(explanation.placements == [placement])
    #expect(explanation.touches.count == 2)
    #expect(!explanation.options.isEmpty)
    #expect(explanation.options.map(\.cost) == explanation.options.map(\.cost).sorted())
    #expect(explanation.outlines.map(\.side) == [.right])
    let belief = try #require(explanation.belief)
    #expect(belief.side == .right && belief.probability > 0.9 && belief.grip == .pinch)
  }

  @Test(.placement("62")) func `an option is rejected for what it costs more than the chosen one`() {
    let finger = Point(x: 108, y: 60)
    func options(after states: [GestureState?], _ change: (inout OverlayRequest) -> Void = { _ in })
      -> [PlacementExplanation.Option]
    {
      var stage = standard(tablet(hand: .right))
      stage.land(finger)
      for state in states {
        stage.rest(8)
        _ = stage.place(1, .tap, state, change: change)
      }
      return stage.strategy.explanation.options
    }
    let free = options(after: [nil])
    let palm = free.filter { $0.rect.minX > 110 && $0.rect.minY > 62 && $0.rect.distance(to: finger) < 25 }
    #expect(!palm.isEmpty && palm.allSatisfy { $0.drawback == .hidden })
    #expect(free.contains { $0.drawback == .farther } && free[0].drawback == .slight)
    let content = free[0].rect
    let crowded = options(after: [nil]) { $0.reserved = [content] }.filter {
      $0.rect.center.distance(to: content.center) < 3
    }
    #expect(!crowded.isEmpty && crowded.allSatisfy { $0.drawback == .onContent })
    #expect(options(after: [nil]) { $0.preferredSide = .left }.contains { $0.drawback == .wrongSide })
    #expect(options(after: [.began, .began]).contains { $0.drawback == .moved })
  }

  @Test(.placement("62")) func `an explanation in pictures has one measure, one shape, and no hand that is a guess`()
    throws
  {
    var stage = standard(tablet(hand: .right))
    stage.land(pinch(at: Point(x: 108, y: 68)))
    let placement = stage.place(1, .pinch, .began)
    var explanation = stage.strategy.explanation
    // Positions with their shares, and the words, none of which lies on another, on a touch or on the overlay.
    func drawn() -> (texts: [String], rects: [Rect], layers: Int) {
      var (list, texts, rects, layers) = (DisplayList(), [String](), [Rect](), 0)
      list.draw(explanation)
      for command in list.commands {
        switch command {
        case .text(let range, _, _): texts.append(String(decoding: list.text[range], as: UTF8.self))
        case .fill(let rect, _, _) where rect.width != rect.height: rects.append(rect)
        case .beginLayer: layers += 1
        default: break
        }
      }
      return (texts, rects, layers)
    }
    let sure = drawn()
    let (words, share) = (Array(sure.texts.suffix(4)), PercentText.string(placement.hidden))
    #expect(words[0].hasPrefix("\(share) hidden, ") && words[2].hasPrefix("right hand, 9"), "\(words)")
    #expect(sure.texts.contains("1: \(share)") && sure.texts.contains { $0.hasPrefix("2: ") }, "\(sure.texts)")
    #expect(sure.rects.count > 3 && sure.layers == 6)
    for (index, rect) in sure.rects.enumerated() {
      #expect(!sure.rects[..<index].contains { $0.intersects(rect) } && !rect.intersects(placement.rect))
      for touch in explanation.touches { #expect(rect.distance(to: touch) > 5.5) }
    }
    // After the positions come the number of the overlay and the words.
    #expect(sure.rects.dropLast(2).allSatisfy { $0.size == placement.rect.size })
    explanation.belief?.isNamed = false
    #expect(drawn().texts.contains("hand unknown"))
  }

  @Test(.placement("63")) func `the stated hand is not overruled`() {
    var stage = standard(tablet(hand: .left))
    stage.land(fiveFingers(index: Point(x: 90, y: 10)))
    #expect(stage.strategy.hand.side == .left)
    #expect(stage.strategy.hand.confidence < 0.99)
    var quiet = standard(tablet(hand: .left))
    quiet.land(pinch(at: Point(x: 108, y: 68)))
    #expect(quiet.strategy.hand.confidence > 0.99)
  }

  @Test(.placement("65")) func `an ellipse has two ends`() {
    let evidence = ContactShapeEvidence()
    var situation = situation(of: [Point(x: 0, y: 0)], grip: .finger)
    situation.shape = ContactShape(major: 12, minor: 7, orientationRadians: -0.6)
    let one = evidence.logLikelihoodRatio(in: situation)
    situation.shape?.orientationRadians = -0.6 + .pi
    let other = evidence.logLikelihoodRatio(in: situation)
    #expect(one != nil && abs((one ?? 0) - (other ?? 1)) < 1e-6)
    #expect((one ?? 0) > 0)
  }

  @Test(.placement("66")) func `pressure alone is no evidence`() {
    var plain = standard(tablet(prior: 0.5))
    plain.land(Point(x: 100, y: 60))
    var pressed = standard(tablet(prior: 0.5))
    pressed.land([Point(x: 100, y: 60)], shape: ContactShape(major: 8, minor: 8, pressure: 90))
    #expect(plain.place(1, .tap).rect == pressed.place(1, .tap).rect)
  }

  @Test(.placement("67")) func `a position chosen elsewhere can be judged`() {
    var stage = standard(tablet(hand: .right))
    stage.land(Point(x: 60, y: 40))
    #expect(stage.strategy.hiddenFraction(of: Rect(x: 90, y: 90, width: 20, height: 9)) > 0.3)
    #expect(stage.strategy.hiddenFraction(of: Rect(x: 10, y: 10, width: 20, height: 9)) < 0.2)
  }

  @Test(.placement("68"), arguments: PlacementPreset.allCases)
  func `the placement is known in the frame in which the finger lands`(preset: PlacementPreset) {
    var strategy = preset.strategy(in: tablet())
    var frame = TouchFrame(timestamp: Timestamp(nanoseconds: 1))
    frame.append(Touch(id: Touch.ID(rawValue: 1), position: Point(x: 100, y: 60)))
    strategy.ingest(frame)
    let placement = strategy.place(
      OverlayRequest(
        id: Overlay.ID(rawValue: 1), size: Size(width: 20, height: 9), bounds: tablet().panel,
        gesture: GestureHint(.tap, state: .began)))
    #expect(tablet().panel.contains(placement.rect))
    guard preset == .standard else { return }
    #expect(placement.reason != .noHand)
    #expect(placement.quality == .clear)
    #expect(clears(placement.rect, [Point(x: 100, y: 60)]))
  }

  @Test(.placement("69")) func `a new strategy knows nothing about earlier users`() {
    var first = standard(tablet(prior: 0.5))
    first.land(fiveFingers(index: Point(x: 90, y: 10)))
    first.lift()
    var second = standard(tablet(prior: 0.5))
    second.land(Point(x: 100, y: 60))
    #expect(second.strategy.estimator.tracks[0].rightProbability == 0.5)
  }

  @Test(.placement("69")) func `a user who agrees is recognized by one number and a day`() throws {
    var first = standard(tablet(prior: 0.5))
    #expect(first.strategy.estimator.habit(on: 20_778) == nil)
    first.land(fiveFingers(index: Point(x: 90, y: 10)))
    first.lift()
    let habit = try #require(first.strategy.estimator.habit(on: 20_778))
    #expect(habit.description == "0.88 2026-11-21")
    let kept = try #require(HandHabit(habit.description))
    #expect(kept == habit)
    #expect(kept.prior(on: 20_778) == 0.88)
    #expect(abs(kept.prior(on: 20_778 + 36_500) - 0.9) < 1e-9)
    var second = standard(tablet(prior: kept.prior(on: 20_779)))
    second.land(Point(x: 100, y: 60))
    #expect(second.strategy.hand.side == .right)
  }

  @Test(
    .placement("69"),
    arguments: [
      "", "0.9", "right 2026-11-21", "1.5 2026-11-21", "0.9 2026-13-01", "0.9 21.11.2026", "nan 2026-11-21",
      "0.9 2026-02-31", "0.9 2025-02-29",
    ])
  func `an invalid text is not read as a habit`(text: String) {
    #expect(HandHabit(text) == nil)
  }

  @Test(.placement("69")) func `days are those of the calendar`() throws {
    for (text, day) in [("1970-01-01", 0), ("2000-02-29", 11_016), ("2026-11-21", 20_778), ("2100-03-01", 47_541)] {
      #expect(try #require(HandHabit("0.50 \(text)")).day == day)
      #expect(HandHabit(rightProbability: 0.5, day: day).description == "0.50 \(text)")
    }
  }

  @Test(.placement("70")) func `the original is reproduced exactly`() {
    let point = 25.4 / 163
    let environment = PanelSetup(panel: Rect(x: 0, y: 0, width: 768 * point, height: 1024 * point))
    func place(_ first: Point, _ second: Point) -> Placement {
      var stage = Stage(OriginalPlacement(environment: environment))
      stage.land(first, second)
      return stage.place(1, .pinch, .began)
    }
    func at(_ x: Double, _ y: Double) -> Point { Point(x: x * point, y: y * point) }
    let left = place(at(350, 450), at(450, 550))
    #expect(left.hand.side == .left)
    #expect((left.rect.center - at(400 + 128, 500 - 128)).length < 1e-9)
    let right = place(at(450, 450), at(350, 550))
    #expect(right.hand.side == .right)
    #expect((right.rect.center - at(400 - 128, 500 - 128)).length < 1e-9)
    let unknown = place(at(400, 450), at(410, 550))
    #expect((unknown.rect.center - at(405, 500)).length < 1e-9)
    let padded = place(at(60, 60), at(20, 120))
    #expect(abs(padded.rect.minX - 10 * point) < 1e-9)
    #expect(abs(padded.rect.minY - 10 * point) < 1e-9)
  }

  @Test(.placement("70")) func `the original does not jump when a finger lifts, and follows the one that stays`() {
    var stage = Stage(OriginalPlacement(environment: PanelSetup(panel: Rect(x: 0, y: 0, width: 400, height: 300))))
    stage.land(Point(x: 190, y: 150), Point(x: 210, y: 170))
    let first = stage.place(1, .pinch, .began).rect
    stage.lift(1)
    #expect((stage.place(1, .pinch, .changed).rect.center - first.center).length < 1e-9)
    stage.move([Point(x: 202, y: 150)])
    #expect((stage.place(1, .pinch, .changed).rect.center - first.center - Vector(dx: 12, dy: 0)).length < 1e-9)
  }

  private func situation(of places: [Point], grip: Grip) -> HandSituation {
    var contacts = TouchPositions()
    for place in places { contacts.append(UserPoint(x: place.x, y: place.y)) }
    return HandSituation(
      positions: contacts, grip: grip, posture: .flatTablet, halfPanel: Size(width: 108, height: 68),
      expectedAzimuth: (Angle(degrees: 35), Angle(degrees: 35)), path: TouchPath())
  }
}
