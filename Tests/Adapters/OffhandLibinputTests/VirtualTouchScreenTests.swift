import CPlatform
import FakeEvdev
import Glibc
import Offhand
import OffhandPlatform
import Testing

@testable import OffhandLibinput

/// What the kernel is asked for; `KernelSourceTests` try what it makes of that.
struct VirtualTouchScreenTests {
  @Test func `a virtual touch screen has the name, the identity and the axes that were described`() throws {
    let axes = [
      VirtualTouchScreen.Description.Axis(
        code: UInt16(ABS_MT_POSITION_X), minimum: -5, maximum: 6000, fuzz: 16, resolution: 20),
      VirtualTouchScreen.Description.Axis(code: UInt16(ABS_MT_PRESSURE), minimum: 0, maximum: .max),
    ]
    var description = VirtualTouchScreen.Description(name: "Panel", identity: [3, 0x1234, 0x5678, 1], axes: axes)
    description.hasTimestamps = true
    let device = try #require(VirtualTouchScreen.model(description))
    defer { libevdev_free(device) }
    #expect(String(cString: libevdev_get_name(device)) == "Panel")
    #expect(libevdev_get_id_vendor(device) == 0x1234 && libevdev_get_id_version(device) == 1)
    #expect(libevdev_has_property(device, UInt32(INPUT_PROP_DIRECT)) == 1)
    #expect(libevdev_has_event_code(device, UInt32(EV_KEY), UInt32(BTN_TOUCH)) == 1)
    #expect(libevdev_has_event_code(device, UInt32(EV_MSC), UInt32(MSC_TIMESTAMP)) == 1)
    let x = try #require(libevdev_get_abs_info(device, UInt32(ABS_MT_POSITION_X))).pointee
    #expect(x.minimum == -5 && x.maximum == 6000 && x.fuzz == 16 && x.resolution == 20)
    #expect(libevdev_get_abs_info(device, UInt32(ABS_MT_PRESSURE))?.pointee.maximum == .max)
    #expect(libevdev_get_abs_info(device, UInt32(ABS_MT_POSITION_Y)) == nil)
  }

  @Test func `a device with wheels is no touch screen, and has the keys that were described`() throws {
    var description = VirtualTouchScreen.Description(name: "Pointer", identity: [6, 0, 0, 1], axes: [])
    (description.keys, description.wheels) = ([EvdevCode.rightButton], [EvdevCode.fineWheel.vertical])
    let device = try #require(VirtualTouchScreen.model(description))
    defer { libevdev_free(device) }
    #expect(libevdev_has_property(device, UInt32(INPUT_PROP_DIRECT)) == 0)
    #expect(libevdev_has_event_code(device, UInt32(EV_REL), UInt32(REL_WHEEL_HI_RES)) == 1)
    let keys = [BTN_RIGHT, BTN_LEFT, BTN_TOUCH].map { libevdev_has_event_code(device, UInt32(EV_KEY), UInt32($0)) }
    #expect(keys == [1, 0, 0])
  }

  @Test func `a device is described with its place`() throws {
    let screen = FakeTouchScreen(seat: "seat-\(UInt64.random(in: 0 ... .max))").plug()
    fake_device_place(screen.node, "usb-1/input0")
    let descriptor = fake_device_open(screen.node)
    defer { fake_device_close(descriptor) }
    #expect(VirtualTouchScreen.Description(of: descriptor)?.place == "usb-1/input0")
  }

  @Test func `the kernel is told where a virtual touch screen is plugged in`() throws {
    var panel = VirtualTouchScreen.Description(name: "Panel", identity: [], axes: [])
    panel.place = "offhand/twin"
    let maker = try VirtualTouchScreen.Maker(opening: "/dev/null")
    #expect(throws: VirtualTouchScreenError.self) { _ = try VirtualTouchScreen(panel, by: maker) }
    #expect(String(cString: fake_uinput_place()) == "offhand/twin")
  }

  @Test func `what the kernel refuses is an error`() throws {
    let missing = #expect(throws: VirtualTouchScreenError.self) { try VirtualTouchScreen.Maker(opening: "/dev/none") }
    #expect(missing.map { "\($0)".contains("modprobe uinput") } == true)
    #expect(throws: VirtualTouchScreenError.refused(name: "Panel", code: ENOTTY)) {
      let panel = VirtualTouchScreen.Description(name: "Panel", identity: [], axes: [])
      _ = try VirtualTouchScreen(panel, by: try VirtualTouchScreen.Maker(opening: "/dev/null"))
    }
    #expect(throws: VirtualTouchScreenError.cannotWrite(code: ENOSPC)) {
      var touches = VirtualTouches(to: try Descriptor(opening: "/dev/full", .readingAndWriting))
      try touches.write([EvdevEvent(timestamp: .zero, type: EvdevCode.absolute, code: EvdevCode.slot, value: 1)])
    }
  }

  @Test func `each report is written once, event by event`() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("", to: "uinput")
    let written = Array(0..<5).map {
      EvdevEvent(timestamp: .zero, type: EvdevCode.absolute, code: EvdevCode.positionX, value: $0)
    }
    var touches = VirtualTouches(to: try Descriptor(opening: path, .readingAndWriting))
    for part in [written[..<3], written[3...]] { try touches.write(part) }
    let bytes = try Files.contents(of: path)
    #expect(bytes.count == 5 * MemoryLayout<input_event>.stride)
    let values = bytes.withUnsafeBytes { $0.bindMemory(to: input_event.self).map(\.value) }
    #expect(values == [0, 1, 2, 3, 4])
  }
}
