public import Offhand

/// A composition of recognizers on which laws are tried.
public struct LawSubject: Sendable {
  /// Rotations under which a composition is invariant.
  public enum Symmetry: Sendable, Hashable {
    /// Any rotation: no recognizer depends on a direction.
    case round
    /// Quarter turns: a recognizer depends on edges or on directions along the axes.
    case square
    /// None: a recognizer depends on the user's side, as the original's rule for the hand does.
    case upright
  }

  /// The name, as reports print it.
  public var name: String
  /// Rotations under which it is invariant.
  public var symmetry: Symmetry
  /// Makes the pipeline for a surface of these bounds, in millimetres.
  public var make: @Sendable (_ bounds: Rect) -> any GesturePipeline
  /// Whether it learns of devices, and keeps that when it rests: a filter does.
  package var learns = false
  /// Changes the pipeline between two frames, after the events of `frame` were read, on a surface of `bounds`. Returns whether that made
  /// events. When no touch is down, the pipeline is as it was made.
  package var change:
    (@Sendable (_ pipeline: inout any GesturePipeline, _ frame: borrowing TouchFrame, _ bounds: Rect) -> Bool)?

  /// Makes the same pipeline with one more recognizer at its end, which only listens; `nil` if there is no such pipeline.
  package var listening: (@Sendable (_ bounds: Rect) -> any GesturePipeline)?

  /// A composition.
  public init(
    _ name: String, _ symmetry: Symmetry = .round, make: @escaping @Sendable (_ bounds: Rect) -> any GesturePipeline
  ) {
    self.name = name
    self.symmetry = symmetry
    self.make = make
  }

  /// Every recognizer by itself, all of them under all kinds of relations at once, and the pipelines that have names.
  package static let all: [LawSubject] =
    recognizers + [
      everything, everythingRound, everythingByHand, everythingFiltered, everythingAccommodated, targets, targetsByHand,
      waitingByHand,
      ChangingTargets.subject,
    ]
    + (0..<4).map { fromData(seed: $0) }
    + PipelineCatalog.entries.map { entry in
      LawSubject("pipeline \(entry.name)", .upright) {
        // An even prior: mirrored touches are a mirrored hand.
        entry.make(PanelSetup(panel: $0, rightHandPrior: 0.5))
      }
    }
    + [
      LawSubject("standard pipeline without a hand", .square) { StandardPipeline(outputs: [$0]) },
      LawSubject("standard pipeline by hand", .square) { StandardPipeline(outputs: [$0]).byHand() },
      LawSubject("standard pipeline of a whole", .square) { StandardPipeline(outputs: [$0]).byHand(.oneHand) },
      LawSubject("navigation pipeline without a hand", .square) { PurposePipelines.navigation(outputs: [$0]) },
    ]

  /// Every recognizer that data can ask for, and settings of some that it cannot.
  private static let recognizers: [LawSubject] =
    RecognizerDescription.Kind.allCases.map { kind in
      let isRound = ![.directions, .countsSeams, .steps].contains(where: kind.recognizer.has)
      return LawSubject(kind.rawValue, isRound ? .round : .square) { bounds in
        // The defaults are never impossible.
        try! Pipeline([RecognizerDescription(kind)], outputs: [bounds])
      }
    } + [
      LawSubject("double tap of two") { _ in Pipeline { TapGestureRecognizer(touches: 2...2, taps: 2) } },
      LawSubject("tap and a half") { _ in Pipeline { LongPressGestureRecognizer(taps: 1) } },
      LawSubject("railed pan", .square) { _ in Pipeline { PanGestureRecognizer(axis: .locked(ratio: 1.25)) } },
      LawSubject("pinch of all fingers") { _ in Pipeline { PinchGestureRecognizer(touches: 2...10) } },
      LawSubject("handed pinch", .upright) { _ in
        Pipeline { HandedPinchGestureRecognizer(mode: .seed(OriginalHandednessRule())) }
      },
    ]

  private static let everything = LawSubject("everything", .upright) { everything(in: $0) }

  /// The same, a copy for each hand.
  private static let everythingByHand = LawSubject("everything by hand", .upright) { everything(in: $0).byHand() }

  /// The same behind every filter that a user can choose.
  private static let everythingFiltered: LawSubject = {
    var subject = LawSubject("everything filtered", .upright) {
      everything(in: $0).byHand().filtered { ChosenFilters(Set(ChosenFilters.Kind.allCases)) }
    }
    subject.learns = true
    return subject
  }()

  /// The same behind accommodations that hold touches back.
  private static let everythingAccommodated: LawSubject = {
    var subject = LawSubject("everything accommodated", .upright) {
      var accommodations = Accommodations()
      (accommodations.tolerance, accommodations.hold) = (4, .milliseconds(30))
      accommodations.repeatInterval = .milliseconds(100)
      return everything(in: $0).byHand().filtered { AccommodatedTouches(accommodations) }
    }
    subject.learns = true
    return subject
  }()

  /// All recognizers under all kinds of relations at once.
  private static func everything(in bounds: Rect) -> some GesturePipeline {
    Pipeline {
      ScreenEdgePanGestureRecognizer(of: [bounds]).priority(1)
      TapGestureRecognizer().requires(toFail: .doubleTap).with { $0.announcesUnconfirmed = true }
      TapGestureRecognizer(taps: 2).named(.doubleTap)
      TapGestureRecognizer(touches: 2...5).named("finger-tap").with { $0.isExclusive = false }
      LongPressGestureRecognizer()
      LongPressGestureRecognizer(touches: 2).named("pair-press").simultaneousWithAll()
      PanGestureRecognizer(contestedSlop: 3.4).simultaneous(with: .pinch, .rotation, .swipe)
      PanGestureRecognizer(touches: 2...3, axis: .locked(ratio: 1.25)).named("pair-pan").requires(toFail: "pair-swipe")
      SwipeGestureRecognizer()
      SwipeGestureRecognizer(touches: 2).named("pair-swipe")
      PinchGestureRecognizer(touches: 2...5, contestedSlop: 4).simultaneous(with: .rotation)
      RotationGestureRecognizer().overrides("pair-pan")
      TransformGestureRecognizer(touches: 3...10).requires(toFail: "finger-tap")
      HandedPinchGestureRecognizer(mode: .seed(OriginalHandednessRule())).simultaneousWithAll()
    }
  }

  /// Four targets side by side, each with a pipeline of its own. They touch, so that no hand of the random touches is beside all.
  private static let targets = LawSubject("targets", .upright) { bounds in
    var pipeline = TargetPipeline<StandardPipeline>()
    for (id, region) in quarters(of: bounds).enumerated() {
      try? pipeline.add(id, region: region, StandardPipeline(outputs: [bounds]))
    }
    return pipeline
  }

  /// The targets of before, with hands told apart on each.
  private static let targetsByHand = LawSubject("targets by hand", .upright) { bounds in
    var pipeline = TargetPipeline<HandPipelines>()
    for (id, region) in quarters(of: bounds).enumerated() {
      try? pipeline.add(id, region: region, StandardPipeline().byHand(.byReach))
    }
    return pipeline
  }

  /// Sequences that wait between two touches, a copy for each hand.
  private static let waitingByHand = LawSubject("double tap and pinch by hand") { _ in
    Pipeline {
      TapGestureRecognizer(taps: 2)
      PinchGestureRecognizer()
    }.byHand(.byReach)
  }

  private static func quarters(of bounds: Rect) -> [Rect] {
    let size = Size(width: bounds.width / 2, height: bounds.height / 2)
    return [(0.0, 0.0), (0, 1), (1, 0), (1, 1)].map { column, row in
      Rect(
        x: bounds.minX + column * size.width, y: bounds.minY + row * size.height, width: size.width, height: size.height
      )
    }
  }

  /// All recognizers that do not depend on a direction, under all kinds of relations at once.
  private static let everythingRound = LawSubject("everything round") { _ in
    Pipeline {
      TapGestureRecognizer(touches: 1...5).requires(toFail: .doubleTap)
      TapGestureRecognizer(taps: 2).named(.doubleTap)
      LongPressGestureRecognizer(touches: 2).named("pair-press").simultaneousWithAll()
      PanGestureRecognizer(contestedSlop: 3.4, contestedSlopOfSeveral: 5).simultaneous(with: .pinch, .rotation)
      PanGestureRecognizer(touches: 3...3).named("three-pan").overrides(.pan)
      PinchGestureRecognizer(touches: 2...5, suspensionPolicy: .ends).simultaneous(with: .rotation)
      RotationGestureRecognizer(contestedArc: 2.5).simultaneous(with: .longPress)
      LongPressGestureRecognizer()
      TransformGestureRecognizer(touches: 4...10).named("many")
    }
  }
}
