package import Offhand

/// The pipelines of edges, corners and of gestures anywhere.
package enum ZoneGestures {
  /// The name of strokes along an edge.
  package static let stroke: GestureName = "edge-stroke"
  /// The largest ratio of the motion of a stroke inwards to that along the edge, of 30 degrees: a pull deviates up to 60.
  private static let strokeRatio = Angle(degrees: 30).sine / Angle(degrees: 30).cosine

  /// The pan from an edge, and that along it, of rules that share a strip.
  ///
  /// On a strip of its own nothing competes for a finger: it may land anywhere on the strip, rest, and start slowly, as long as it
  /// moves inwards more than along the edge. Where programs get the touches too, only what the recognizer accepts by itself counts.
  package static func pipeline(
    for edges: [ServiceConfiguration.Edge], in setup: PanelSetup, access: EdgeAccess
  ) -> any GesturePipeline {
    let strokes = edges.filter { $0.along != nil }
    let pull = edges.first { $0.along == nil }.map { pan(from: $0, in: setup, access: access) }
    guard let edge = strokes.first?.edge, let depth = strokes.map(\.depth).max() else {
      // Without strokes there is a pull.
      return handed(Pipeline { pull! }, in: setup)
    }
    let along = PanGestureRecognizer(
      touches: 1...1, axis: edge.isUpright ? .vertical : .horizontal, axisRatio: strokeRatio
    ).with {
      $0.name = stroke
      $0.region = LandingRegion()
      $0.region?.area = edge.band(of: depth + 1, in: setup.panel)
    }
    guard let pull else { return handed(Pipeline { along }, in: setup) }
    return handed(
      Pipeline {
        pull
        along
      }, in: setup)
  }

  private static func pan(
    from edge: ServiceConfiguration.Edge, in setup: PanelSetup, access: EdgeAccess
  ) -> ScreenEdgePanGestureRecognizer {
    var pan = ScreenEdgePanGestureRecognizer(from: ScreenEdges(edge.edge), of: [setup.panel])
    if access == .exclusive {
      // The strip is rounded to whole pixels.
      (pan.band, pan.entryBand) = (edge.depth + 1, edge.depth + 1)
      pan.cone = Angle(degrees: 60)
      pan.minimumSpeed = 0
      pan.maximumDuration = .seconds(30)
    }
    return pan
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

  /// The recognizers of all gestures that a configuration can listen for, except of palms, with the numbers of `gestures`. A tap counts at
  /// once, also if it becomes the first of two: waiting for a second one would delay every tap. Where two fingers point, they do not press.
  package static func recognizers(
    for gestures: [ServiceConfiguration.ListenedGesture] = [], points: Bool = false
  ) -> [RecognizerDescription] {
    var pinch = RecognizerDescription(.pinch)
    (pinch.maximumFingers, pinch.distance, pinch.options.simultaneous) = (5, 8, [swipes[0]])
    var all = [RecognizerDescription(.tap)]
    all += presses.indices.map { RecognizerDescription(.longPress, name: presses[$0], fingers: $0 + 1) }
    if points { all.remove(at: 2) }
    for index in swipes.indices {
      var recognizer = RecognizerDescription(.swipe, name: swipes[index], fingers: index + 1)
      let asked = gestures.filter { $0.kind == .swipe && $0.fingers == index + 1 }.compactMap { $0.direction?.swipe }
      recognizer.directions = asked.reduce(SwipeDirections.straight) { $0.union(SwipeDirections($1)) }
      // One that is of no gesture keeps no other from counting at the lift.
      recognizer.liftSpeed = gestures.lazy.compactMap { $0.values[.liftSpeed] }.first
      all.append(recognizer)
    }
    all.append(pinch)
    for gesture in gestures.reversed() {
      for index in all.indices where all[index].label == gesture.recognizer {
        for setting in RecognizerDescription.Setting.numbers {
          all[index].values[setting] = gesture.values[setting] ?? all[index].values[setting]
        }
      }
    }
    return all
  }

  /// The gestures that `recognizers` find, and palms, with the usual rules between them.
  ///
  /// Where two fingers point, they pan or pinch for a pointer's wheel instead of all else, also after a rest: from shorter ways on, those of
  /// the standard gestures.
  package static func pipeline(
    of recognizers: [RecognizerDescription] = recognizers(), in setup: PanelSetup, points: Bool = false
  ) -> any GesturePipeline {
    var tap = TapGestureRecognizer(recognizers[0], fingers: 1...5)
    tap.countsTo = 3
    // Cannot fail: numbers of a gesture were checked, and all else stands above.
    let described = try! DescribedRecognizers(Array(recognizers.dropFirst()))
    guard points else {
      return handed(
        Pipeline {
          tap
          described
          PalmRecognizer()
        }, in: setup)
    }
    // Also of the swipe of one finger, after which a second one may land and pinch: the drag was no gesture of its own.
    return handed(
      Pipeline {
        tap
        described
        PalmRecognizer()
        PanGestureRecognizer(
          touches: 2...2, contestedSlop: 3.4, contestedSlopOfSeveral: 5, acceleratingSlopOfSeveral: 2.7
        ).named(PointerUse.wheel.recognizer).priority(1).simultaneous(with: swipes[0])
        PinchGestureRecognizer(contestedSlop: 4.2).named(PointerUse.zoom.recognizer).priority(1)
          .simultaneous(with: swipes[0])
      }, in: setup)
  }

  /// The names of the recognizers of presses and swipes, by the number of their fingers.
  fileprivate static let presses: [GestureName] = ["press-1", "press-2", "press-3", "press-4", "press-5"]
  fileprivate static let swipes: [GestureName] = ["swipe-1", "swipe-2", "swipe-3", "swipe-4", "swipe-5"]

  private static func handed(_ pipeline: some GesturePipeline, in setup: PanelSetup) -> any GesturePipeline {
    EstimatingPipeline(pipeline, estimator: BayesianHandEstimator(environment: setup))
  }
}

extension ServiceConfiguration.ListenedGesture {
  /// The length in millimetres from which fingers that rested have swiped: that of a slow swipe.
  private static let shortestSwipe = 8.0

  /// The name of its recognizer in ``ZoneGestures``.
  fileprivate var recognizer: GestureName {
    switch kind {
    case .tap: .tap
    case .press, .holdSwipe: ZoneGestures.presses[fingers - 1]
    case .swipe: ZoneGestures.swipes[fingers - 1]
    case .pinch: .pinch
    case .palm: PalmRecognizer.name
    }
  }

  /// Whether `event`, of the pipeline for all gestures, is this gesture.
  package func matches(_ event: GestureEvent) -> Bool {
    guard event.state == kind.recognizer.on, isMade(by: event) else { return false }
    let (gesture, swipe) = (event.gesture, direction?.swipe)
    switch kind {
    case .tap: return gesture.taps == taps
    case .press, .palm: return true
    // One in any direction leaves those towards corners to the gestures that ask for them.
    case .swipe:
      return swipe.map { $0 == gesture.direction } ?? gesture.direction.map { SwipeDirections.straight.contains($0) }
        ?? true
    case .holdSwipe:
      let way = gesture.translation
      guard way.length >= Self.shortestSwipe, let swipe else { return way.length >= Self.shortestSwipe }
      return way.dot(swipe.vector) >= way.length * Angle(degrees: 40).cosine
    case .pinch: return direction == nil || (direction == .inwards ? gesture.scale < 1 : gesture.scale > 1)
    }
  }

  /// Whether programs lose the touches of `event` to this gesture. One that counts when it ends takes them when it begins.
  package func takes(_ event: GestureEvent) -> Bool {
    guard exclusive, kind.recognizer.on == .ended else { return exclusive && matches(event) }
    return event.state == .began && isMade(by: event)
  }

  /// Whether its recognizer has made `event` with as many fingers.
  private func isMade(by event: GestureEvent) -> Bool {
    event.name == recognizer && (kind != .tap && kind != .pinch || event.gesture.fingers == fingers)
  }
}
