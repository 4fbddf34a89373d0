import Offhand

/// One row of the monitor: a recognizer, what it said last, and how long ago.
struct RecognizerLight: Sendable {
  /// How long an answer glows after it was given.
  static let glowing = Duration.milliseconds(900)

  let name: String
  private(set) var state: GestureState?
  private(set) var said = Timestamp.zero
  private(set) var gesture = Gesture()

  init(name: String) { self.name = name }

  /// The recognizer answers.
  mutating func answer(_ event: GestureEvent) {
    state = event.state
    said = event.timestamp
    gesture = event.gesture
  }

  /// Whether its gesture goes on.
  var isActive: Bool { state == .began || state == .changed }

  /// How brightly it glows at `time`, 0 to 1: fully while its gesture goes on.
  func glow(at time: Timestamp) -> Double {
    guard state != nil else { return 0 }
    return isActive ? 1 : max(0, 1 - time.seconds(since: said) / RecognizerLight.glowing.inSeconds)
  }

  /// What it measures, in few characters.
  var reading: String {
    guard let state else { return "" }
    let numbers =
      switch name {
      case "pinch": PercentText.string(gesture.scale)
      case "rotation": "\(Int(gesture.rotation.degrees.rounded()))°"
      case "transform": "\(PercentText.string(gesture.scale))  \(Int(gesture.rotation.degrees.rounded()))°"
      case "swipe": gesture.direction?.rawValue ?? ""
      case "long-press": ""
      case "screen-edge-pan": gesture.edge?.rawValue ?? ""
      case "tap", "double-tap": gesture.taps > 1 ? "×\(gesture.taps)" : ""
      default: "\(Int(gesture.translation.dx.rounded())), \(Int(gesture.translation.dy.rounded())) mm"
      }
    return "\(RecognizerLight.word(for: state))  \(numbers)"
  }

  private static func word(for state: GestureState) -> String {
    switch state {
    case .began: "began"
    case .changed: "changed"
    case .ended: "ended"
    case .cancelled: "cancelled"
    case .recognized: "recognized"
    case .unconfirmed: "unconfirmed"
    case .superseded: "superseded"
    }
  }
}
