import Glibc
import OffhandRecordings
import RecordingLaws

/// Writes every recording of the named files in each format and reads it again: RecordingLawRun FILE...
///
/// The tests do the same, in libinput's format with a part of the large files only: YAML takes a debug build its time. Ends
/// with 1 where something was lost, and says where.
@main
struct RecordingLawRun {
  static func main() {
    let files = CommandLine.arguments.dropFirst()
    guard !files.isEmpty else { end("usage: RecordingLawRun FILE...", with: 64) }
    var recordings = 0
    var frames = 0
    for file in files {
      do {
        var reader = try RecordingReader(path: file)
        while let recording = try reader.next() {
          recordings += 1
          frames += recording.frames.count
          if let difference = try RecordingCopy.differenceAsJSONLines(recording) {
            end("\(file): \(difference)", with: 1)
          }
          if let difference = try RecordingCopy.differenceAsLibinputRecord(recording) {
            end("\(file): \(difference)", with: 1)
          }
        }
      } catch {
        end("\(error)", with: 1)
      }
    }
    print("recordings: \(recordings) with \(frames) frames written and read again in 2 formats, nothing lost")
  }

  private static func end(_ message: String, with code: Int32) -> Never {
    print(message)
    exit(code)
  }
}
