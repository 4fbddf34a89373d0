import Offhand
import OffhandRecordings

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
