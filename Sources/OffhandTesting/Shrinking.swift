import Offhand

/// The smallest part of `steps` that still `fails`, found by leaving out ever smaller runs of steps.
///
/// `attempts` bounds the work; what is left then still fails, but may not be the smallest.
public func shrink(_ steps: [Step], attempts: Int = 2000, where fails: ([Step]) -> Bool) -> [Step] {
  var smallest = steps
  var run = max(1, steps.count / 2)
  var left = attempts
  while run > 0, left > 0 {
    var start = 0
    var hasShrunk = false
    while start < smallest.count, left > 0 {
      var candidate = smallest
      candidate.removeSubrange(start..<min(start + run, smallest.count))
      left -= 1
      if fails(candidate) {
        smallest = candidate
        hasShrunk = true
      } else {
        start += run
      }
    }
    if !hasShrunk || run > smallest.count { run /= 2 }
  }
  return smallest
}

extension Step {
  /// The step as it would be written in a script.
  public var source: String {
    let moment = "at: \(Double(time.nanoseconds) / 1e6)" + (device.rawValue == 0 ? "" : ", device: \(device.rawValue)")
    return switch kind {
    case .down(let place): "down(\(finger), \(place.x), \(place.y), \(moment))"
    case .motion(let place): "move(\(finger), to: \(place.x), \(place.y), \(moment))"
    case .up: "up(\(finger), \(moment))"
    case .cancel: "cancel(\(finger), \(moment))"
    case .shape: "shape(\(finger), \(moment))"
    case nil: "cancelAll(at: \(Double(time.nanoseconds) / 1e6))"
    }
  }
}
