/// What recognizers have to say about the fingers that layers below them see.
public struct TouchClaims: Sendable {
  var captured = FingerSet.none
  var delayedBegan = FingerSet.none
  var delayedEnd = FingerSet.none
}

extension Arbiter {
  /// The claims after the last call.
  var claims: TouchClaims {
    var claims = TouchClaims()
    for lane in lanes.indices {
      let (options, sequence) = (self.options[lane], lanes[lane].sequence)
      switch lanes[lane].state {
      case .active, .recognized, .ended, .cancelled: if options.cancelsTouches { claims.captured |= sequence }
      case .possible, .awaiting:
        if options.delaysTouchesBegan { claims.delayedBegan |= sequence }
        if options.delaysTouchesEnded { claims.delayedEnd |= sequence }
      case .failed: break
      }
    }
    claims.captured |= capturedNow
    return claims
  }
}
