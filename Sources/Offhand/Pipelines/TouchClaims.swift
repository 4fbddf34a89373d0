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
    for lane in lanes {
      switch lane.state {
      case .active, .recognized, .ended, .cancelled: if lane.options.cancelsTouches { claims.captured |= lane.sequence }
      case .possible, .awaiting:
        if lane.options.delaysTouchesBegan { claims.delayedBegan |= lane.sequence }
        if lane.options.delaysTouchesEnded { claims.delayedEnd |= lane.sequence }
      case .failed: break
      }
    }
    claims.captured |= capturedNow
    return claims
  }
}
