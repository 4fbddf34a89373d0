import Offhand
package import OffhandRecordings

/// What a recording must survive: to be written and read again with nothing lost.
package enum RecordingCopy {
  /// Writes `recording` as JSON lines and reads it again; answers how the copy differs, if it does.
  package static func differenceAsJSONLines(_ recording: Recording) throws(RecordingError) -> String? {
    let copy = try copy(JSONLinesWriter.line(recording), recording.trace)
    return copy == recording ? nil : "\(recording.trace) differs as JSON lines"
  }

  /// Writes `recording` as `libinput record` does and reads it again; answers where the copy is further off than one unit of
  /// the device, if it is.
  package static func differenceAsLibinputRecord(_ recording: Recording) throws(RecordingError) -> String? {
    guard let copy = try copy(LibinputRecordWriter.file(recording), recording.trace) else {
      return "\(recording.trace) holds nothing as libinput's recording"
    }
    return difference(recording, copy)
  }

  private static func copy(_ content: [UInt8], _ name: String) throws(RecordingError) -> Recording? {
    var reader = RecordingReader(content: content, name: name)
    return try reader.next()
  }

  /// Every moment of the recording has the same contacts in the copy; frames in which nothing changed may be missing.
  private static func difference(_ recording: Recording, _ copy: Recording) -> String? {
    let scale = RecordingScale(recording)
    let copyScale = RecordingScale(copy)
    let unitX = copyScale.factorX * 1.001
    let unitY = copyScale.factorY * 1.001
    var next = 0
    for (index, frame) in recording.frames.enumerated() {
      let time = microseconds(frame)
      if index + 1 < recording.frames.count && microseconds(recording.frames[index + 1]) == time { continue }
      while next < copy.frames.count && microseconds(copy.frames[next]) <= time { next += 1 }
      let touches = next > 0 ? copy.frames[next - 1].touches : []
      let copied = touches.map(copyScale.position)
      let isSame =
        copied.count == frame.touches.count
        && frame.touches.map(scale.position).allSatisfy { position in
          copied.contains { abs($0.x - position.x) <= unitX && abs($0.y - position.y) <= unitY }
        }
      if !isSame {
        return "\(recording.trace) at \(frame.time.seconds): \(frame.touches.map(scale.position)) became \(copied)"
      }
    }
    return next == copy.frames.count ? nil : "\(recording.trace): the copy goes on after the end"
  }

  private static func microseconds(_ frame: RecordedFrame) -> Int64 { (frame.time.nanoseconds + 500) / 1000 }
}
