import Offhand

/// Writes a recording as `libinput record` does (version 1), so that `libinput replay` and every reader of that format
/// can play it.
package struct LibinputRecordWriter: RecordingStream {
  private var encoder: EvdevEncoder

  /// A writer for frames of `recording`'s device in its unit; frames already in the recording determine the extent of a
  /// surface of unknown size.
  package init(_ recording: Recording, pixelsPerMillimetre: Double? = nil) {
    encoder = EvdevEncoder(recording, pixelsPerMillimetre: pixelsPerMillimetre)
  }

  /// The whole file of `recording`.
  package static func file(_ recording: Recording, pixelsPerMillimetre: Double? = nil) -> [UInt8] {
    var writer = LibinputRecordWriter(recording, pixelsPerMillimetre: pixelsPerMillimetre)
    var bytes = writer.head
    for frame in recording.frames { bytes += writer.report(frame) }
    return bytes
  }

  /// The beginning of the file, up to the list of events.
  package var head: [UInt8] {
    let isTouchpad = encoder.isTouchpad
    let axes = encoder.axes
    var text = """
      # libinput record
      version: 1
      ndevices: 1
      libinput:
        version: "1.22.1"
      system:
        os: "unknown"
        kernel: "unknown"
      devices:
      - node: /dev/input/event0
        evdev:
          name: \(LibinputRecordWriter.quoted(encoder.name))
          id: [\(encoder.identity.map(String.init).joined(separator: ", "))]
          codes:
            0: [0]
            1: [\(isTouchpad ? "\(EvdevCode.toolFinger), " : "")\(EvdevCode.touch)]
            3: [\(axes.map { String($0.code) }.joined(separator: ", "))]
          absinfo:

      """
    for (code, axis) in axes {
      text += "      \(code): [\(axis.minimum), \(axis.maximum), \(axis.fuzz), \(axis.flat), \(axis.resolution)]\n"
    }
    text += "    properties: [\(isTouchpad ? "" : String(EvdevCode.propertyDirect))]\n"
    text += "  udev:\n    properties:\n    - ID_INPUT=1\n"
    text += "    - ID_INPUT_\(isTouchpad ? "TOUCHPAD" : "TOUCHSCREEN")=1\n  events:\n"
    return Array(text.utf8)
  }

  /// The report of `frame`; empty if nothing changed since the frame before.
  package mutating func report(_ frame: RecordedFrame) -> [UInt8] {
    let events = encoder.report(frame)
    guard !events.isEmpty else { return [] }
    var text = "  - evdev:\n"
    for event in events {
      let microseconds = event.timestamp.nanoseconds / 1000
      text += "    - [\(microseconds / 1_000_000), \(microseconds % 1_000_000), "
      text += "\(event.type), \(event.code), \(event.value)]\n"
    }
    return Array(text.utf8)
  }

  /// Empty: each report is complete.
  package var end: [UInt8] { [] }

  /// `text` as a quoted scalar; YAML takes fewer characters as they are than JSON does.
  private static func quoted(_ text: String) -> String {
    var quoted = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": quoted += "\\\(scalar)"
      case " "..."~": quoted.unicodeScalars.append(scalar)
      default:
        let digits = String(scalar.value, radix: 16)
        quoted += "\\U" + String(repeating: "0", count: 8 - digits.count) + digits
      }
    }
    return quoted + "\""
  }
}
