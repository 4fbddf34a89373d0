import Offhand
import OffhandRecordings

/// What recordings show of the devices that made them.
struct RecordedDevices {
  private var devices: [DeviceSurvey] = []

  /// Measures the devices of all recordings in `files`; those of one name are one device.
  init(_ files: [String]) throws(RecordingError) {
    for file in files {
      var reader = try RecordingReader(path: file)
      while let recording = try reader.next() { survey(recording) }
    }
  }

  private mutating func survey(_ recording: Recording) {
    let name = recording.device.name
    let index = devices.firstIndex { $0.name == name } ?? devices.endIndex
    if index == devices.endIndex { devices.append(DeviceSurvey(name)) }
    let scale = RecordingScale(recording)
    devices[index].caveat = devices[index].caveat ?? scale.caveat
    devices[index].begin(within: scale.surface.bounds)
    var playback = RecordingPlayback(recording, scale: scale)
    var assembler = TouchFrameAssembler()
    // Jumps are among the faults.
    assembler.teleportGuard = nil
    var batch: [TouchSourceEvent] = []
    while playback.advance({ batch.append($0) }) {
      for event in batch {
        assembler.add(event) { devices[index].ingest($0) }
      }
      batch.removeAll(keepingCapacity: true)
    }
  }

  /// The findings about each device.
  var findings: [Finding] { devices.flatMap(\.findings) }
}

/// What the touches of a device show of it.
struct DeviceSurvey {
  /// Its name.
  let name: String
  /// A remark on its millimetres; `nil` if they are its own.
  var caveat: String?
  private var survey = FilterSurvey()
  private var faults = TouchFaults()

  init(_ name: String) { self.name = name }

  /// Whether it was touched.
  var isTouched: Bool { survey.touches > 0 }

  /// Begins touches on glass with these `bounds`.
  mutating func begin(within bounds: Rect) { faults.begin(within: bounds) }

  /// Takes a frame in, as the device reported it.
  mutating func ingest(_ frame: borrowing TouchFrame) {
    survey.ingest(frame)
    faults.ingest(frame)
  }

  /// The findings, the first of which is about its filters.
  var findings: [Finding] { [finding] + faults.findings(of: name) }

  private var finding: Finding {
    guard isTouched else {
      return Finding(
        subject: name, verdict: .impaired, text: "nothing was touched",
        remedy: "record a minute of taps, holds and drags with 'offhand record'")
    }
    var text = """
      \(survey.touches) touches; still fingers are off by \((survey.noise * 100).rounded() / 100) mm, \
      \(survey.glitches) contacts were lost for a moment, \(survey.palms) palms lay beside fingers
      """
    if survey.spikes > 0 { text += ", \(survey.spikes) reports jumped away" }
    if let caveat { text += "; \(caveat)" }
    let filters = survey.filters.isEmpty ? nil : "run programs with --filter \(FilterArgument(kinds: survey.filters))"
    let remedy = filters ?? caveat.map { _ in "measure the glass and give programs --size NAME=WIDTHxHEIGHT" }
    return Finding(subject: name, verdict: remedy == nil ? .good : .impaired, text: text, remedy: remedy)
  }
}

/// Touches that no finger makes, and reports that are missing or beyond the glass.
struct TouchFaults {
  /// Touches that are shorter than any tap of a person, at one place.
  private struct Ghost {
    var place: Point
    var times: [Timestamp]
    var longest: Duration
  }

  /// A report of a touch, and the gap before it in which it moved.
  private struct Report {
    var place: Point
    var time: Timestamp
    var gap: (start: Point, length: Duration)?
  }

  /// The longest ghost: people tap for 50 ms and more.
  private static let longestGhost = Duration.milliseconds(40)
  private static let ghostsNeeded = 3
  /// The radius of a ghost's place, in millimetres.
  private static let spot = 3.0
  /// A finger that is 10 mm further after a tenth of a second without a report moved meanwhile.
  private static let shortestGap = (time: Duration.milliseconds(100), distance: 10.0)
  /// What noise adds to positions at the edge, in millimetres.
  private static let margin = 1.0

  private var ghosts: [Ghost] = []
  private var beyond = 0
  private var gaps: [Duration] = []
  private var bounds = Rect(origin: .origin, size: .zero)
  private var latest: [Touch.ID: Report] = [:]

  /// Begins a recording of glass with these `bounds`.
  mutating func begin(within bounds: Rect) {
    (self.bounds, latest) = (bounds.grown(by: TouchFaults.margin), [:])
  }

  mutating func ingest(_ frame: borrowing TouchFrame) {
    for index in frame.indices {
      let (touch, now) = (frame[index], frame.timestamp)
      if touch.isDown, touch.phase != .stationary, !bounds.contains(touch.position) { beyond += 1 }
      let before = latest[touch.id]
      let gap = touch.phase == .stationary ? before?.gap : nil
      latest[touch.id] = Report(place: touch.position, time: now, gap: gap)
      if let before, touch.phase != .stationary {
        // A finger that is back with the next report has jumped.
        if let gap = before.gap, touch.position.distance(to: gap.start) >= touch.position.distance(to: before.place) {
          gaps.append(gap.length)
        }
        if now - before.time >= TouchFaults.shortestGap.time,
          touch.position.distance(to: before.place) >= TouchFaults.shortestGap.distance
        {
          latest[touch.id]?.gap = (before.place, now - before.time)
        }
      }
      if touch.phase == .ended, now - touch.landingTime < TouchFaults.longestGhost { note(touch, at: now) }
      if !touch.isDown { latest[touch.id] = nil }
    }
  }

  private mutating func note(_ touch: Touch, at now: Timestamp) {
    let length = now - touch.landingTime
    if let index = ghosts.firstIndex(where: { $0.place.distance(to: touch.landingPosition) <= TouchFaults.spot }) {
      ghosts[index].times.append(touch.landingTime)
      ghosts[index].longest = max(ghosts[index].longest, length)
    } else {
      ghosts.append(Ghost(place: touch.landingPosition, times: [touch.landingTime], longest: length))
    }
  }

  /// What is wrong with the device `name`, each with a remedy.
  func findings(of name: String) -> [Finding] {
    var findings = ghosts.filter { $0.times.count >= TouchFaults.ghostsNeeded }.map { ghost in
      let corner = ghost.place - Vector(dx: 6, dy: 6)
      return Finding(
        subject: name, verdict: .impaired,
        text: """
          ghosts at (\(TouchFaults.tenths(ghost.place.x)), \(TouchFaults.tenths(ghost.place.y))) mm: \(ghost.times.count) touches of at most \
          \(TouchFaults.tenths(ghost.longest / .milliseconds(1))) ms\(TouchFaults.interval(ghost.times))
          """,
        remedy: """
          leave the spot out: [[dead]] area_mm = [\(Int(corner.x.rounded())), \(Int(corner.y.rounded())), 12, 12] in serve.toml, or dead_mm \
          in panel.toml
          """)
    }
    if beyond > 0 {
      findings.append(
        Finding(
          subject: name, verdict: .impaired, text: "\(beyond) positions lie beyond the range that it states",
          remedy: "state its range in an hwdb entry (EVDEV_ABS_35 and EVDEV_ABS_36), or in its device tree"))
    }
    if let longest = gaps.max() {
      findings.append(
        Finding(
          subject: name, verdict: .impaired,
          text:
            "dead time: \(gaps.count) times a finger moved on without a report, for up to \(TouchFaults.tenths(longest / .seconds(1))) s",
          remedy: "keep its controller awake ('on' in power/control of its device), and look at its cable"))
    }
    return findings
  }

  /// The interval of `times`, if it is always the same.
  private static func interval(_ times: [Timestamp]) -> String {
    let steps = zip(times.dropFirst(), times).map { ($0 - $1).inSeconds }
    guard let shortest = steps.min(), let longest = steps.max(), shortest > 0, longest < shortest * 1.1 else {
      return ""
    }
    return ", one every \(tenths(longest)) s"
  }

  private static func tenths(_ number: Double) -> Double { (number * 10).rounded() / 10 }
}
