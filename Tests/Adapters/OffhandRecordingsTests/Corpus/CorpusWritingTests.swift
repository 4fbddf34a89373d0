import Offhand
import OffhandRecordings
import OffhandTesting
import RecordingLaws
import Testing

@Suite(.enabled(if: Corpus.isPresent, "no corpus: set OFFHAND_CORPUS"))
struct CorpusWritingTests {
  @Test(arguments: Corpus.files)
  func `a recording written as JSON lines reads back the same`(file: String) throws {
    try Corpus.forEachRecording(in: file) { recording in
      if let difference = try RecordingCopy.differenceAsJSONLines(recording) { Issue.record("\(difference)") }
    }
  }

  @Test(arguments: Corpus.files)
  func `a recording written as libinput record does keeps every position within one device unit`(file: String) throws {
    var count = 0
    try Corpus.forEachRecording(in: file) { recording in
      count += 1
      // YAML takes a debug build its time: of the large sets every hundredth here, and all in `LawRun`.
      guard count <= 45 || count % 100 == 0 else { return }
      if let difference = try RecordingCopy.differenceAsLibinputRecord(recording) { Issue.record("\(difference)") }
    }
  }
}

/// A recording as other people would have made it, or another panel would have seen it: what was meant stays the same.
enum Retelling: Sendable, CustomStringConvertible {
  /// As it is.
  case asRecorded
  /// Hands of another size.
  case size(Double)
  /// People who take so many times as long.
  case time(Double)
  /// The other hand.
  case mirrored
  /// The device turned by so many quarters.
  case turned(Int)
  /// A panel that reports so often a second.
  case reports(Int)
  /// A panel that knows places this many millimetres apart.
  case grid(Double)
  /// A panel with so many millimetres of noise along each axis.
  case noise(Double)
  /// A panel that loses this share of its reports.
  case lost(Double)
  /// The second finger lands so many milliseconds later.
  case secondLands(Int64)
  /// One finger stays so many milliseconds longer.
  case lastLifts(Int64)
  /// A panel that counts pixels and does not know its size.
  case pixels(Double)

  /// Each as far as people and panels differ: hands by a third, paces by two thirds, the rest as 86 panels do
  /// (Design/Recognizing.md "Recordings of people"). No second finger lands later than 40 ms: of the shorter taps the first has gone by then.
  static let all: [Retelling] =
    [.asRecorded, .mirrored] + [0.7, 0.85, 1.2, 1.4].map(size) + [0.6, 0.8, 1.3, 1.7].map(time) + (1...3).map(turned)
    + [60, 90, 120, 240].map(reports) + [0.1, 0.25, 0.5].map(grid) + [0.05, 0.15, 0.3].map(noise)
    + [0.1, 0.3].map(lost)
    + [20, 40].map(secondLands) + [10, 30, 50, 80].map(lastLifts) + [4.0, 12].map(pixels)

  var description: String {
    switch self {
    case .asRecorded: "as recorded"
    case .size(let factor): "hands \(factor) as large"
    case .time(let factor): "\(factor) times as slow"
    case .mirrored: "mirrored"
    case .turned(let quarters): "turned by \(quarters * 90)°"
    case .reports(let rate): "\(rate) reports a second"
    case .grid(let pitch): "on a grid of \(pitch) mm"
    case .noise(let deviation): "with \(deviation) mm of noise"
    case .lost(let share): "\(share) of the reports lost"
    case .secondLands(let delay): "the second finger \(delay) ms later"
    case .lastLifts(let delay): "the last finger \(delay) ms longer"
    case .pixels(let density): "in pixels, \(density) a millimetre"
    }
  }

  /// What the caller must say of the scale.
  var pixelsPerMillimetre: Double? {
    if case .pixels(let density) = self { return density }
    return nil
  }

  /// `recording`, which is in millimetres, told anew; the same each time.
  func callAsFunction(_ recording: Recording) -> Recording {
    let width = recording.device.width ?? 0
    let height = recording.device.height ?? 0
    var told = recording
    var generator = SeededGenerator(seed: 7)
    switch self {
    case .asRecorded: break
    case .size(let factor):
      told.device.width = width * factor
      told.device.height = height * factor
      told.mapTouches { ($0 * factor, $1 * factor) }
    case .time(let factor):
      for index in told.frames.indices {
        told.frames[index].time = .zero + .seconds(told.frames[index].time.seconds * factor)
      }
    case .mirrored: told.mapTouches { (width - $0, $1) }
    case .turned(let quarters):
      for _ in 0..<quarters {
        let edge = told.device.height ?? 0
        told.mapTouches { (edge - $1, $0) }
        (told.device.width, told.device.height) = (told.device.height, told.device.width)
      }
    case .reports(let rate): told.frames = ReportedContacts(recording).frames(rate: rate)
    case .grid(let pitch): told.mapTouches { (($0 / pitch).rounded() * pitch, ($1 / pitch).rounded() * pitch) }
    case .noise(let deviation):
      told.mapTouches { ($0 + deviation * generator.normal(), $1 + deviation * generator.normal()) }
    case .lost(let share):
      var kept = [recording.frames[0]]
      for frame in recording.frames.dropFirst() {
        let isSame = frame.touches.map(\.id) == kept[kept.count - 1].touches.map(\.id)
        if !isSame || !generator.happens(share) { kept.append(frame) }
      }
      told.frames = kept
    case .secondLands(let delay): told.frames = ReportedContacts(recording).frames(secondLanding: .milliseconds(delay))
    case .lastLifts(let delay): told.frames = ReportedContacts(recording).frames(lastLifting: .milliseconds(delay))
    case .pixels(let density):
      told.unit = .pixels
      told.device.width = nil
      told.device.height = nil
      told.mapTouches { ($0 * density, $1 * density) }
    }
    return told
  }
}

extension Recording {
  fileprivate mutating func mapTouches(_ map: (Double, Double) -> (Double, Double)) {
    for frame in frames.indices {
      for touch in frames[frame].touches.indices {
        let (x, y) = map(frames[frame].touches[touch].x, frames[frame].touches[touch].y)
        frames[frame].touches[touch].x = x
        frames[frame].touches[touch].y = y
      }
    }
  }
}
