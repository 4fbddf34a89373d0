import Offhand

/// Writes one recording report by report, so that after an interruption the file so far can be read.
package protocol RecordingStream: Sendable {
  /// The beginning of the file.
  var head: [UInt8] { get }

  /// The bytes of one more frame; empty if it has no changes.
  mutating func report(_ frame: RecordedFrame) -> [UInt8]

  /// The bytes that complete the file behind the head or any report; the next report replaces them.
  var end: [UInt8] { get }
}

/// Writes recordings as JSON lines, one object a line, so that reading them again gives the same recordings.
package enum JSONLinesWriter {
  /// The line of `recording`, with its end.
  package static func line(_ recording: Recording) -> [UInt8] {
    JSONWriter.line { writer in
      writer.field("source", recording.source)
      writer.field("trace", recording.trace)
      if !recording.licence.isEmpty { writer.field("licence", recording.licence) }
      writer.key("device")
      write(recording.device, to: &writer)
      writer.array("frames") { writer in
        for frame in recording.frames { write(frame, in: recording.unit, to: &writer) }
      }
      if !recording.truth.isEmpty { writer.field("truth", .object(recording.truth)) }
    }
  }

  /// The object of one frame.
  static func text(_ frame: RecordedFrame, in unit: LengthUnit) -> [UInt8] {
    var writer = JSONWriter()
    write(frame, in: unit, to: &writer)
    return writer.bytes
  }

  private static func write(_ device: RecordedDevice, to writer: inout JSONWriter) {
    writer.object { writer in
      writer.field("name", device.name)
      writer.field("kind", device.kind)
      if !device.ids.isEmpty { writer.field("ids", .object(device.ids.mapValues(JSONValue.string))) }
      if !device.axes.isEmpty {
        writer.object("axes") { writer in
          for (name, axis) in device.axes.sorted(by: { $0.key < $1.key }) {
            writer.key(name)
            write(axis, to: &writer)
          }
        }
      }
      writer.field("width_mm", device.width)
      writer.field("height_mm", device.height)
      writer.field("mm_basis", device.basis.rawValue)
      writer.field("px_per_mm", device.pixelsPerMillimetre)
      writer.field("max_contacts", device.maximumContacts)
      for (key, value) in device.extras.sorted(by: { $0.key < $1.key }) { writer.field(key, value) }
    }
  }

  private static func write(_ axis: RecordedAxis, to writer: inout JSONWriter) {
    writer.object { writer in
      writer.field("min", axis.minimum)
      writer.field("max", axis.maximum)
      writer.field("fuzz", axis.fuzz)
      if axis.flat != 0 { writer.field("flat", axis.flat) }
      writer.field("res", axis.resolution)
    }
  }

  private static func write(_ frame: RecordedFrame, in unit: LengthUnit, to writer: inout JSONWriter) {
    writer.object { writer in
      writer.key("t")
      writer.literal(DecimalText.exactSeconds(nanoseconds: frame.time.nanoseconds))
      writer.array("touches") { writer in for touch in frame.touches { write(touch, in: unit, to: &writer) } }
      if !frame.cancelled.isEmpty {
        writer.array("cancelled") { writer in for id in frame.cancelled { writer.value(id) } }
      }
    }
  }

  private static func write(_ touch: RecordedTouch, in unit: LengthUnit, to writer: inout JSONWriter) {
    writer.object { writer in
      writer.field("id", touch.id)
      writer.field("x_\(unit.rawValue)", touch.x)
      writer.field("y_\(unit.rawValue)", touch.y)
      writer.field("major", touch.major)
      writer.field("minor", touch.minor)
      writer.field("major_mm", touch.majorMillimetres)
      writer.field("minor_mm", touch.minorMillimetres)
      writer.field("orient_deg", touch.orientationDegrees)
      writer.field("pressure", touch.pressure)
      for (key, value) in touch.extras.sorted(by: { $0.key < $1.key }) { writer.field(key, value) }
    }
  }
}

extension JSONWriter {
  fileprivate mutating func field(_ name: String, _ number: Float?) {
    guard let number, number.isFinite else { return }
    key(name)
    literal(number == number.rounded() && number.magnitude < 0x1p24 ? String(Int(number)) : number.description)
  }
}

/// Writes one recording as a line of JSON, frame by frame.
package struct JSONLinesStream: RecordingStream {
  private let recording: Recording
  private var last: RecordedFrame?

  /// A stream of frames of `recording`'s device in its unit; the frames that it holds already are not written.
  package init(_ recording: Recording) {
    var empty = recording
    empty.frames = []
    empty.truth = [:]
    self.recording = empty
  }

  /// The line up to the first frame.
  package var head: [UInt8] { JSONLinesWriter.line(recording).dropLast(end.count) }

  /// One frame; empty if it has the same touches as the frame before.
  package mutating func report(_ frame: RecordedFrame) -> [UInt8] {
    if let last, frame.touches == last.touches && frame.cancelled.isEmpty { return [] }
    let comma = last == nil ? [] : [UInt8(ascii: ",")]
    last = frame
    return comma + JSONLinesWriter.text(frame, in: recording.unit)
  }

  /// The end of the frames, of the recording and of the line.
  package var end: [UInt8] { Array("]}\n".utf8) }
}
