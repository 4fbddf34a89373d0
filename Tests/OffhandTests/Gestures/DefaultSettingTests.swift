import Offhand
import Testing

/// The defaults of recognizers.md §3.1 to §3.8, and where `Thresholds.md` says that people changed one, that.
@Suite struct DefaultSettingTests {
  @Test func `A tap`() {
    let tap = TapGestureRecognizer()
    #expect(tap.touchRequirement.maximum == 1)
    #expect(tap.allowableMovement == 3.4 && tap.allowableMovementOfSeveral == 6)
    #expect(tap.maximumPressDuration == .milliseconds(750))
    #expect(tap.landingWindow == .milliseconds(200) && tap.liftWindow == .milliseconds(250))
    #expect(tap.maximumInterval == .milliseconds(300) && tap.minimumInterval == .milliseconds(40))
    #expect(tap.allowableDistance == 7)
  }

  @Test func `A long press`() {
    let press = LongPressGestureRecognizer()
    #expect(press.numberOfTouchesRequired == 1 && press.numberOfTapsRequired == 0)
    #expect(press.minimumPressDuration == .milliseconds(500) && press.maximumInterval == .milliseconds(300))
    #expect(press.allowableMovement == 2)
  }

  @Test func `A pan`() {
    let pan = PanGestureRecognizer()
    #expect(pan.touchRequirement.minimum == 1 && pan.touchRequirement.maximum == TouchFrame.capacity)
    #expect(pan.slop == 1.6 && pan.slopPolicy == .excluded && pan.contestedSlop == nil)
    #expect(pan.axis == .free && pan.axisRatio == 1.25)
  }

  @Test func `A swipe`() {
    let swipe = SwipeGestureRecognizer()
    #expect(swipe.touchRequirement.minimum == 1 && swipe.touchRequirement.maximum == 1)
    #expect(swipe.minimumDistance == 8 && swipe.minimumFastDistance == 12)
    #expect(swipe.slowCone == Angle(degrees: 20) && swipe.fastCone == Angle(degrees: 40))
    #expect(swipe.speeds == 80...400)
    #expect(swipe.maximumDuration == .milliseconds(500) && swipe.landingWindow == .milliseconds(150))
    #expect(swipe.allowableRetreat == 1.5 && swipe.fingerCone == Angle(degrees: 60))
    #expect(swipe.minimumFingerDistance == 1.6)
  }

  @Test func `A pinch`() {
    let pinch = PinchGestureRecognizer()
    #expect(pinch.touchRequirement.minimum == 2 && pinch.touchRequirement.maximum == 2)
    #expect(pinch.slop == 2 && pinch.slopPolicy == .excluded && pinch.minimumSpan == 6)
    #expect(pinch.lockedSlop == 3 && pinch.lockedShare == 0.05 && pinch.lockedTravel == 10)
    #expect(pinch.suspensionPolicy == .suspends)
  }

  @Test func `A rotation`() {
    let rotation = RotationGestureRecognizer()
    #expect(rotation.touchRequirement.minimum == 2 && rotation.touchRequirement.maximum == TouchFrame.capacity)
    #expect(rotation.threshold == Angle(degrees: 3) && rotation.arc == 1)
    #expect(rotation.lockedThreshold == Angle(degrees: 15) && rotation.dominance == 1.5)
    #expect(rotation.lockedDominance == 0.8 && rotation.lockedTravel == 10)
  }

  @Test func `A transform`() {
    let transform = TransformGestureRecognizer()
    #expect(transform.touchRequirement.minimum == 1 && transform.touchRequirement.maximum == TouchFrame.capacity)
    #expect(transform.lock == .none && transform.breakoutSlop == 5)
  }

  @Test func `A pan from an edge`() {
    let pan = ScreenEdgePanGestureRecognizer(of: [])
    #expect(pan.edges == .all && pan.band == 4 && pan.entryBand == 8 && pan.slop == 1.6)
    #expect(pan.cone == Angle(degrees: 50) && pan.maximumDuration == .milliseconds(400))
    #expect(pan.restingDistance == 0.5 && pan.minimumSpeed == 35)
    #expect(pan.restingBand == 1.2 && pan.restingCone == Angle(degrees: 30))
  }
}
