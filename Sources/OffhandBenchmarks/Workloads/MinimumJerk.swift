/// How people move a hand from one place to another: the profile with the least jerk (Flash and Hogan, 1985).
enum MinimumJerk {
  /// The part of the way that is done after the part `progress` of the time, both from 0 to 1.
  static func part(_ progress: Double) -> Double {
    let t = min(max(progress, 0), 1)
    return t * t * t * (10 + t * (6 * t - 15))
  }

  /// The part of the time after which the part `part` of the way is done; the inverse, by bisection.
  static func progress(_ part: Double) -> Double {
    var low = 0.0
    var high = 1.0
    for _ in 0..<52 {
      let middle = (low + high) / 2
      if self.part(middle) < part { low = middle } else { high = middle }
    }
    return high
  }
}
