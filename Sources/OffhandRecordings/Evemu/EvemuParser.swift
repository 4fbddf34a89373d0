/// Reads what `evemu-record` writes: a description of the device and its events, in one file or in two.
enum EvemuParser {
  /// Whether `line` can be the first of such a file.
  static func recognizes(_ line: [UInt8]) -> Bool {
    line.starts(with: Array("# EVEMU".utf8))
      || (line.count > 2 && line[1] == UInt8(ascii: ":") && Array("NIPBAELS".utf8).contains(line[0]))
  }

  /// The recording in `lines`. Throws where a line cannot be understood or the device is none that feels fingers.
  static func recording(in lines: inout LineReader, limits: RecordingLimits) throws(RecordingError) -> Recording {
    var description = EvemuDescription()
    var frames: EvdevFrames?
    while let text = try lines.next() {
      do {
        let line = try EvemuLine(text)
        guard case .event(let event) = line else {
          description.add(line)
          continue
        }
        if frames == nil {
          if !description.isPresent { description = try EvemuDescription(beside: lines.path, limits: limits) }
          frames = try EvdevFrames(description.device, limits: limits)
        }
        try frames?.add(event)
      } catch {
        throw lines.fault(error.reason)
      }
    }
    guard let frames else { throw lines.fault("the file describes a device and holds no events") }
    let name = lines.path.split(separator: "/").last.map(String.init) ?? lines.path
    var recording = Recording(source: "evemu", trace: name, device: description.device.device, unit: .device)
    recording.frames = frames.frames
    return recording
  }
}
