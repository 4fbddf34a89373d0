import Offhand

extension Touch {
  /// The touch numbered `id` at (`x`, `y`), round if it has a `size`.
  init(
    _ id: UInt64, _ phase: Phase, _ x: Double, _ y: Double = 50, device: DeviceID = DeviceID(rawValue: 0),
    size: Float? = nil
  ) {
    self.init(
      id: ID(rawValue: id), device: device, phase: phase, position: Point(x: x, y: y),
      shape: size.map { ContactShape(major: $0, minor: $0) })
  }
}

extension TouchFrame {
  /// A frame of `touches`.
  init(_ touches: [Touch], at milliseconds: Int64 = 0) {
    self.init(timestamp: Timestamp(nanoseconds: milliseconds * 1_000_000))
    for touch in touches { append(touch) }
  }
}
