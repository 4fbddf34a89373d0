import ArgumentParser
import Offhand
import OffhandClient
import OffhandPanel
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

  @Test func `a touch screen that the bridge holds is not measured, another one is`() throws {
    let panel = (path: "1", name: "a", plug: "usb-1/input0", identity: [3, 1, 2, 0])
    let twin = (path: "2", name: "a", plug: "usb-1/input/offhand-bridge/twin", identity: [3, 1, 2, 0])
    let others = [("3", "a", "", [3, 1, 9, 0]), ("4", "b", "", [3, 1, 2, 0]), ("5", "", "", [])]
    try MeasuredPanel.check([panel] + others, at: nil)
    try MeasuredPanel.check([panel, twin] + others, at: ["3", "4", "5", "6"])
    for nodes in [nil, ["1"], ["2"], ["3", "1"]] {
      let fault = #expect(throws: PanelFault.self) { try MeasuredPanel.check([panel, twin] + others, at: nodes) }
      #expect(fault?.description.contains("systemctl stop offhand-bridge") == true)
    }
  }

  @Test func `one of several touch screens has no name, since any of them may be touched`() {
    var input = TouchInput()
    #expect(MeasuredPanel(["a", "b"].map { PanelIdentity(name: $0) }, nil, on: [], &input).identity == nil)
  }

  @Test func `nothing but the whole glass is measured`() throws {
    _ = try PanelCommand.parse(["--role", "fullscreen"])
    let fault = #expect(throws: (any Error).self) { try PanelCommand.parse(["--role", "window"]) }
    #expect(fault.map(PanelCommand.message)?.contains("omit '--role'") == true)
  }
}
