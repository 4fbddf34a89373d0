import Offhand
import OffhandRecordings
import Testing

/// Whose hand it was, by one finger on a phone: people 1 to 5 of the set are what the evidence was fitted to, 6 to 10 are asked.
@Suite(.enabled(if: Corpus.isPresent, "no corpus: set OFFHAND_CORPUS"))
struct CorpusHandTests {
  private static let file = "capfingerid.jsonl.gz"

  /// Whom a recording is of: person, hand and finger, as `p7-left-index`.
  private static func person(_ recording: Recording) -> String {
    recording.trace.prefix { $0 != "/" }.description
  }

  private static func recordings(_ isWanted: (Recording) -> Bool) throws -> [Recording] {
    var kept: [Recording] = []
    try Corpus.forEachRecording(in: file) { recording in
      let number = Int(person(recording).dropFirst().prefix { $0 != "-" }) ?? 0
      if (6...10).contains(number), isWanted(recording) { kept.append(recording) }
    }
    return kept
  }

  private static func truth(_ recording: Recording) throws -> Handedness {
    try #require(recording.truth["hand"]?.string.flatMap(Handedness.init))
  }

  /// The last answer about each finger of `recording`.
  private static func hands(in recording: Recording) throws -> [Int: Hand] {
    let scale = RecordingScale(recording)
    let posture = scale.posture(of: recording.device)
    #expect(posture == .handheld)
    let pipeline = try #require(
      PipelineCatalog.pipeline(named: "standard", bounds: scale.surface.bounds, posture: posture, rightHandPrior: 0.5))
    return hands(in: recording, scale, through: pipeline)
  }

  private static func hands(
    in recording: Recording, _ scale: RecordingScale, through pipeline: some GesturePipeline
  ) -> [Int: Hand] {
    var hands: [Int: Hand] = [:]
    var replay = Replay(recording, scale: scale, through: pipeline)
    replay.run { event, touches in for touch in touches { hands[touch] = event.gesture.hand } }
    return hands
  }

  /// A stroke that goes up or down rather than across.
  private static func isUpright(_ recording: Recording) -> Bool {
    let touches = recording.frames.flatMap(\.touches)
    guard let first = touches.first, let last = touches.last else { return false }
    let heights = touches.map(\.y)
    let travel = (heights.max() ?? 0) - (heights.min() ?? 0)
    return travel >= 15 && abs(last.x - first.x) <= 0.75 * travel
  }

  @Test func `One gesture names a side seldom, mostly rightly, and never rashly`() throws {
    var tally = HandTally()
    for recording in try Self.recordings({ _ in true }) {
      for hand in try Self.hands(in: recording).values { tally.note(hand, truth: try Self.truth(recording)) }
    }
    #expect(tally.count > 2000, "\(tally.line)")
    #expect(tally.share > 0.05, "\(tally.line)")
    #expect(tally.accuracy > 0.6, "\(tally.line)")
    #expect(tally.calibrationError < 0.12, "\(tally.line)")
    #expect(tally.rashness <= 0.01, "\(tally.line)")
    #expect(tally.overconfidence < 0.03, "\(tally.line)")
  }

  @Test func `Twenty strokes of one person tell what one does not`() throws {
    var each = HandTally()
    var last = HandTally()
    var people: [String: [Recording]] = [:]
    for recording in try Self.recordings({ $0.truth["task"]?.string == "scroll" && Self.isUpright($0) }) {
      people[Self.person(recording), default: []].append(recording)
    }
    for strokes in people.keys.sorted().compactMap({ people[$0] }) where strokes.count >= 8 {
      let truth = try Self.truth(strokes[0])
      let hands = try Self.hands(in: Self.session(of: strokes))
      for stroke in hands.keys.sorted() { each.note(hands[stroke] ?? .unknown, truth: truth) }
      if let final = hands.keys.max() { last.note(hands[final] ?? .unknown, truth: truth) }
    }
    #expect(last.count >= 20, "\(last.line)")
    #expect(Double(each.right) / Double(each.count) > 0.7, "\(each.line)")
    #expect(Double(last.right) / Double(last.count) > 0.85, "\(last.line)")
    #expect(last.accuracy > 0.95, "\(last.line)")
    #expect(each.rashness <= 0.01, "\(each.line)")
    // Twenty strokes of one person are hardly more than one witness, so the answers stay more doubtful than they are wrong.
    #expect(each.overconfidence < 0.01, "\(each.line)")
    #expect(each.accuracy(from: 0.75) > 0.97, "\(each.line)")
  }

  /// Twenty of the strokes, one a second after the other, as one recording.
  private static func session(of strokes: [Recording]) -> Recording {
    var session = strokes[0]
    session.frames = []
    var start = Timestamp.zero
    for index in 0..<20 {
      let stroke = strokes[index % strokes.count]
      for frame in stroke.frames {
        var moved = frame
        moved.time = start + (frame.time - .zero)
        for touch in moved.touches.indices { moved.touches[touch].id = index }
        session.frames.append(moved)
      }
      start = (session.frames.last?.time ?? start) + .seconds(1)
    }
    return session
  }
}

/// What was answered about hands whose truth is known: how often a side was named, how often rightly, how well the confidence
/// was founded.
struct HandTally {
  private(set) var count = 0
  private(set) var named = 0
  private(set) var right = 0
  /// Wrong sides with a confidence above 0.9.
  private(set) var rash = 0
  private var bins = [(count: Int, confidence: Double, hits: Double)](repeating: (0, 0, 0), count: 21)

  /// Takes in that `hand` was answered where `truth` was there.
  mutating func note(_ hand: Hand, truth: Handedness) {
    count += 1
    guard hand.side != .unknown else { return }
    named += 1
    let isRight = hand.side == truth
    right += isRight ? 1 : 0
    rash += !isRight && hand.confidence > 0.9 ? 1 : 0
    let bin = Int(hand.confidence * 20)
    bins[bin].count += 1
    bins[bin].confidence += hand.confidence
    bins[bin].hits += isRight ? 1 : 0
  }

  /// The share of answers that name a side.
  var share: Double { Double(named) / Double(max(1, count)) }
  /// The share of the named sides that are right.
  var accuracy: Double { Double(right) / Double(max(1, named)) }
  /// The share of all answers that are wrong with a confidence above 0.9.
  var rashness: Double { Double(rash) / Double(max(1, count)) }
  /// By how much confidence and truth differ on average, in twenty bins.
  var calibrationError: Double {
    bins.reduce(0) { $0 + abs($1.confidence - $1.hits) } / Double(max(1, named))
  }
  /// By how much confidence exceeds truth on average, where it does.
  var overconfidence: Double {
    bins.reduce(0) { $0 + max(0, $1.confidence - $1.hits) } / Double(max(1, named))
  }

  /// The share of the sides named with at least this confidence, a multiple of a twentieth, that are right.
  func accuracy(from confidence: Double) -> Double {
    let sure = bins[Int(confidence * 20 + 0.5)...]
    return sure.reduce(0) { $0 + $1.hits } / Double(max(1, sure.reduce(0) { $0 + $1.count }))
  }

  /// The figures in one line.
  var line: String {
    let table = bins.indices.filter { bins[$0].count > 0 }
      .map { "\(Double($0) / 20): \(Int(bins[$0].hits))/\(bins[$0].count)" }.joined(separator: ", ")
    return
      "\(count) gestures, \(named) named, accuracy \(accuracy), calibration error \(calibrationError), rash \(rash), \(table)"
  }
}
