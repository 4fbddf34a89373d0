import Offhand
import OffhandCommandLine
import OffhandRecordings
import OffhandService

/// One event of one recognizer, as one line.
struct ReplayLine {
  let trace: String
  let event: GestureEvent
  let touches: [Int]

  /// The line as a JSON object: lengths in millimetres, times in seconds, angles in radians, clockwise positive.
  func write(to writer: inout JSONWriter) {
    writer.object { writer in
      writer.field("trace", trace)
      writer.gestureEvent(event, touches: touches)
    }
    writer.endLine()
  }

  /// The line as text.
  var text: String {
    let gesture = event.gesture
    var text = "\(DecimalText.seconds(nanoseconds: event.timestamp.nanoseconds))  \(event.name) \(event.state.word)"
    text += " at \(ReplayLine.short(gesture.location.x)),\(ReplayLine.short(gesture.location.y)) mm"
    if gesture.taps > 0 { text += ", taps \(gesture.taps)" }
    if gesture.translation != .zero {
      text += ", moved \(ReplayLine.short(gesture.translation.dx)),\(ReplayLine.short(gesture.translation.dy)) mm"
    }
    if gesture.scale != 1 { text += ", scale \(DecimalText.rounded(gesture.scale, digits: 3, trimmed: true))" }
    if gesture.rotation != .zero { text += ", turned \(ReplayLine.short(gesture.rotation.degrees))°" }
    if let direction = gesture.direction { text += ", \(direction.rawValue)" }
    if let edge = gesture.edge { text += ", from the \(edge.rawValue) edge" }
    text += ", fingers \(gesture.fingers)"
    if gesture.hand.side != .unknown {
      text +=
        ", \(gesture.hand.side.rawValue) hand \(DecimalText.rounded(gesture.hand.confidence, digits: 2, trimmed: true))"
    }
    if event.handIndex > 0 { text += ", hand number \(event.handIndex + 1)" }
    return text + "  (\(TerminalText.name(trace)))\n"
  }

  private static func short(_ number: Double) -> String { DecimalText.rounded(number, digits: 1, trimmed: true) }
}

/// The number of events of each recognizer in one recording.
struct ReplaySummary {
  private var counts: [(recognizer: String, states: [GestureState: Int])] = []

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
      writer.field("trace", recording.trace)
      writer.field("source", recording.source)
      writer.field("frames", frames)
      writer.field("scale", scale.caveat ?? "recorded")
      writer.object("summary") { writer in
        for (recognizer, states) in counts.sorted(by: { $0.recognizer < $1.recognizer }) {
          writer.object(recognizer) { writer in
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

  /// The same as a line of text.
  func line(_ recording: Recording) -> String {
    let parts = counts.sorted { $0.recognizer < $1.recognizer }.map { recognizer, states in
      let counted = GestureState.allCases.compactMap { state in states[state].map { "\(state.word) \($0)" } }
      return "\(recognizer): \(counted.joined(separator: ", "))"
    }
    return "\(TerminalText.name(recording.trace))\t\(parts.isEmpty ? "nothing" : parts.joined(separator: "; "))\n"
  }
}
