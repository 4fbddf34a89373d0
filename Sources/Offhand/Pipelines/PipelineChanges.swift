/// Changes that an action asks for while answers are delivered; they take effect after the frame, in this order.
public struct PipelineChanges: Sendable {
  /// What an enabled recognizer does with fingers that are down.
  enum Adoption: Sendable { case landingFingers, allFingers }

  enum Change: Sendable {
    case disable(GestureName)
    case enable(GestureName, Adoption)
    case set(GestureValue, GestureName)
    case setLane(Int, GestureValue)
    case require(GestureName, GestureName)
    case allow(GestureName, GestureName)
  }

  /// How many changes one frame can bring about; an action that answers each change with another must end somewhere.
  static let capacity = 1000

  private var changes: [Change] = []
  private var done = 0

  /// Takes the recognizer named `name` out.
  public mutating func disable(_ name: GestureName) { changes.append(.disable(name)) }

  /// Lets the recognizer named `name` take part again, with fingers that land.
  public mutating func enable(_ name: GestureName) { changes.append(.enable(name, .landingFingers)) }

  /// Lets the recognizer named `name` take part again, with the fingers that are down as if they landed now.
  public mutating func enableAdopting(_ name: GestureName) { changes.append(.enable(name, .allFingers)) }

  /// Sets a value of the gesture named `name`.
  public mutating func set(_ value: GestureValue, of name: GestureName) { changes.append(.set(value, name)) }

  /// Sets a value of the gesture that gave `event`.
  public mutating func set(_ value: GestureValue, of event: GestureEvent) {
    changes.append(.setLane(event.recognizer, value))
  }

  /// Lets `name` wait for `other` to fail; a circle is refused and counted.
  public mutating func require(_ name: GestureName, toFail other: GestureName) {
    changes.append(.require(name, other))
  }

  /// Lets `name` and `other` be on together.
  public mutating func allow(_ name: GestureName, with other: GestureName) { changes.append(.allow(name, other)) }

  mutating func next() -> Change? {
    guard done < changes.count, done < PipelineChanges.capacity else { return nil }
    done += 1
    return changes[done - 1]
  }
}
