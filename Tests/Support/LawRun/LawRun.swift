import Glibc
import OffhandRecordings
import RecordingLaws

/// Tries laws in a release build, on as much as takes minutes: LawRun gestures|placements [COUNT [FIRST SEED]], LawRun recordings FILE...
///
/// The tests try the same laws on less, since a debug build plays some thousand frames a second and a release build hundreds of
/// thousands. A broken law ends the run with exit code 1, and says what breaks it.
@main
enum LawRun {
  static func main() {
    let words = CommandLine.arguments.dropFirst()
    let numbers = words.dropFirst().map { UInt64($0) }
    switch words.first {
    case "recordings" where words.count > 1: recordings(words.dropFirst())
    case "gestures" where numbers.count <= 2 && !numbers.contains(nil):
      GestureLaws.run(count(numbers), from: seed(numbers))
    case "placements" where numbers.count <= 2 && !numbers.contains(nil):
      PlacementLaws.run(count(numbers), from: seed(numbers))
    default: end("usage: LawRun gestures|placements [COUNT [FIRST SEED]], LawRun recordings FILE...", with: 64)
    }
  }

  private static func count(_ numbers: [UInt64?]) -> Int { Int((numbers.first ?? 1_000_000) ?? 1_000_000) }

  private static func seed(_ numbers: [UInt64?]) -> UInt64 { (numbers.dropFirst().first ?? 1) ?? 1 }

  /// Writes every recording in each format and reads it again.
  private static func recordings(_ files: some Sequence<String>) {
    var recordings = 0
    var frames = 0
    for file in files {
      do {
        var reader = try RecordingReader(path: file)
        while let recording = try reader.next() {
          recordings += 1
          frames += recording.frames.count
          let json = try RecordingCopy.differenceAsJSONLines(recording)
          if let difference = try json ?? RecordingCopy.differenceAsLibinputRecord(recording) {
            end("\(file): \(difference)", with: 1)
          }
        }
      } catch {
        end("\(error)", with: 1)
      }
    }
    print("recordings: \(recordings) with \(frames) frames written and read again in 2 formats, nothing lost")
  }

  static func end(_ message: String, with code: Int32) -> Never {
    print(message)
    exit(code)
  }
}
