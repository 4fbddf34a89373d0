import ArgumentParser
import Offhand
import OffhandClient
import Testing

@testable import OffhandTool

struct MapCommandTests {
  private let screen = TouchDevice(
    id: DeviceID(rawValue: 1), name: "Panel", path: "/dev/input/event5",
    surface: SurfaceGeometry(
      size: Size(width: 300, height: 200), pixelWidth: 0, pixelHeight: 0, provenance: .device))

  @Test func `a result is the option to give and the rule to install`() {
    let text = MapCommand.text(.init(output: "HDMI-A-1", screen: screen, busPath: "pci-0000:00:14.0-usb-0:4:1.0"))
    #expect(
      text == """
        HDMI-A-1: Panel at /dev/input/event5
          --map 'pci-0000:00:14.0-usb-0:4:1.0=HDMI-A-1'
          SUBSYSTEM=="input", KERNEL=="event*", ENV{ID_PATH}=="pci-0000:00:14.0-usb-0:4:1.0", ENV{WL_OUTPUT}="HDMI-A-1"

        """)
  }

  @Test func `an output that was not touched is reported`() {
    #expect(MapCommand.text(.init(output: "DP-1", screen: nil, busPath: "")) == "DP-1: not touched\n")
  }

  @Test(arguments: [["--source", "wayland"], ["--source", "a.jsonl"], ["--seconds", "0"]])
  func `what cannot be mapped is refused`(arguments: [String]) {
    #expect(throws: (any Error).self) { _ = try MapCommand.parse(arguments) }
  }
}
