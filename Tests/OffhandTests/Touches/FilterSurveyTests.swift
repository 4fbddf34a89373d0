import DesignCases
import Offhand
import Testing

@Suite struct FilterSurveyTests {
  /// A survey of a finger that rests at `places`, a report every 8 ms, with `other` touches beside it.
  private static func survey(_ places: [Point], beside other: [Touch] = []) -> FilterSurvey {
    var survey = FilterSurvey()
    for (number, place) in places.enumerated() {
      var frame = TouchFrame(timestamp: Timestamp(nanoseconds: Int64(number) * 8_000_000))
      frame.append(touch(1, place, number == 0 ? .began : .moved))
      for touch in other {
        var touch = touch
        touch.phase = number == 0 ? .began : .stationary
        frame.append(touch)
      }
      survey.ingest(frame)
    }
    return survey
  }

  private static func touch(_ id: UInt64, _ place: Point, _ phase: Touch.Phase, size: Float? = nil) -> Touch {
    Touch(
      id: Touch.ID(rawValue: id), phase: phase, position: place,
      shape: size.map { ContactShape(major: $0, minor: $0) })
  }

  private static func still(_ offset: Double) -> [Point] {
    (0..<200).map { Point(x: 50 + ($0 % 2 == 0 ? 0 : offset), y: 50) }
  }

  @Test(.recognition("N29")) func `a good panel needs no filters`() {
    let survey = Self.survey(Self.still(0.05))
    #expect(survey.filters.isEmpty)
    #expect(survey.touches == 1 && survey.glitches == 0 && survey.palms == 0)
    #expect(survey.noise < FilterSurvey.visibleNoise)
  }

  @Test(.recognition("N29")) func `a noisy panel needs those for noise and jitter`() {
    let survey = Self.survey(Self.still(0.6))
    #expect(survey.filters == [.noise, .jitter])
    #expect(survey.noise > 0.3 && survey.noise < 0.6)
  }

  @Test(.recognition("N29"), arguments: [(30, true), (29, false)] as [(Float, Bool)])
  func `a palm beside a finger needs the filter for palms`(size: Float, isPalm: Bool) {
    let survey = Self.survey(Self.still(0), beside: [Self.touch(2, Point(x: 90, y: 90), .began, size: size)])
    #expect(survey.palms == (isPalm ? 1 : 0))
    #expect(survey.filters == (isPalm ? [.palm] : []))
  }

  @Test func `a large contact alone is a finger that lies flat`() {
    var survey = FilterSurvey()
    var frame = TouchFrame()
    frame.append(Self.touch(1, Point(x: 90, y: 90), .began, size: 40))
    survey.ingest(frame)
    #expect(survey.palms == 0 && survey.filters.isEmpty)
  }

  @Test(.recognition("N29"), arguments: [(1, false), (2, true), (5, true)])
  func `a panel that lost contacts twice needs the filter for glitches`(losses: Int, isNeeded: Bool) {
    var survey = FilterSurvey()
    for loss in 0..<losses {
      for (id, phase, time) in [(0, Touch.Phase.began, 0), (0, .ended, 40), (1, .began, 48), (1, .ended, 90)] {
        var frame = TouchFrame(timestamp: Timestamp(nanoseconds: Int64(loss * 1000 + time) * 1_000_000))
        frame.append(Self.touch(UInt64(2 * loss + id + 1), Point(x: 50, y: 50), phase))
        survey.ingest(frame)
      }
    }
    #expect(survey.glitches == losses)
    #expect(survey.filters.contains(.glitch) == isNeeded)
  }
}
