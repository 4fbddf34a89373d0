import Offhand
import Testing

@testable import OffhandTool

struct DeviceSettingTests {
  @Test func `a device may have an equals sign in its name`() {
    let setting = DeviceSetting<OutputName>(argument: "pci-0000:00:14.0=usb=eDP-1")
    #expect(setting?.device == "pci-0000:00:14.0=usb")
    #expect(setting?.value.name == "eDP-1")
  }

  @Test(arguments: ["eDP-1", "=eDP-1", "ELAN="]) func `half a setting is none`(text: String) {
    #expect(DeviceSetting<OutputName>(argument: text) == nil)
  }

  @Test func `sizes are two plausible sides`() {
    #expect(MillimetreSize(argument: "300x190.5")?.size == Size(width: 300, height: 190.5))
    for text in ["300", "300x", "3x4", "300x190x2", "nanxnan", "300X190"] {
      #expect(MillimetreSize(argument: text) == nil, "\(text)")
    }
  }
}
