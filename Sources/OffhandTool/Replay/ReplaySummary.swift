import Offhand
import OffhandRecordings

/// How often each recognizer said what about one recording.
struct ReplaySummary {
  private var counts: [(recognizer: String, states: [GestureState: Int])] = []

  /// Counts one answer.
  mutating func add(_ event: GestureEvent) {
    let name = "\(event.name)"
    if let index = counts.firstIndex(where: { $0.recognizer == name }) {
      counts[index].states[event.state, default: 0] += 1
    } else {
      counts.append((name, [event.state: 1]))
    }
  }

  /// One JSON object about `recording`.
  func write(_ recording: Recording, scale: RecordingScale, frames: Int, to writer: inout JSONWriter) {
    writer.object { writer in
      writer.key("trace")
      writer.value(recording.trace)
      writer.key("source")
      writer.value(recording.source)
      writer.key("frames")
      writer.value(frames)
      writer.key("scale")
      writer.value(scale.caveat ?? "recorded")
      writer.key("summary")
      writer.object { writer in
        for (recognizer, states) in counts.sorted(by: { $0.recognizer < $1.recognizer }) {
          writer.key(recognizer)
          writer.object { writer in
            for state in GestureState.allCases {
              guard let count = states[state] else { continue }
              writer.key(state.word)
              writer.value(count)
            }
          }
        }
      }
    }
    writer.endLine()
  }

  /// The same for people, on one line.
  func line(_ recording: Recording) -> String {
    let parts = counts.sorted { $0.recognizer < $1.recognizer }.map { recognizer, states in
      let counted = GestureState.allCases.compactMap { state in states[state].map { "\(state.word) \($0)" } }
      return "\(recognizer): \(counted.joined(separator: ", "))"
    }
    return "\(recording.trace)\t\(parts.isEmpty ? "nothing" : parts.joined(separator: "; "))\n"
  }
}
