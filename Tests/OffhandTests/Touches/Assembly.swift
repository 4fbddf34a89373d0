import Offhand

/// A frame assembler with a short way to feed it, and the frames that it made.
struct Assembly {
  var assembler: TouchFrameAssembler
  var frames: [TouchFrame] = []
  var device = DeviceID(rawValue: 1)

  init(_ habits: TouchFrameAssembler.Habits = .init()) {
    assembler = TouchFrameAssembler(habits: habits)
  }

  mutating func add(_ event: TouchSourceEvent) {
    assembler.add(event) { frames.append(copy $0) }
  }

  mutating func touch(_ slot: Int32, _ milliseconds: Double, _ kind: TouchEvent.Kind) {
    add(.touch(TouchEvent(device: device, slot: slot, timestamp: .milliseconds(milliseconds), kind: kind)))
  }

  mutating func down(_ slot: Int32, at milliseconds: Double, _ x: Double, _ y: Double) {
    touch(slot, milliseconds, .down(Point(x: x, y: y)))
  }

  mutating func move(_ slot: Int32, at milliseconds: Double, _ x: Double, _ y: Double) {
    touch(slot, milliseconds, .motion(Point(x: x, y: y)))
  }

  mutating func up(_ slot: Int32, at milliseconds: Double) { touch(slot, milliseconds, .up) }

  mutating func frame(at milliseconds: Double) { add(.frame(device, .milliseconds(milliseconds))) }

  mutating func endBatch() {
    assembler.endBatch { frames.append(copy $0) }
  }

  mutating func flush() {
    assembler.flush { frames.append(copy $0) }
  }
}

extension Timestamp {
  static func milliseconds(_ milliseconds: Double) -> Timestamp { Timestamp(seconds: milliseconds / 1000) }
}

extension TouchFrame {
  /// What the frame says, in a line: slot, phase, place.
  var summary: String {
    indices.map { "\(self[$0].slot) \(self[$0].phase) \(self[$0].position.x),\(self[$0].position.y)" }
      .joined(separator: " | ")
  }
}
