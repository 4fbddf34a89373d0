import Offhand
import Testing

@Suite struct DespikeFilterTests {
  /// The positions that remain of a finger's reports, one each 10 ms; it lifts at the last. Each has a pressure, if any.
  private func filtered(_ reports: [(x: Double, pressure: Float?)]) -> [Double] {
    var filters = ChosenFilters([.despike])
    return reports.indices.map { index in
      let phase: Touch.Phase = index == 0 ? .began : index == reports.count - 1 ? .ended : .moved
      var touch = Touch(1, phase, reports[index].x)
      touch.shape = reports[index].pressure.map { ContactShape(major: 5, minor: 5, pressure: $0) }
      var frame = TouchFrame([touch], at: Int64(index) * 10)
      filters.filter(&frame)
      #expect(frame[0].phase == phase || frame[0].phase == .stationary)
      return frame[0].position.x
    }
  }

  private func filtered(_ places: [Double]) -> [Double] { filtered(places.map { ($0, nil) }) }

  @Test func `a report that jumps away and comes back never counted`() {
    #expect(filtered([50, 52, 54, 120, 58, 60, 60]) == [50, 52, 54, 54, 58, 60, 60])
  }

  @Test func `a finger that moves on from a jump is there a report later`() {
    #expect(filtered([50, 50, 80, 110, 140, 140]) == [50, 50, 50, 110, 140, 140])
  }

  @Test func `a finger that lifts as it jumps lifts where it was`() {
    #expect(filtered([50, 52, 54, 120]) == [50, 52, 54, 54])
    #expect(filtered([50, 52, 54, 120, 120]) == [50, 52, 54, 54, 54])
  }

  @Test func `smaller jumps count where the pressure falls`() {
    #expect(filtered([(50, 200), (50, 200), (54, 100), (50, 200), (50, 200)]) == [50, 50, 50, 50, 50])
    #expect(filtered([(50, 200), (50, 200), (54, 190), (50, 200), (50, 200)]) == [50, 50, 54, 50, 50])
  }

  @Test func `a panel whose reports jump needs the filter`() {
    var survey = FilterSurvey()
    for (number, x) in [50.0, 50, 90, 50, 50, 95, 50].enumerated() {
      survey.ingest(TouchFrame([Touch(1, number == 0 ? .began : .moved, x)], at: Int64(number) * 10))
    }
    #expect(survey.spikes == 2 && survey.filters == [.despike])
  }
}
