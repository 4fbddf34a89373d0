import Offhand
import OffhandClient
import OffhandService
import Testing

@testable import OffhandTool

/// What is known of a touch screen before it is measured.
struct MeasuredPanelTests {
  private static let quarterTurn = CalibrationMatrix(0, -1, 1, 1, 0, 0)

  @Test(arguments: [
    (OutputTransform.normal, CalibrationMatrix.identity), (.rotated90, .identity), (.normal, quarterTurn),
    (.rotated270, quarterTurn),
  ])
  func `a good panel claims the size of the picture, however both are turned`(
    transform: OutputTransform, calibration: CalibrationMatrix
  ) {
    let output = OutputDescription(
      name: "DP-1", physicalSize: Size(width: 300, height: 200), modeWidth: 1500, modeHeight: 1000, logicalWidth: 1500,
      logicalHeight: 1000, transform: transform)
    let sensor = calibration == .identity ? Size(width: 300, height: 200) : Size(width: 200, height: 300)
    var input = TouchInput()
    let panel = MeasuredPanel(
      [PanelIdentity(name: "a")], TouchPanel(sensorSize: sensor, calibration: calibration), on: [output], &input)
    #expect(panel.identity?.name == "a" && panel.claimed != nil)
    #expect(panel.claimed == input.measuredSizes["a"])
  }

  @Test func `a touch screen that the bridge holds is not measured`() throws {
    try MeasuredPanel.check(["", "usb-1/input0"])
    let fault = #expect(throws: PanelFault.self) {
      try MeasuredPanel.check(["usb-1/input0", "usb-1/input/offhand-bridge/twin"])
    }
    #expect(fault?.description.contains("systemctl stop offhand-bridge") == true)
  }

  @Test func `one of several touch screens has no name, since any of them may be touched`() {
    var input = TouchInput()
    #expect(MeasuredPanel(["a", "b"].map { PanelIdentity(name: $0) }, nil, on: [], &input).identity == nil)
  }
}
