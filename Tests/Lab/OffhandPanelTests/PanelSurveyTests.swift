import Offhand
import OffhandPanel
import OffhandTesting
import Testing

@Suite struct PanelSurveyTests {
  @Test func `nothing is known of nothing, and nothing that a panel reports ends the program`() {
    var survey = PanelSurvey(picture: .zero, claimed: .zero)
    let wild = [Double.nan, .infinity, -1e308, 1e308, 0]
    for exercise in PanelExercise.program(on: .zero) + PanelExercise.program(on: Glass.size) {
      survey.begin(exercise, at: .zero)
      for (index, value) in wild.enumerated() {
        var frame = TouchFrame(timestamp: Timestamp(nanoseconds: index == 4 ? .max : Int64(index) << 29))
        for id in 0..<3 {
          frame.append(Touch(id: Touch.ID(rawValue: UInt64(id)), position: Point(x: value, y: wild[(index + id) % 5])))
        }
        survey.record(frame)
        survey.notePicture(with: Point(x: value, y: value), presented: frame.timestamp)
        survey.noteDot(from: .zero, to: frame.timestamp)
        survey.noteDot(from: frame.timestamp, to: .zero)
      }
    }
    let findings = survey.findings()
    #expect(findings.latency == nil && findings.rate == nil && findings.orientation == nil)
    #expect(findings.deadBands == nil && findings.unreachedEdges == nil)
  }

  @Test func `touches before the first exercise count for nothing`() {
    var survey = PanelSurvey(picture: Glass.size, claimed: nil)
    survey.record(TouchFrame())
    survey.notePicture(with: .origin, presented: .zero)
    survey.noteDot(from: .zero, to: .zero)
    survey.end(at: .zero)
    let findings = survey.findings()
    #expect(findings.dotLatency == nil && findings.ghosts == nil && findings.filters == nil)
  }

  @Test func `moving fingers give the rate, and how uneven it is`() throws {
    var glass = Glass()
    glass.exercise(.dot) { [Point(x: 100 + $0, y: 80)] }
    let findings = glass.survey.findings()
    let rate = try #require(findings.rate)
    #expect(abs(rate.value - Glass.rate) < 0.1 && rate.error < 0.1)
    #expect(try #require(findings.rateJitter) < 0.01)
  }

  @Test func `a panel that sends its reports in bursts has their number over the time as its rate`() throws {
    var survey = PanelSurvey(picture: Glass.size, claimed: nil)
    survey.begin(.dot, at: .zero)
    for number in 0..<300 {
      let time = 17 * (number / 3) + number % 3
      let pause = number < 150 ? 0 : 2000
      var frame = TouchFrame(timestamp: .zero + .milliseconds(time + pause))
      var touch = Touch(id: Touch.ID(rawValue: 1), position: Point(x: Double(number), y: 80))
      if number > 0 { touch.phase = .moved }
      frame.append(touch)
      survey.record(frame)
    }
    #expect(abs(try #require(survey.findings().rate).value - 3000.0 / 17) < 2)
  }

  @Test(arguments: [nil, 6.0]) func `a panel that reports nothing of a still finger has no jitter`(end: Double?) {
    var survey = PanelSurvey(picture: Glass.size, claimed: nil)
    survey.begin(.hold, at: .zero)
    var frame = TouchFrame(timestamp: Timestamp(seconds: 0.1))
    var touch = Touch(id: Touch.ID(rawValue: 1), position: Glass.middle)
    frame.append(touch)
    survey.record(frame)
    if let end {
      survey.end(at: Timestamp(seconds: end))
    } else {
      touch.phase = .ended
      frame = TouchFrame(timestamp: Timestamp(seconds: 5))
      frame.append(touch)
      survey.record(frame)
    }
    #expect(survey.findings().heldJitter == 0)
  }

  @Test func `a still finger gives the jitter, its slow motion does not`() throws {
    var glass = Glass()
    glass.exercise(.hold) { time in
      [Point(x: 100 + 2 * time, y: 80 + (time >= 3 && time < 3 + 1.5 / Glass.rate ? 0.8 : 0))]
    }
    #expect(abs(try #require(glass.survey.findings().heldJitter) - 0.8) < 0.05)
  }

  @Test func `a finger that is held for a second gives none`() {
    var glass = Glass()
    glass.exercise(.hold) { $0 < 1 ? [Glass.middle] : [] }
    #expect(glass.survey.findings().heldJitter == nil)
  }

  @Test func `a report beside the line is jitter, a bow of the hand is none, nor is what a palm pulls`() throws {
    var glass = Glass()
    let line = PanelExercise.lines[0]
    glass.exercise(line) { time in
      [
        line.ruled(
          time, aside: Angle(degrees: 60 * time).sine * 3 + (time >= 1.5 && time < 1.5 + 1 / Glass.rate ? 0.9 : 0))
      ]
    }
    glass.exercise(line) { [line.ruled($0, aside: $0 > 1 && $0 < 1.2 ? 4 : 0), Point(x: 170, y: 90)] }
    #expect(abs(try #require(glass.survey.findings().movingJitter) - 0.9) < 0.1)
  }

  @Test(arguments: [0..<6, 3..<6, 0..<1]) func `columns that no line reports are dead, a gap in one line is none`(
    gaps: Range<Int>
  ) {
    var glass = Glass()
    for (index, line) in PanelExercise.lines.enumerated() {
      glass.exercise(line) { time in
        let place = line.ruled(time)
        return gaps.contains(index) && (120...131).contains(place.x) && time < 3 ? [] : [place]
      }
    }
    let bands = glass.survey.findings().deadBands ?? []
    if gaps == 0..<6 {
      #expect(bands.count == 1 && bands[0].axis == .columns)
      #expect(bands.allSatisfy { abs($0.range.lowerBound - 120) < 1.5 && abs($0.range.upperBound - 131) < 1.5 })
    } else {
      #expect(bands.isEmpty)
    }
  }

  @Test(arguments: [3, 4, 5]) func `bands are known from two lines along both axes on`(count: Int) {
    var glass = Glass()
    for line in PanelExercise.lines.prefix(count) { glass.exercise(line) { [line.ruled($0)] } }
    #expect((glass.survey.findings().deadBands != nil) == (count == 5))
  }

  @Test(arguments: PanelOrientation.allCases) func `marks show how the panel reports the picture`(
    turn: PanelOrientation
  ) throws {
    var glass = Glass(claimed: Size(width: 400, height: 200))
    glass.tap(PanelExercise.marks) { mark in
      let unit = turn.logical(x: mark.x / 340, y: mark.y / 190)
      return Point(x: (0.05 + 0.9 * unit.x) * 340, y: (0.05 + 0.9 * unit.y) * 190)
    }
    let findings = glass.survey.findings()
    #expect(findings.orientation == turn && findings.unreachedEdges == [])
    let (ratio, sides) = (try #require(findings.sizeRatio), turn.logical(Glass.size))
    #expect(abs(ratio.dx - sides.width / 0.9 / 400) < 0.01 && abs(ratio.dy - sides.height / 0.9 / 200) < 0.01)
  }

  @Test func `an edge whose marks give no taps is not reached`() {
    var glass = Glass()
    glass.tap(PanelExercise.marks) { $0.x > 330 ? nil : $0 }
    #expect(glass.survey.findings().unreachedEdges == [.right])
  }

  @Test func `five taps say nothing`() {
    var glass = Glass()
    glass.tap(PanelExercise.marks) { PanelExercise.marks[..<5].contains($0) ? $0 : nil }
    let findings = glass.survey.findings()
    #expect(findings.orientation == nil && findings.sizeRatio == nil && findings.unreachedEdges == nil)
  }

  @Test func `a panel that claims no size has none to compare with`() {
    var glass = Glass()
    glass.tap(PanelExercise.marks) { $0 }
    let findings = glass.survey.findings()
    #expect(findings.sizeRatio == nil && findings.orientation == .normal && findings.unreachedEdges == [])
  }

  @Test(arguments: [(3, 0.03, true), (2, 0.03, false), (3, 0.1, false)])
  func `three touches at one place, shorter than any tap, are a ghost`(count: Int, length: Double, isGhost: Bool) {
    var glass = Glass()
    glass.exercise(.hold) { time in
      let number = Int(time)
      return number < count && time - Double(number) < length ? [Point(x: 60, y: 40)] : []
    }
    #expect(glass.survey.findings().ghosts?.count == (isGhost ? 1 : 0))
  }

  @Test func `touches that stay beside the finger are ghosts, a palm that rests once is none`() throws {
    var glass = Glass()
    let circle = PanelExercise.circle(clockwise: true, period: .seconds(2))
    glass.exercise(circle) { time in
      let isGhost = time > 2 && time.truncatingRemainder(dividingBy: 2) < 0.3
      let aside = isGhost ? Point(x: 20, y: 20) : time > 9 && time < 9.8 ? Point(x: 250, y: 180) : nil
      return [circle.disc(after: .seconds(time), on: Glass.size), aside]
    }
    let ghosts = try #require(glass.survey.findings().ghosts)
    #expect(ghosts.count == 1 && ghosts[0].distance(to: Point(x: 20, y: 20)) < 0.1)
  }

  @Test func `fingers that become one tell the separation, and those that lift the shortest lift`() throws {
    var glass = Glass()
    glass.exercise(.pair) { time in
      if time < 9 {
        // 16.9 to 59.1 mm apart; one for 60 ms, below 17. Once they are told apart nearer to each other.
        let half = Vector(dx: 0, dy: time > 8.9 ? 5 : 19 + 10.55 * Angle(degrees: 180 * time).cosine)
        return half.dy < 8.5 && time < 8.9
          ? [Glass.middle, nil] : [Glass.middle + half, Glass.middle + half * -1]
      }
      let within = time.truncatingRemainder(dividingBy: 1)
      return within < 0.4 || (0.5..<0.8).contains(within) ? [Glass.middle, Point(x: 190, y: 95)] : []
    }
    let findings = glass.survey.findings()
    #expect(abs(try #require(findings.separation) - 17) < 1 && !findings.isSeparationBound)
    #expect(abs(try #require(findings.liftGap) - 100) <= 1000 / Glass.rate)
  }

  @Test func `fingers that the panel never takes for one give the smallest distance`() throws {
    var glass = Glass()
    glass.exercise(.pair) { _ in [Glass.middle, Point(x: 182, y: 95)] }
    let findings = glass.survey.findings()
    #expect(abs(try #require(findings.separation) - 12) < 0.01 && findings.isSeparationBound)
  }

  @Test func `a noisy panel needs filters`() {
    var (glass, generator) = (Glass(), SeededGenerator(seed: 1))
    glass.tap(PanelExercise.marks) { $0 }
    func noise() -> Vector { Vector(dx: 0.4 * generator.normal(), dy: 0.4 * generator.normal()) }
    for line in PanelExercise.lines { glass.exercise(line) { [line.ruled($0) + noise()] } }
    #expect(glass.survey.findings().filters == nil, "no still finger")
    glass.exercise(.hold) { _ in [Glass.middle + noise()] }
    #expect(glass.survey.findings().filters == [.noise, .jitter])
  }
}
