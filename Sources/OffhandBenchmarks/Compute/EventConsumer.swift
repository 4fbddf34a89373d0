import Offhand

/// Reads answers so that the compiler cannot leave out what made them.
public struct EventConsumer: Sendable {
  /// Changes with every answer.
  public private(set) var checksum: UInt64 = 0
  /// How many answers there were.
  public private(set) var count = 0

  /// A consumer that has read nothing.
  public init() {}

  /// Reads a frame, as whoever has just made it has written it.
  @inline(never)
  mutating func touch(_ frame: borrowing TouchFrame) {
    for index in frame.indices { checksum ^= frame[index].position.x.bitPattern ^ frame[index].id.rawValue }
  }

  /// Takes the answers of the last call of `pipeline`; where they are counted, nobody holds them.
  @inline(__always)
  mutating func take(from pipeline: borrowing some GesturePipeline, _ delivery: EventDelivery) {
    count += pipeline.events.count
    if delivery == .delivered { read(pipeline.events) }
  }

  @inline(__always)
  private mutating func read(_ events: GestureEvents) {
    for index in events.indices { read(events[index]) }
  }

  @inline(never)
  private mutating func read(_ event: borrowing GestureEvent) {
    checksum = checksum &* 31 &+ UInt64(truncatingIfNeeded: event.recognizer) &+ UInt64(event.state.rawValue)
    checksum ^= event.gesture.translation.dx.bitPattern ^ event.gesture.scale.bitPattern
    checksum ^= event.gesture.rotation.radians.bitPattern
  }
}
