import Offhand
import OffhandRecordings
import Testing

/// What the standard pipeline makes of recordings whose names say what the fingers meant.
@Suite(.enabled(if: Corpus.isPresent, "no corpus: set OFFHAND_CORPUS"))
struct CorpusRecognitionTests {
  private func outcomes(of file: String, pipeline: String = "standard", _ isWanted: (Recording) -> Bool) throws
    -> [CorpusOutcome]
  {
    var outcomes: [CorpusOutcome] = []
    try Corpus.forEachRecording(in: file) { recording in
      if isWanted(recording) { outcomes.append(CorpusOutcome(recording, through: pipeline)) }
    }
    return outcomes
  }

  @Test(arguments: [1, 2]) func `clicks on a touchpad are one tap of as many fingers`(fingers: Int) throws {
    let clicks = try outcomes(of: "cros-touchmtb.jsonl.gz") {
      $0.truth["gesture"]?.string == "physical_click" && $0.truth["fingers"]?.integer == fingers
    }
    #expect(clicks.count == (fingers == 1 ? 28 : 7))
    for click in clicks {
      #expect(click.names == ["tap"], "\(click.recording.trace)")
      #expect(click.starts.map(\.gesture.fingers) == [fingers], "\(click.recording.trace)")
    }
  }

  /// One of the recordings is named for fingers that spread and holds fingers that close, from 77 to 16 mm.
  @Test func `pinches begin once, have the right direction and do not rotate`() throws {
    let pinches = try outcomes(of: "cros-touchmtb.jsonl.gz") { $0.truth["gesture"]?.string == "pinch_to_zoom" }
    #expect(pinches.count == 14)
    var reversed: [String] = []
    for pinch in pinches {
      #expect(pinch.starts(.pinch).count == 1, "\(pinch.recording.trace)")
      #expect(pinch.starts(.rotation).isEmpty, "\(pinch.recording.trace)")
      #expect(pinch.starts(.tap).isEmpty, "\(pinch.recording.trace)")
      let scale = pinch.events.last { $0.name == .pinch && $0.state == .ended }?.gesture.scale ?? 1
      if (scale > 1) != (pinch.truth("direction") == "zoom_in") { reversed.append(pinch.recording.trace) }
    }
    #expect(reversed.count == 1)
  }

  @Test func `a stroke of one finger is one pan and no tap, and a swipe has its direction`() throws {
    let strokes = try outcomes(of: "cros-touchmtb.jsonl.gz") {
      $0.truth["gesture"]?.string == "tracking" && $0.truth["fingers"]?.integer == 1
    }
    #expect(strokes.count == 20)
    for stroke in strokes {
      #expect(stroke.starts(.pan).count == 1, "\(stroke.recording.trace)")
      #expect(stroke.starts(.tap).isEmpty, "\(stroke.recording.trace)")
      let way: SwipeDirection = stroke.truth("direction") == "left_to_right" ? .right : .left
      #expect(stroke.starts(.swipe).allSatisfy { $0.gesture.direction == way }, "\(stroke.recording.trace)")
    }
  }

  @Test func `taps on screens and tablets are taps of as many fingers, and nothing else`() throws {
    let expected = [
      "Atmel maXTouch Touchscreen.1-finger-fast-taps": (9, 1), "Finger double-tap-center": (1, 2),
      "Finger double-tap.": (1, 2), "2fg-double-tap": (1, 2), "2fg-tap": (1, 2), "single-tap-center": (1, 1),
      "PCAP MultiTouch Controller.tap": (1, 1),
    ]
    for (name, (taps, fingers)) in expected {
      let found = try outcomes(of: "evemu-devices.jsonl.gz") { $0.trace.contains(name) }
      #expect(found.count == 1, "\(name)")
      #expect(found.first?.names == ["tap"], "\(name)")
      #expect(found.first?.starts.map(\.gesture.fingers) == [Int](repeating: fingers, count: taps), "\(name)")
    }
  }

  @Test func `no drag, scroll, circle or swipe is taken for a tap`() throws {
    let moved = try outcomes(of: "evemu-devices.jsonl.gz") {
      ["drag", "scroll", "circle", "swipe"].contains($0.truth["gesture"]?.string ?? "")
    }
    #expect(moved.count >= 14)
    for outcome in moved { #expect(outcome.starts(.tap).isEmpty, "\(outcome.recording.trace)") }
  }

  /// A shell's gestures on top of an application in which people write and draw. What is stolen begins within 4 mm of an
  /// edge and leads inwards at 35 mm/s or more, or at the very edge and leads straight inwards, as pans from the edge do; no
  /// swipe of several fingers is ever seen in them.
  @Test func `navigation steals few strokes of people who write and draw`() throws {
    let strokes = try outcomes(of: "touchextrap.jsonl.gz", pipeline: "navigation") {
      $0.truth["gesture"]?.string?.hasSuffix("stroke") == true
    }
    let stolen = strokes.filter { !$0.starts.isEmpty }
    #expect(strokes.count == 1342)
    #expect(stolen.allSatisfy { $0.names == ["screen-edge-pan"] })
    #expect(Double(stolen.count) / Double(strokes.count) <= 0.01, "\(stolen.count)")
  }
}
