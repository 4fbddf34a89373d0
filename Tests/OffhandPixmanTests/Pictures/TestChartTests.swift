import Offhand
import OffhandPixman
import Testing

@Suite struct TestChartTests {
  @Test func `the gratings are whole pixels`() throws {
    let chart = TestChart.bitmap(fonts: try FontBook())
    #expect(chart.width == 1920 && chart.height == 1200 && chart.isOpaque)
    let row = (120..<200).map { chart[$0, 400] }
    #expect(Set(row).count == 2)
    for index in 0..<78 { #expect(row[index] == row[index + 2] && row[index] != row[index + 1]) }
  }
}
