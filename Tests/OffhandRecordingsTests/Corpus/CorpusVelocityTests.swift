import Offhand
import OffhandRecordings
import Testing

/// How fast recorded fingers were, by those who recorded them.
@Suite(.enabled(if: Corpus.isPresent, "no corpus: set OFFHAND_CORPUS"))
struct CorpusVelocityTests {
  private static let pixelsPerMillimetre = 4.0

  private func pans(of recording: Recording, pixelsPerMillimetre: Double? = nil) -> [GestureEvent] {
    var events: [GestureEvent] = []
    let scale = RecordingScale(recording, pixelsPerMillimetre: pixelsPerMillimetre)
    var replay = Replay(recording, scale: scale, through: StandardPipeline())
    replay.run { event, _ in if event.name == .pan { events.append(event) } }
    return events
  }

  /// Android's own tests allow 20 %; those that name no LSQ2 answer, and points that Android made up between two reports
  /// (`resampled`), are of other algorithms.
  @Test func `flings end with the velocity that Android's least squares find`() throws {
    var flings = 0
    try Corpus.forEachRecording(in: "android-velocity.jsonl") { recording in
      guard recording.truth["recorded"]?.bool == true,
        let due = recording.truth["velocity_px_s"]?.object?["lsq2"]?.object
      else {
        return
      }
      flings += 1
      let pans = pans(of: recording, pixelsPerMillimetre: Self.pixelsPerMillimetre)
      let end = try #require(pans.last, "\(recording.trace)")
      #expect(end.state == .ended)
      for (axis, found) in [("x", end.gesture.velocity.dx), ("y", end.gesture.velocity.dy)] {
        guard let due = due[axis]?.number else { continue }
        let share = found * Self.pixelsPerMillimetre / due - 1
        #expect(abs(share) <= 0.2, "\(recording.trace) \(axis): off by \(share)")
      }
    }
    #expect(flings == 12)
  }

  /// The bare parabola over the last 100 ms, without the rules about lifts and turning back; the recording keeps three digits
  /// of a position, and so a hundredth of a pixel a second.
  @Test func `the parabola is the one that Flutter fits`() throws {
    var flings = 0
    try Corpus.forEachRecording(in: "flutter-velocity.jsonl") { recording in
      guard case .array(let due)? = recording.truth["velocity_px_s"]?.object?["flutter_lsq"] else { return }
      flings += 1
      let samples = recording.frames.compactMap { frame in frame.touches.first.map { (frame.time, $0) } }
      let newest = try #require(samples.last).0
      var fit = ParabolaFit()
      for (time, touch) in samples where newest - time <= VelocityTracker.horizon {
        fit.add(SIMD4(touch.x, touch.y, 0, 0), at: time.seconds(since: newest))
      }
      let slope = fit.slope(at: 0)
      for (axis, found) in [(0, slope.x), (1, slope.y)] {
        let due = try #require(due[axis].number)
        #expect(abs(found - due) <= max(0.001 * abs(due), 0.01), "\(recording.trace): \(found) where \(due) was due")
      }
    }
    #expect(flings == 7)
  }

  /// A robot's arm keeps its pace in the middle of a stroke. Each reported velocity is a report's noise off, their mean over
  /// the time is not. People who imitated the robot did not keep their pace; their mean is as true.
  @Test func `the mean velocity of robot strokes is their speed`() throws {
    var strokes = 0
    try Corpus.forEachRecording(in: "cros-touchmtb.jsonl.gz") { recording in
      guard recording.truth["operator"]?.string?.hasPrefix("robot") == true else { return }
      let all = pans(of: recording).filter { $0.state == .changed }
      let whole = try #require(all.last, "\(recording.trace)").gesture.translation.length
      let middle = all.filter { (0.25...0.75).contains($0.gesture.translation.length / whole) }
      let first = try #require(middle.first, "\(recording.trace)")
      let last = try #require(middle.last, "\(recording.trace)")
      strokes += 1
      let way = last.gesture.translation - first.gesture.translation
      var integral = 0.0
      for (event, next) in zip(middle, middle.dropFirst()) {
        integral += event.gesture.velocity.dot(way) / way.length * next.timestamp.seconds(since: event.timestamp)
      }
      #expect(abs(integral / way.length - 1) <= 0.05, "\(recording.trace): off by \(integral / way.length - 1)")
    }
    #expect(strokes == 38)
  }
}
