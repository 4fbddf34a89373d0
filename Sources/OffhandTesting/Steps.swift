import Offhand

/// Finger `finger` lands at (x, y).
public func down(_ finger: Int32, _ x: Double, _ y: Double, at milliseconds: Double, device: UInt32 = 0) -> Step {
  Step(finger, .down(Point(x: x, y: y)), at: milliseconds, device: device)
}

/// Finger `finger` is at (x, y).
public func move(_ finger: Int32, to x: Double, _ y: Double, at milliseconds: Double, device: UInt32 = 0) -> Step {
  Step(finger, .motion(Point(x: x, y: y)), at: milliseconds, device: device)
}

/// Finger `finger` lifts.
public func up(_ finger: Int32, at milliseconds: Double, device: UInt32 = 0) -> Step {
  Step(finger, .up, at: milliseconds, device: device)
}

/// Finger `finger` is taken away.
public func cancel(_ finger: Int32, at milliseconds: Double, device: UInt32 = 0) -> Step {
  Step(finger, .cancel, at: milliseconds, device: device)
}

/// All fingers are taken away.
public func cancelAll(at milliseconds: Double) -> Step { Step(0, nil, at: milliseconds) }

/// Finger `finger` goes straight from `start` to `end`, reported every `interval` milliseconds; `start` itself is not reported.
public func drag(
  _ finger: Int32, from start: (Double, Double), to end: (Double, Double), over time: ClosedRange<Double>,
  every interval: Double = 8, device: UInt32 = 0
) -> [Step] {
  let count = max(1, Int(((time.upperBound - time.lowerBound) / interval).rounded()))
  return (1...count).map { index in
    let share = Double(index) / Double(count)
    return move(
      finger, to: start.0 + (end.0 - start.0) * share, start.1 + (end.1 - start.1) * share,
      at: time.lowerBound + (time.upperBound - time.lowerBound) * share, device: device)
  }
}

/// The steps of several fingers, put in the order of time; those of one moment become one report.
public func together(_ strokes: [Step]...) -> [Step] {
  strokes.flatMap { $0 }.enumerated().sorted { a, b in
    a.element.time == b.element.time ? a.offset < b.offset : a.element.time < b.element.time
  }.map(\.element)
}
