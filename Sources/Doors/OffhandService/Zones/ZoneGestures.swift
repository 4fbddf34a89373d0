package import Offhand

/// The pipelines of edges, corners and of gestures anywhere.
package enum ZoneGestures {
  /// The pan from an edge.
  ///
  /// On a strip of its own nothing competes for a finger: it may land anywhere on the strip, rest, and start slowly, as long as it
  /// moves inwards more than along the edge. Where programs get the touches too, only what the recognizer accepts by itself counts.
  package static func pipeline(
    for edge: ServiceConfiguration.Edge, in setup: PanelSetup, access: EdgeAccess
  ) -> any GesturePipeline {
    var pan = ScreenEdgePanGestureRecognizer(from: ScreenEdges(edge.edge), of: [setup.panel])
    if access == .exclusive {
      // The strip is rounded to whole pixels.
      (pan.band, pan.entryBand) = (edge.depth + 1, edge.depth + 1)
      pan.cone = Angle(degrees: 60)
      pan.minimumSpeed = 0
      pan.maximumDuration = .seconds(30)
    }
    return handed(Pipeline { pan }, in: setup)
  }

  /// The taps in a corner, the last of which may be held, or the stroke from it.
  package static func pipeline(for corner: ServiceConfiguration.Corner, in setup: PanelSetup) -> any GesturePipeline {
    // People who count their taps make pauses; and nothing else waits for the corner.
    let pause = Duration.milliseconds(600)
    if let swipe = corner.swipe {
      guard let direction = swipe.direction(from: corner.corner) else {
        let turn = CornerTurnRecognizer(around: setup.panel.point(of: corner.corner), size: corner.size)
        return handed(Pipeline { turn }, in: setup)
      }
      // Nothing else wants the corner, so it may be slow.
      var stroke = SwipeGestureRecognizer(directions: SwipeDirections(direction), maximumDuration: .seconds(2))
      stroke.clock = .motionStart
      return handed(Pipeline { stroke }, in: setup)
    }
    // All of the taps are in the corner, wherever.
    if let hold = corner.lastHold {
      var press = LongPressGestureRecognizer(
        taps: corner.taps - 1, minimumPressDuration: hold, allowableMovement: 6, maximumInterval: pause)
      press.allowableDistance = .infinity
      return handed(Pipeline { press }, in: setup)
    }
    var tap = TapGestureRecognizer(taps: corner.taps)
    (tap.maximumInterval, tap.allowableDistance) = (pause, .infinity)
    return handed(Pipeline { tap }, in: setup)
  }

  /// All kinds of gestures that a configuration can listen for, with the usual rules between them. A tap counts at once, also if it
  /// becomes the first of two: waiting for a second one would delay every tap.
  ///
  /// With `points`, two fingers pan or pinch for a pointer's wheel instead of all else, also after a rest: from shorter ways on, those of
  /// the standard gestures.
  package static func pipeline(
    in setup: PanelSetup, swipe: ServiceConfiguration.SwipeMoment, points: Bool = false
  ) -> any GesturePipeline {
    let listened = listened(swipe.trigger)
    guard points else {
      return handed(
        Pipeline {
          LongPressGestureRecognizer(touches: 2).named("press-2")
          listened
        }, in: setup)
    }
    return handed(
      Pipeline {
        listened
        PanGestureRecognizer(
          touches: 2...2, contestedSlop: 3.4, contestedSlopOfSeveral: 5, acceleratingSlopOfSeveral: 2.7
        ).named(PointerUse.wheel.recognizer).priority(1)
          .simultaneous(with: swipeOfOne)
        PinchGestureRecognizer(contestedSlop: 4.2).named(PointerUse.zoom.recognizer).priority(1)
          .simultaneous(with: swipeOfOne)
      }, in: setup)
  }

  /// The swipe of one finger, after which a second one may land and pinch: the drag was no gesture of its own.
  private static let swipeOfOne: GestureName = "swipe-1"

  private static var tap: TapGestureRecognizer {
    var tap = TapGestureRecognizer(touches: 1...5)
    tap.countsTo = 3
    return tap
  }

  /// All of them but the press of two fingers, which would keep these from a pointer.
  @PipelineBuilder
  private static func listened(_ trigger: SwipeGestureRecognizer.Trigger) -> some RecognizerGroup {
    tap
    LongPressGestureRecognizer(touches: 1).named("press-1")
    LongPressGestureRecognizer(touches: 3).named("press-3")
    LongPressGestureRecognizer(touches: 4).named("press-4")
    LongPressGestureRecognizer(touches: 5).named("press-5")
    SwipeGestureRecognizer(touches: 1, trigger: trigger).named(swipeOfOne)
    SwipeGestureRecognizer(touches: 2, trigger: trigger).named("swipe-2")
    SwipeGestureRecognizer(touches: 3, trigger: trigger).named("swipe-3")
    SwipeGestureRecognizer(touches: 4, trigger: trigger).named("swipe-4")
    SwipeGestureRecognizer(touches: 5, trigger: trigger).named("swipe-5")
    PinchGestureRecognizer(touches: 2...5, slop: 8).simultaneous(with: swipeOfOne)
    PalmRecognizer()
  }

  private static func handed(_ pipeline: some GesturePipeline, in setup: PanelSetup) -> any GesturePipeline {
    EstimatingPipeline(pipeline, estimator: BayesianHandEstimator(environment: setup))
  }
}

extension ServiceConfiguration.ListenedGesture {
  /// The length in millimetres from which fingers that rested have swiped: that of a slow swipe.
  private static let shortestSwipe = 8.0

  /// Whether `event`, of the pipeline for all gestures, is this gesture. A swipe, a tap and a press count when they are recognized, a
  /// pinch when it ends.
  package func matches(_ event: GestureEvent) -> Bool {
    let gesture = event.gesture
    switch kind {
    case .tap:
      return event.state == .recognized && gesture.taps == taps && gesture.fingers == fingers
        && gesture.direction == nil
    case .palm: return event.state == .recognized && event.name == PalmRecognizer.name
    case .press: return event.state == .began && event.name.description == "press-\(fingers)"
    case .swipe:
      guard event.state == .recognized, event.name.description == "swipe-\(fingers)" else { return false }
      return direction.map { $0.rawValue == gesture.direction?.rawValue } ?? true
    case .holdSwipe:
      guard event.state == .ended, event.name.description == "press-\(fingers)" else { return false }
      let way = gesture.translation
      guard way.length >= ServiceConfiguration.ListenedGesture.shortestSwipe else { return false }
      guard let direction, let wanted = SwipeDirection(rawValue: direction.rawValue) else { return true }
      return way.dot(wanted.vector) >= way.length * Angle(degrees: 40).cosine
    case .pinch:
      guard event.state == .ended, event.name == .pinch, gesture.fingers == fingers else { return false }
      switch direction {
      case .inwards: return gesture.scale < 1
      case .outwards: return gesture.scale > 1
      default: return true
      }
    }
  }
}
