public import Offhand

/// The grammar that the answers of every recognizer obey, whatever the touches were.
///
///     continuous  began changed* (ended | cancelled)
///     discrete    recognized
///     announced   unconfirmed (recognized | superseded)
///
/// One recognizer never mixes them, and time never runs backwards.
public struct Grammar: Sendable {
  private var states: [Int: GestureState] = [:]
  private var latest = Timestamp(nanoseconds: .min)
  /// What was said against the grammar.
  public private(set) var violations: [String] = []

  /// A grammar that has heard nothing.
  public init() {}

  /// Takes an answer in.
  public mutating func read(_ event: GestureEvent) {
    let open = states[event.recognizer]
    let isAllowed =
      switch event.state {
      case .began, .unconfirmed: open == nil
      case .changed: open == .began || open == .changed
      case .ended, .cancelled: open == .began || open == .changed
      case .recognized: open == nil || open == .unconfirmed
      case .superseded: open == .unconfirmed
      }
    if !isAllowed {
      violations.append("\(event.name) says \(event.state) after \(open.map { "\($0)" } ?? "nothing")")
    }
    if event.timestamp < latest { violations.append("\(event.name) says \(event.state) before what was said before") }
    if !event.gesture.isFinite { violations.append("\(event.name) says \(event.state) with a value that is no number") }
    latest = max(latest, event.timestamp)
    switch event.state {
    case .began, .changed, .unconfirmed: states[event.recognizer] = event.state
    case .ended, .cancelled, .recognized, .superseded: states[event.recognizer] = nil
    }
  }

  /// The recognizers in the midst of a gesture.
  public var open: [Int] { states.keys.sorted() }
}

extension Gesture {
  /// Whether every number of the gesture can be computed with.
  public var isFinite: Bool {
    location.isFinite && anchorLocation.isFinite && translation.isFinite && velocity.isFinite && scale.isFinite
      && scale > 0 && scaleVelocity.isFinite && rotation.radians.isFinite && rotationVelocity.isFinite
      && offset.isFinite
  }
}
