import Offhand

/// A frame in a form in which those of all sources can be compared.
struct ContractFrame: CustomStringConvertible {
  enum Phase: Equatable {
    case began
    case moved
    case stationary
    case ended
    case cancelled
  }

  struct Touch {
    /// Which one it is, in the order in which fingers landed.
    var finger: Int
    var phase: Phase
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
          finger: finger, phase: Phase(touch.phase),
          place: FingerScript.Place(touch.position.x / size.width, touch.position.y / size.height))
      }
      let start = frames[0].timestamp
      result.append(ContractFrame(milliseconds: frame.timestamp.seconds(since: start) * 1000, touches: touches))
    }
    return result
  }
}

extension ContractFrame.Phase {
  init(_ phase: Offhand.Touch.Phase) {
    switch phase {
    case .began: self = .began
    case .moved: self = .moved
    case .stationary: self = .stationary
    case .ended: self = .ended
    case .cancelled: self = .cancelled
    }
  }
}
