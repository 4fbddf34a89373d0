import Offhand
import OffhandRecordings

/// Arbitrary bytes for every parser of recordings, and what comes out for everything that recordings go through.
///
/// An error has file, line and reason, and every recording survives being written and read again.
enum Recordings {
  /// One input.
  static func take(_ content: [UInt8]) {
    var limits = RecordingLimits()
    limits.lineLength = 1 << 20
    limits.samples = 5000
    var reader = RecordingReader(content: content, name: "fuzz", limits: limits)
    var faults = 0
    while faults < 100 {
      do {
        guard let recording = try reader.next() else { return }
        check(recording)
      } catch {
        precondition(error.file == "fuzz" && !error.reason.isEmpty && (error.line ?? 1) >= 1)
        faults += 1
      }
    }
  }

  private static func check(_ recording: Recording) {
    let scale = RecordingScale(recording)
    var playback = RecordingPlayback(recording, scale: scale)
    var assembler = TouchFrameAssembler()
    var down = 0
    while playback.advance({ event in
      assembler.add(event) { frame in down = frame.downCount }
    }) {}
    precondition(down == 0, "a recording that ended has fingers down")

    var lines = RecordingReader(content: JSONLinesWriter.line(recording), name: "again")
    do {
      let again = try lines.next()
      var expected = recording
      // Without a position there is nothing that tells the unit.
      if recording.frames.allSatisfy(\.touches.isEmpty) { expected.unit = again?.unit ?? recording.unit }
      precondition(again == expected, "written as JSON lines, it reads back different")
    } catch {
      preconditionFailure("written as JSON lines, it cannot be read: \(error)")
    }
    var reports = RecordingReader(content: LibinputRecordWriter.file(recording), name: "again")
    do {
      let again = try reports.next()
      precondition(again != nil, "written as libinput record does, it is gone")
    } catch {
      preconditionFailure("written as libinput record does, it cannot be read: \(error)")
    }
  }
}
