import DesignCases
import Offhand
import OffhandRecordings
import OffhandTesting
import Testing

/// What the layer for several hands leaves as it is (Design/Recognizing.md "Several hands").
@Suite(.enabled(if: Corpus.isPresent, "no corpus: set OFFHAND_CORPUS"))
struct OneHandTests {
  /// Recordings of touchpads that would differ if hands were told apart there: a finger rests beside another (six), contacts jump between
  /// edges (two), are lost and found beside others (two), or land late beside others and lift at once (three).
  private static let differentPads: Set<String> = [
    "data/drag_edge_thumb/drag_edge_thumb.horizontal_3.no_points.dat",
    "data/gaps/gap_new_finger_arriving_or_departing.dat",
    "data/gaps/one_stationary_finger_2nd_finger_moving_gaps.dat",
    "data/gaps/resting_finger_2nd_finger_moving_gaps.dat",
    "data/gaps/resting_finger_2nd_finger_moving_segment_gaps.dat",
    "data/linearity/two_finger_tracking.bottom_left_to_top_right.normal-lumpy-fw_11.27-robot-20130227_204902.dat",
    "data/stationary_finger_fat_finger_wobble.dat",
    "data/stationary_finger_shift_with_2nd_finger_tap.dat",
    "data/stationary_finger_strongly_affected_by_2nd_moving_finger_with_gaps.dat",
    "logs/lumpy/20130506_031746-fw_11.27-robot_sim/drumroll.fast-lumpy-fw_11.27-manual-20130528_044728.dat",
    "logs/lumpy/20130506_032659-fw_11.23-robot_sim/drumroll.fast-lumpy-fw_11.23-manual-20130528_044947.dat",
    "logs/lumpy/20130506_032458-fw_11.23-robot_sim/"
      + "two_finger_swipe.top_to_bottom-lumpy-fw_11.23-complete-20130725_023223.dat",
    "logs/lumpy/20130506_032659-fw_11.23-robot_sim/"
      + "two_finger_swipe.top_to_bottom-lumpy-fw_11.23-complete-20130725_023307.dat",
  ]

  /// Recordings of people that differ: in one a finger lands .4 s after the first and 95 mm away, in the other lifts are missing, so that
  /// fingers that are gone rest there.
  private static let differentPeople: Set<String> = ["04/5/022", "07/5/028"]

  @Test(.recognition("N13")) func `a pinch of one person is never two people`() throws {
    var pinches = 0
    try Corpus.forEachRecording(in: "ubc-people.jsonl.gz") { recording in
      guard recording.truth["inferred"]?.string?.hasPrefix("pinch") == true else { return }
      pinches += 1
      #expect(pinchesBegun(recording, through: StandardPipeline().byHand()) == 1, "\(recording.trace)")
    }
    #expect(pinches == 110)
  }

  private func pinchesBegun(_ recording: Recording, through pipeline: some GesturePipeline) -> Int {
    var replay = Replay(recording, scale: RecordingScale(recording), through: pipeline)
    var count = 0
    replay.run { event, _ in count += event.name == .pinch && event.state == .began ? 1 : 0 }
    return count
  }

  @Test(.recognition("N13"), arguments: Corpus.files)
  func `recordings of one hand give the events without the layer`(file: String) throws {
    var count = 0
    try Corpus.forEachRecording(in: file) { recording in
      count += 1
      // Of the recordings of one small touch, which goes straight to the pipeline, a sample is enough.
      guard count % 25 == 0 || recording.frames.contains(where: { $0.touches.count > 1 || $0.isLarge }) else { return }
      let bare = lines(recording, through: StandardPipeline())
      let scale = RecordingScale(recording)
      let byHand = lines(recording, through: StandardPipeline().byHand(scale.separation(of: recording.device)))
      guard bare != byHand else { return }
      guard file != "ubc-people.jsonl.gz" || !Self.differentPeople.contains(recording.trace) else { return }
      Issue.record("\(recording.trace) differs: \(bare.count) events, \(byHand.count) by hand")
    }
  }

  @Test(.recognition("N13")) func `on touchpads thirteen recordings would differ if hands were told apart`() throws {
    var different: Set<String> = []
    try Corpus.forEachRecording(in: "cros-touchmtb.jsonl.gz") { recording in
      let bare = lines(recording, through: StandardPipeline())
      if bare != lines(recording, through: StandardPipeline().byHand()) { different.insert(recording.trace) }
    }
    #expect(different.subtracting(Self.differentPads).isEmpty)
  }

  private func lines(_ recording: Recording, through pipeline: some GesturePipeline) -> [Int] {
    var replay = Replay(recording, scale: RecordingScale(recording), through: pipeline)
    var lines: [Int] = []
    replay.run { event, touches in
      var hasher = Hasher()
      hasher.combine(event.name)
      hasher.combine(event.state)
      hasher.combine(event.timestamp)
      hasher.combine(event.handIndex)
      hasher.combine(touches)
      hasher.combine(event.gesture)
      lines.append(hasher.finalize())
    }
    return lines
  }
}

extension RecordedFrame {
  /// Whether a touch is as large as a palm.
  fileprivate var isLarge: Bool { touches.contains { ($0.majorMillimetres ?? 0) >= 30 } }
}

/// Random people around a table.
@Suite(.enabled(if: Corpus.isPresent, "no corpus: set OFFHAND_CORPUS"))
struct ManyHandsTests {
  /// The part of the table that each person uses, in millimetres; hands of two people are at least 100 mm apart.
  private static let place = Size(width: 200, height: 200)
  private static let clearance = 100.0

  @Test func `each of two to ten hands gets the events that it gets alone`() throws {
    let strokes = try RecordedStroke.strokes()
    var (frames, events, same) = (0, 0, 0)
    for seed in UInt64(0)..<18 {
      let people = 2 + Int(seed % 9)
      let stream = PeopleStream(
        of: strokes, people: people, in: Self.place, apart: Self.clearance, seconds: 60, seed: seed)
      var player = LawPlay(StandardPipeline().byHand())
      player.play(stream.steps)
      player.finish(at: (stream.steps.last?.time ?? .zero) + .seconds(5))
      #expect(player.violations.isEmpty, "\(player.violations.prefix(3))")
      frames += player.frames
      var found = lines(player)
      for person in 0..<people {
        var alone = LawPlay(StandardPipeline())
        alone.play(stream.steps(of: person))
        for (line, count) in lines(alone) {
          events += count
          same += min(count, found[line] ?? 0)
          found[line] = nil
        }
      }
    }
    #expect(frames >= 100_000)
    #expect(Double(same) >= 0.97 * Double(events), "\(same) of \(events)")
  }

  /// How often each event happened, by what happened when at which place.
  private func lines(_ play: LawPlay) -> [String: Int] {
    var lines: [String: Int] = [:]
    for event in play.events {
      lines["\(event.name) \(event.state) \(event.milliseconds) \(event.gesture.location)", default: 0] += 1
    }
    return lines
  }
}

/// People side by side, each of whom makes one random stroke after the other in a place of its own.
private struct PeopleStream {
  private var people: [[PlacedStroke]] = []

  init(of recorded: [RecordedStroke], people: Int, in place: Size, apart: Double, seconds: Double, seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    for person in 0..<people {
      let corner = Vector(
        dx: Double(person % 5) * (place.width + apart), dy: Double(person / 5) * (place.height + apart))
      var strokes: [PlacedStroke] = []
      var report = random.number(0...100)
      while Double(report) * RecordedStroke.interval < seconds {
        let stroke = recorded[random.number(0...recorded.count - 1)]
        guard let offset = stroke.offset(in: place, &random) else { continue }
        strokes.append(PlacedStroke(stroke: stroke, person: person, start: report, offset: offset + corner))
        report += stroke.points.count + random.number(10...80)
      }
      self.people.append(strokes)
    }
  }

  /// The steps of all people; the slot of each stroke is a number of its own.
  var steps: [Step] { PlacedStroke.steps(people.flatMap { $0 }) }

  /// The steps of one person.
  func steps(of person: Int) -> [Step] { PlacedStroke.steps(people[person]) }
}
