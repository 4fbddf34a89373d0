package import Offhand

/// The grammar of the events of every recognizer, for any touches.
///
///     continuous  began changed* (ended | cancelled)
///     discrete    recognized
///     announced   unconfirmed (recognized | superseded)
///
/// A recognizer never mixes the three, and its timestamps never decrease. Each hand's recognizers stand for themselves.
struct Grammar: Sendable {
  private struct Lane: Hashable {
    var hand: UInt8
    var name: GestureName
    var target: Int?
  }

  private var states: [Lane: GestureState] = [:]
  private var latest = Timestamp(nanoseconds: .min)
  /// Violations so far, one sentence each.
  private(set) var violations: [String] = []

  /// A grammar that has read no event.
  init() {}

  /// Checks the next event.
  mutating func read(_ event: GestureEvent) {
    let lane = Lane(hand: event.handIndex, name: event.name, target: event.target)
    let open = states[lane]
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
    case .began, .changed, .unconfirmed: states[lane] = event.state
    case .ended, .cancelled, .recognized, .superseded: states[lane] = nil
    }
  }

  /// The names of the gestures that have begun and not ended.
  var open: [GestureName] { states.keys.map(\.name) }
}

extension Gesture {
  /// Whether every value of the gesture is finite, and its scale positive.
  package var isFinite: Bool {
    location.isFinite && anchorLocation.isFinite && translation.isFinite && velocity.isFinite && scale.isFinite
      && scale > 0 && scaleVelocity.isFinite && rotation.radians.isFinite && rotationVelocity.isFinite
      && offset.isFinite
  }
}
