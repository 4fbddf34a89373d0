import OffhandRecordings
import Testing

@testable import Offhand

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

/// The contacts of a recording, each with its own life, so that other reports of them can be made.
struct ReportedContacts {
  private struct Contact {
    var samples: [(time: Timestamp, touch: RecordedTouch)]
    var lift: Timestamp

    /// Where it is at `time`, straight between two reports.
    func touch(at time: Timestamp) -> RecordedTouch {
      guard let next = samples.firstIndex(where: { $0.time > time }), next > 0 else {
        return (samples.last { $0.time <= time } ?? samples[0]).touch
      }
      let (from, to) = (samples[next - 1], samples[next])
      let share = time.seconds(since: from.time) / to.time.seconds(since: from.time)
      var touch = from.touch
      touch.x += (to.touch.x - from.touch.x) * share
      touch.y += (to.touch.y - from.touch.y) * share
      return touch
    }
  }

  private let recorded: [RecordedFrame]
  private var contacts: [Contact] = []

  init(_ recording: Recording) {
    recorded = recording.frames
    var places: [Int: Int] = [:]
    for (index, frame) in recorded.enumerated() {
      let next = index + 1 < recorded.count ? recorded[index + 1].time : frame.time + .milliseconds(10)
      for touch in frame.touches {
        if let place = places[touch.id] {
          contacts[place].samples.append((frame.time, touch))
          contacts[place].lift = next
        } else {
          places[touch.id] = contacts.count
          contacts.append(Contact(samples: [(frame.time, touch)], lift: next))
        }
      }
    }
  }

  /// As a panel sees them that reports `rate` times a second; a contact that was shorter than a report is in one.
  func frames(rate: Int) -> [RecordedFrame] {
    let end = contacts.map(\.lift).max() ?? .zero
    var frames: [RecordedFrame] = []
    var seen: Set<Int> = []
    for report in 0...(Int(end.seconds * Double(rate)) + 2) {
      let time = Timestamp.zero + .seconds(Double(report) / Double(rate))
      let touches = contacts.filter { contact in
        let id = contact.samples[0].touch.id
        let isDown = contact.samples[0].time <= time && (time < contact.lift || !seen.contains(id))
        if isDown { seen.insert(id) }
        return isDown
      }
      if touches.isEmpty && frames.last?.touches.isEmpty ?? true { continue }
      frames.append(
        RecordedFrame(time: time, touches: touches.map { $0.touch(at: min(time, $0.samples.last?.time ?? time)) }))
    }
    return frames
  }

  /// With a second contact that is felt so much later, or not at all if it had gone by then.
  func frames(secondLanding delay: Duration) -> [RecordedFrame] {
    guard contacts.count > 1 else { return recorded }
    let second = contacts[1].samples[0]
    return recorded.map { frame in
      var frame = frame
      if frame.time < second.time + delay { frame.touches.removeAll { $0.id == second.touch.id } }
      return frame
    }
  }

  /// With a last contact that stays so much longer where it was.
  func frames(lastLifting delay: Duration) -> [RecordedFrame] {
    guard let last = recorded.last(where: { !$0.touches.isEmpty }) else { return recorded }
    let lift = recorded.last { $0.touches.isEmpty && $0.time > last.time }?.time ?? last.time + .milliseconds(10)
    var frames = recorded.filter { $0.time <= last.time }
    for step in 0..<Int(delay / .milliseconds(10)) {
      frames.append(RecordedFrame(time: lift + .milliseconds(10 * Int64(step)), touches: [last.touches[0]]))
    }
    return frames + [RecordedFrame(time: lift + delay, touches: [])]
  }
}
