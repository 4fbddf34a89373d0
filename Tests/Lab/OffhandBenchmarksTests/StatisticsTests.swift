import OffhandBenchmarks
import Testing
@testable import OffhandBenchmarks

struct StatisticsTests {
  @Test func `a figure of several runs is their median with the lowest and the highest`() throws {
    let figure = try #require(AcrossRuns([5, 1, 9, 3, 7]))
    #expect(figure.median == 5)
    #expect(figure.low == 1)
    #expect(figure.high == 9)
  }

  @Test func `a run that cannot say leaves the figure out`() {
    #expect(AcrossRuns([5, nil, 9]) == nil)
    #expect(AcrossRuns([]) == nil)
  }

  @Test func `a pipeline against itself has the ratio one`() {
    let values = (0..<60).map { 100 + Double($0 % 7) }
    let ratio = RatioInterval(subject: "a", baseline: "a", workload: "w", values, values)
    #expect(ratio.ratio == 1)
    #expect(ratio.low <= 1 && ratio.high >= 1)
  }

  @Test func `twice the time is a ratio of two, and the interval holds it`() {
    let values = (0..<60).map { 100 + Double($0 % 7) }
    let ratio = RatioInterval(subject: "a", baseline: "b", workload: "w", values.map { $0 * 2 }, values)
    #expect(ratio.ratio == 2)
    #expect(ratio.low > 1.9 && ratio.high < 2.1)
  }

  @Test func `pairs of which only one was hit do not move a ratio`() {
    // A neighbour who makes everything a third slower for some seconds mostly hits both of a pair.
    let slow: Set<Int> = [3, 4, 5, 6, 7, 8, 9, 10]
    let values = (0..<15).map { slow.contains($0) && $0 != 3 ? 240.0 : 180 }
    let others = (0..<15).map { slow.contains($0) ? 24.0 : 18 }
    let ratio = RatioInterval(subject: "a", baseline: "b", workload: "w", values, others)
    #expect(ratio.ratio == 10)
    #expect(ratio.pairs == 15)
    #expect(ratio.lowest == 7.5 && ratio.highest == 10)
  }

  @Test func `a ratio is reported if its pairs agree, otherwise only its interval`() {
    let others = Array(repeating: 50.0, count: 9)
    let agreeing = RatioInterval(
      subject: "a", baseline: "b", workload: "w", [118, 120, 119, 121, 120, 165, 120, 119, 118], others)
    #expect(agreeing.settled == 2.4)
    #expect(agreeing.text.hasPrefix("2.40 ("))
    // Half of the starts met the slow speed of the processor, so the median is a matter of luck.
    let torn = RatioInterval(
      subject: "a", baseline: "b", workload: "w", [118, 165, 119, 165, 120, 165, 166, 119, 165], others)
    #expect(torn.ratio == 3.3)
    #expect(torn.settled == nil)
    let row = TextTable.table("ratios", of: [torn])
    #expect(row.contains("unsettled") && row.contains("2.38 to 3.3"))
  }

  @Test func `the median of an even number of ratios is half-way between the two in the middle`() {
    let ratio = RatioInterval(subject: "a", baseline: "b", workload: "w", ratios: [1, 4, 2, 3])
    #expect(ratio.ratio == 2.5)
  }

  @Test func `the interval of a ratio holds nineteen of twenty samples, whatever their order`() {
    let ratio = RatioInterval(subject: "a", baseline: "b", workload: "w", ratios: (0..<40).map { 1 + Double($0) / 40 })
    #expect(ratio.low > 1.2 && ratio.low < ratio.ratio - 0.05)
    #expect(ratio.high < 1.8 && ratio.high > ratio.ratio + 0.05)
    #expect(abs((ratio.high - ratio.ratio) - (ratio.ratio - ratio.low)) < 0.15)
  }
}
