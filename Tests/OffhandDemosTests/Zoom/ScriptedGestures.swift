import Offhand

/// A pipeline that answers each frame with the next entry of a script.
struct ScriptedGestures: GesturePipeline {
  var script: [[GestureEvent]]
  var events = GestureEvents.none
  var deadline: Timestamp? { nil }
  var names: [GestureName] { [] }
  var isIdle: Bool { script.isEmpty }
  var hand = Hand.unknown

  init(_ script: [[GestureEvent]]) { self.script = script }

  mutating func process(_ frame: borrowing TouchFrame) {
    events = script.isEmpty ? .none : GestureEvents(script.removeFirst())
  }

  mutating func advance(to time: Timestamp) { events = .none }

  mutating func cancel(at time: Timestamp) { events = .none }

  mutating func set(_ value: GestureValue, of name: GestureName) {}

  func touches(of event: GestureEvent) -> [Touch] { [] }
}
