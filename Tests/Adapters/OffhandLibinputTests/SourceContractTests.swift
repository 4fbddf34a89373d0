import Offhand
import Testing

/// One contract for every way in which touches come in: the same fingers give the same frames.
@Suite(.serialized)
struct SourceContractTests {
  private func expect(
    _ frames: [ContractFrame], _ expected: [ContractFrame], sourceLocation: SourceLocation = #_sourceLocation
  ) {
    #expect(frames.count == expected.count, "\(frames)", sourceLocation: sourceLocation)
    for (frame, expected) in zip(frames, expected) where !frame.matches(expected) {
      Issue.record("\(expected) became \(frame)", sourceLocation: sourceLocation)
    }
  }

  @Test(arguments: ContractSource.present) func `the same fingers give the same frames`(source: ContractSource) throws {
    let script = FingerScript.everything
    expect(try source.stage().play(script, ending: .quiet), script.frames)
  }

  @Test(arguments: ContractSource.present)
  func `a removed touch screen cancels its touches and lifts none`(source: ContractSource) throws {
    let script = FingerScript.resting
    let frames = try source.stage().play(script, ending: .unplugged)
    expect(Array(frames.dropLast()), script.frames)
    #expect(frames.last?.touches.map(\.phase) == [.cancelled, .cancelled])
    #expect(frames.last?.touches.map(\.finger).sorted() == [0, 1])
  }
}

/// What fingers do on a touch screen, report by report; places are parts of the screen, 0...1 across and down.
struct FingerScript {
  /// One report: which fingers are down, by slot.
  struct Report {
    var milliseconds: Int
    var fingers: [Int: Place]
  }

  struct Place: Equatable {
    var x: Double
    var y: Double

    init(_ x: Double, _ y: Double) { (self.x, self.y) = (x, y) }
  }

  var reports: [Report]

  init(_ reports: (Int, [Int: Place])...) { self.reports = reports.map { Report(milliseconds: $0.0, fingers: $0.1) } }

  /// One finger and two, three landing at once, a slot that is used again, all lifting at once, and a tap.
  static let everything = FingerScript(
    (0, [0: Place(0.2, 0.3)]),
    (8, [0: Place(0.22, 0.31)]),
    (16, [0: Place(0.22, 0.31), 1: Place(0.7, 0.6)]),
    (24, [0: Place(0.24, 0.32), 1: Place(0.69, 0.61)]),
    (32, [0: Place(0.26, 0.33), 1: Place(0.68, 0.62)]),
    (40, [1: Place(0.67, 0.63)]),
    (48, [0: Place(0.3, 0.8), 1: Place(0.66, 0.64)]),
    (56, [0: Place(0.31, 0.8), 1: Place(0.66, 0.64), 2: Place(0.9, 0.1), 3: Place(0.5, 0.5)]),
    (64, [0: Place(0.31, 0.81), 1: Place(0.66, 0.64), 2: Place(0.89, 0.1), 3: Place(0.51, 0.5)]),
    (72, [:]),
    (200, [2: Place(0.05, 0.95)]),
    (260, [:]))

  /// Two fingers that are down and move.
  static let resting = FingerScript(
    (0, [0: Place(0.2, 0.3), 1: Place(0.7, 0.6)]),
    (8, [0: Place(0.21, 0.3), 1: Place(0.7, 0.61)]))

  /// What one finger does in a report, compared with the report before.
  enum Change: Equatable {
    case down(Place)
    case motion(Place)
    case rest(Place)
    case up
  }

  /// What every finger does in the report numbered `index`, by slot.
  func changes(at index: Int) -> [(slot: Int, change: Change)] {
    let before = index > 0 ? reports[index - 1].fingers : [:]
    let now = reports[index].fingers
    return Set(before.keys).union(now.keys).sorted().map { slot in
      guard let place = now[slot] else { return (slot, .up) }
      guard let old = before[slot] else { return (slot, .down(place)) }
      return (slot, old == place ? .rest(place) : .motion(place))
    }
  }

  /// The frames that every source must make of it.
  var frames: [ContractFrame] {
    var identities: [Int: Int] = [:]
    var places: [Int: Place] = [:]
    var next = 0
    return reports.indices.map { index in
      let touches = changes(at: index).map { slot, change -> ContractFrame.Touch in
        let phase: Offhand.Touch.Phase
        switch change {
        case .down(let place):
          (identities[slot], places[slot], phase) = (next, place, .began)
          next += 1
        case .motion(let place): (places[slot], phase) = (place, .moved)
        case .rest(let place): (places[slot], phase) = (place, .stationary)
        case .up: phase = .ended
        }
        return ContractFrame.Touch(finger: identities[slot] ?? -1, phase: phase, place: places[slot] ?? Place(0, 0))
      }
      return ContractFrame(milliseconds: Double(reports[index].milliseconds), touches: touches)
    }
  }
}

/// A frame in a form in which those of all sources can be compared.
struct ContractFrame: CustomStringConvertible {
  struct Touch {
    /// Which one it is, in the order in which fingers landed.
    var finger: Int
    var phase: Offhand.Touch.Phase
    /// As a part of the screen.
    var place: FingerScript.Place
  }

  /// Since the first frame.
  var milliseconds: Double
  var touches: [Touch]

  /// Half a pixel of the smallest compositor's screen here.
  private static let tolerance = 0.001

  /// Whether both tell the same; stamps of a source may count whole milliseconds only.
  func matches(_ other: ContractFrame) -> Bool {
    let (a, b) = (sorted, other.sorted)
    guard abs(milliseconds - other.milliseconds) <= 1.001, a.count == b.count else { return false }
    return zip(a, b).allSatisfy { a, b in
      a.finger == b.finger && a.phase == b.phase && abs(a.place.x - b.place.x) <= ContractFrame.tolerance
        && abs(a.place.y - b.place.y) <= ContractFrame.tolerance
    }
  }

  private var sorted: [Touch] { touches.sorted { $0.finger < $1.finger } }

  var description: String {
    let fingers = sorted.map {
      "\($0.finger) \($0.phase) \(($0.place.x * 1000).rounded() / 1000),\(($0.place.y * 1000).rounded() / 1000)"
    }
    return "\((milliseconds * 10).rounded() / 10) ms: \(fingers.joined(separator: " | "))"
  }

  /// The frames of a source on a screen of `size`.
  static func frames(_ frames: [TouchFrame], on size: Size) -> [ContractFrame] {
    var fingers: [Offhand.Touch.ID: Int] = [:]
    var result: [ContractFrame] = []
    for frame in frames {
      let touches = frame.indices.map { index -> Touch in
        let touch = frame[index]
        let finger = fingers[touch.id] ?? fingers.count
        fingers[touch.id] = finger
        return Touch(
          finger: finger, phase: touch.phase,
          place: FingerScript.Place(touch.position.x / size.width, touch.position.y / size.height))
      }
      let start = frames[0].timestamp
      result.append(ContractFrame(milliseconds: frame.timestamp.seconds(since: start) * 1000, touches: touches))
    }
    return result
  }
}
