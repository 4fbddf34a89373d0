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

/// A frame `milliseconds` after the first second with touches at `places`, numbered from 1, that landed at that second, or `landed`
/// milliseconds after it.
func frame(_ places: [Point], at milliseconds: Int = 0, landed: [Int] = []) -> TouchFrame {
  let start = Timestamp(nanoseconds: 1_000_000_000)
  var frame = TouchFrame(timestamp: start + .milliseconds(milliseconds))
  for (index, place) in places.enumerated() {
    let landing = start + .milliseconds(landed.isEmpty ? 0 : landed[index])
    frame.append(Touch(id: Touch.ID(rawValue: UInt64(index + 1)), position: place, landingTime: landing))
  }
  return frame
}
