import Offhand
import Testing

/// The order of platform.md §2.2.
struct OutputAssignmentTests {
  private let laptop = OutputDescription(
    name: "eDP-1", physicalSize: Size(width: 309, height: 174), modeWidth: 1920, modeHeight: 1080)
  private let monitor = OutputDescription(
    name: "DP-2", physicalSize: Size(width: 527, height: 296), modeWidth: 1920, modeHeight: 1080)

  @Test func `the user's word comes first, then udev's`() {
    let panel = TouchPanel(sensorSize: Size(width: 309, height: 174), udevOutput: "DP-2")
    let outputs = [laptop, monitor]
    #expect(OutputAssignment.assign(panel, to: outputs, configured: "eDP-1")?.reason == .configured)
    #expect(OutputAssignment.assign(panel, to: outputs) == OutputAssignment(name: "DP-2", reason: .udev))
    #expect(OutputAssignment.assign(panel, to: outputs, configured: "HDMI-7")?.name == "DP-2")
  }

  @Test func `a sole output takes every touch screen`() {
    let panel = TouchPanel(sensorSize: nil, udevOutput: "gone")
    #expect(OutputAssignment.assign(panel, to: [monitor]) == OutputAssignment(name: "DP-2", reason: .soleOutput))
  }

  @Test func `size decides where only one output has it`() {
    let panel = TouchPanel(sensorSize: Size(width: 530, height: 300))
    #expect(
      OutputAssignment.assign(panel, to: [laptop, monitor]) == OutputAssignment(name: "DP-2", reason: .physicalSize))
    var twin = monitor
    twin.name = "DP-3"
    #expect(OutputAssignment.assign(panel, to: [laptop, monitor, twin]) == nil)
  }

  @Test func `a panel that is built in lies on the screen that is built in`() {
    let panel = TouchPanel(sensorSize: nil, connection: .builtIn)
    #expect(
      OutputAssignment.assign(panel, to: [laptop, monitor]) == OutputAssignment(name: "eDP-1", reason: .internalPanel))
    #expect(OutputAssignment.assign(TouchPanel(sensorSize: nil), to: [laptop, monitor]) == nil)
  }

  @Test func `preferences know a touch screen by any of its names`() {
    let preferences = MappingPreferences(
      outputs: ["pci-0000:00:15.0": "eDP-1"], sizes: ["/dev/input/event5": monitor.physicalSize])
    let names = ["pci-0000:00:15.0", "/dev/input/event5"]
    #expect(preferences.output(for: names) == "eDP-1")
    #expect(preferences.size(for: names) == monitor.physicalSize)
    #expect(preferences.output(for: ["other"]) == nil)
  }
}
