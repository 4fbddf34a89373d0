import DesignCases
import Offhand
import Testing

@Suite struct FilterSurveyTests {
  /// A survey of a finger that rests at `places`, a report every 8 ms, with `other` touches beside it.
  private static func survey(_ places: [Point], beside other: [Touch] = []) -> FilterSurvey {
    var survey = FilterSurvey()
    for (number, place) in places.enumerated() {
      var frame = TouchFrame([Touch(1, number == 0 ? .began : .moved, place.x, place.y)], at: Int64(number) * 8)
      for touch in other {
        var touch = touch
        touch.phase = number == 0 ? .began : .stationary
        frame.append(touch)
      }
      survey.ingest(frame)
    }
    return survey
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
    let survey = Self.survey(Self.still(0), beside: [Touch(2, .began, 90, 90, size: size)])
    #expect(survey.palms == (isPalm ? 1 : 0))
    #expect(survey.filters == (isPalm ? [.palm] : []))
  }

  @Test func `a large contact alone is a finger that lies flat`() {
    var survey = FilterSurvey()
    survey.ingest(TouchFrame([Touch(1, .began, 90, 90, size: 40)]))
    #expect(survey.palms == 0 && survey.filters.isEmpty)
  }

  @Test(.recognition("N29"), arguments: [(1, false), (2, true), (5, true)])
  func `a panel that lost contacts twice needs the filter for glitches`(losses: Int, isNeeded: Bool) {
    var survey = FilterSurvey()
    for loss in 0..<losses {
      for (id, phase, time) in [(0, Touch.Phase.began, 0), (0, .ended, 40), (1, .began, 48), (1, .ended, 90)] {
        survey.ingest(TouchFrame([Touch(UInt64(2 * loss + id + 1), phase, 50)], at: Int64(loss * 1000 + time)))
      }
    }
    #expect(survey.glitches == losses)
    #expect(survey.filters.contains(.glitch) == isNeeded)
  }
}
