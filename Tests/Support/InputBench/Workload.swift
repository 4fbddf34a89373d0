import FakeEvdev
import Glibc

/// A workload's fingers as evdev events, report by report; columns `frame,t_us,type,id,x,y`, in pixels of 1920 by 1080.
struct Workload {
  /// One event of a report.
  struct Event {
    var code: UInt16
    var value: Int32
  }

  /// The reports, in the order of time.
  private(set) var reports: [[Event]] = []
  /// When each happens, in microseconds from the first.
  private(set) var times: [Int64] = []

  /// Units a pixel; all positions of the workloads are multiples of an eighth.
  static let unitsPerPixel = 8.0

  /// Reads the file at `path`; `nil` where it cannot be read.
  init?(path: String) {
    guard let file = fopen(path, "r") else { return nil }
    defer { fclose(file) }
    var line: UnsafeMutablePointer<CChar>?
    var capacity = 0
    defer { free(line) }
    var slots: [Int: Int32] = [:]
    var tracking: Int32 = 0
    var last = -1
    while getline(&line, &capacity, file) > 0, let line {
      let fields = String(cString: line).split { $0 == "," || $0 == "\n" }
      guard fields.count >= 4, let frame = Int(fields[0]), let time = Int64(fields[1]), let id = Int(fields[3]) else {
        continue
      }
      if frame != last {
        reports.append([])
        times.append(time)
        last = frame
      }
      var slot = slots[id]
      if slot == nil {
        slot = (0..<20).first { !slots.values.contains($0) }
        slots[id] = slot
      }
      var events = [Event(code: 0x2f, value: slot ?? 0)]
      if fields[2] == "u" {
        events.append(Event(code: 0x39, value: -1))
        slots[id] = nil
      } else if fields.count >= 6, let x = Double(fields[4]), let y = Double(fields[5]) {
        if fields[2] == "d" {
          tracking += 1
          events.append(Event(code: 0x39, value: tracking))
        }
        events.append(Event(code: 0x35, value: Int32(x * Workload.unitsPerPixel)))
        events.append(Event(code: 0x36, value: Int32(y * Workload.unitsPerPixel)))
      }
      reports[reports.count - 1] += events
    }
  }

  /// A device whose axes fit, 12 pixels a millimetre, as the workloads say.
  static func makeDevice() -> Int32 {
    let node = fake_device_make("Bench", "seat-bench", 3, 1, 1)
    fake_device_udev_property(node, "ID_INPUT_TOUCHSCREEN", "1")
    fake_device_key(node, 0x14a)
    fake_device_input_property(node, 1)
    for code: UInt16 in [0x00, 0x35] { fake_device_axis(node, code, 0, 1920 * 8 - 1, 0, 96) }
    for code: UInt16 in [0x01, 0x36] { fake_device_axis(node, code, 0, 1080 * 8 - 1, 0, 96) }
    fake_device_axis(node, 0x2f, 0, 19, 0, 0)
    fake_device_axis(node, 0x39, 0, 65535, 0, 0)
    fake_device_plug(node)
    return node
  }

  /// Writes report `index` into the device, at a time in microseconds.
  func feed(_ node: Int32, report index: Int, at time: Int64) {
    for event in reports[index] { fake_device_event(node, time, 3, event.code, event.value) }
    fake_device_event(node, time, 0, 0, 0)
  }
}
