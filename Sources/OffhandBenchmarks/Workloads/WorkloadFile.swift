import Offhand
package import OffhandRecordings

/// Reads and writes workload files: lines of `frame,t_us,type,id,x,y`, with `d`, `m` and `u` for down, motion and up, and positions
/// in pixels.
package enum WorkloadFile {
  /// Reads the workload in the file at `path`. Throws an error with the line if a line cannot be understood.
  package static func workload(
    path: String, name: String, rate: Double, pixelsPerMillimetre: Double = 12
  ) throws(RecordingError) -> Workload {
    let content = try GzipFile.contents(of: path, limit: 64 << 20)
    var assembler = TouchFrameAssembler()
    var frames: [TouchFrame] = []
    var last: (frame: Substring, time: Timestamp)?
    let device = DeviceID(rawValue: 1)
    func say(_ event: TouchSourceEvent) {
      var made: [TouchFrame] = []
      assembler.add(event) { frame in made.append(copy frame) }
      frames += made
    }
    let lines = String(decoding: content, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
    for (index, line) in lines.enumerated() where !line.isEmpty && !line.hasPrefix("frame") {
      let fields = line.split(separator: ",", omittingEmptySubsequences: false)
      guard fields.count == 6, let time = Int64(fields[1]), let slot = Int32(fields[3]), let x = Double(fields[4]),
        let y = Double(fields[5]), (0...Int64.max / 1000).contains(time)
      else { throw RecordingError(file: path, line: index + 1, reason: "expected frame,t_us,type,id,x,y") }
      if let last, last.frame != fields[0] { say(.frame(device, last.time)) }
      let timestamp = Timestamp(nanoseconds: time * 1000)
      last = (fields[0], timestamp)
      let place = Point(x: x / pixelsPerMillimetre, y: y / pixelsPerMillimetre)
      let kind: TouchEvent.Kind
      switch fields[2] {
      case "d": kind = .down(place)
      case "m": kind = .motion(place)
      case "u": kind = .up
      default: throw RecordingError(file: path, line: index + 1, reason: "the type is \(fields[2]), not d, m or u")
      }
      say(.touch(TouchEvent(device: device, slot: slot, timestamp: timestamp, kind: kind)))
    }
    guard let last else {
      throw RecordingError(
        file: path, line: 1, reason: "there are no touches; expected lines of frame,t_us,type,id,x,y")
    }
    say(.frame(device, last.time))
    return Workload(name: name, rate: rate, frames: frames)
  }

  /// The text of a workload file, with times from 0.
  package static func text(_ workload: Workload, pixelsPerMillimetre: Double = 12) -> String {
    let start = workload.frames.first?.timestamp ?? .zero
    var lines = ["frame,t_us,type,id,x,y"]
    for (number, frame) in workload.frames.enumerated() {
      let time = (frame.timestamp - start).wholeNanoseconds / 1000
      for index in frame.indices {
        let touch = frame[index]
        let type = touch.phase == .began ? "d" : touch.phase.rawValue >= Touch.Phase.ended.rawValue ? "u" : "m"
        let x = DecimalText.rounded(touch.position.x * pixelsPerMillimetre, digits: 3, trimmed: true)
        let y = DecimalText.rounded(touch.position.y * pixelsPerMillimetre, digits: 3, trimmed: true)
        lines.append("\(number),\(time),\(type),\(touch.id.rawValue),\(x),\(y)")
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }
}
