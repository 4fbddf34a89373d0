public import Offhand

/// The owners of touches: assigned when a touch lands, kept until it leaves.
///
/// A view with several things on it gives each touch to what it landed on, wherever it moves then:
///
/// ```swift
/// if touch.phase == .began { owners.assign(touch.id, to: place(at: touch.position)) }
/// list.process(frame) { owners[$0.id] == .list }
/// if !touch.isDown { owners.release(touch.id) }
/// ```
public struct TouchOwners<Owner: Hashable & Sendable>: Sendable {
  private var entries: [(touch: Touch.ID, owner: Owner)] = []

  /// No touches.
  public init() {}

  /// The owner of a touch; `nil` if it has none.
  public subscript(touch: Touch.ID) -> Owner? { entries.first { $0.touch == touch }?.owner }

  /// Assigns a touch to `owner`.
  public mutating func assign(_ touch: Touch.ID, to owner: Owner) {
    release(touch)
    entries.append((touch, owner))
  }

  /// Forgets a touch that left.
  public mutating func release(_ touch: Touch.ID) { entries.removeAll { $0.touch == touch } }

  /// Whether a touch belongs to `owner`.
  public func hasTouches(of owner: Owner) -> Bool { entries.contains { $0.owner == owner } }

  /// Whether there are touches, and all of them belong to `owner`.
  func allBelong(to owner: Owner) -> Bool { !entries.isEmpty && entries.allSatisfy { $0.owner == owner } }

  /// The touches of `frame` that belong to `owner`.
  package func part(of frame: borrowing TouchFrame, for owner: Owner) -> TouchFrame {
    var part = TouchFrame()
    part.fill(from: frame) { _, touch in self[touch.id] == owner }
    return part
  }
}
