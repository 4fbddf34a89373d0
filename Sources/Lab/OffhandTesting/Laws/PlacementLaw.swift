public import Offhand

/// A guarantee of every placement strategy (Design/Placing.md "Guarantees"), tried on random scenes.
///
/// To test a strategy of your own: `#expect(PlacementLaw.violation(from: 1, count: 500) { MyPlacement(environment: $0) } == nil)`.
public enum PlacementLaw: String, Sendable, CaseIterable {
  /// G1, G2: every placement is finite, and inside the bounds if it fits there.
  case inside
  /// G3: the same input gives the same placement.
  case deterministic
  /// G4: the mirrored scene gives the mirrored placement, bit for bit.
  case mirrored
  /// G5: the turned scene gives the turned placement, within 1e-9 mm.
  case turned
  /// G8: no finger is covered if there is room elsewhere.
  case uncovered
  /// G9: without a hand the placement is that of offset, flip and shift.
  case classicWithoutHand
  /// G10: an overlay moves at most twice in a gesture, for any touches.
  case calm

  /// Makes a strategy for an environment.
  public typealias Maker = (PanelSetup) -> any PlacementStrategy

  /// The number of requests of one trial.
  package var requests: Int {
    switch self {
    case .inside, .uncovered: 1
    case .calm: 40
    case .deterministic, .mirrored, .turned, .classicWithoutHand: 2
    }
  }

  /// Tries `laws` with `count` seeds from `first`, and returns the first violation in words; `nil` if there is none.
  public static func violation(
    of laws: [PlacementLaw] = PlacementLaw.allCases, from first: UInt64, count: Int, by make: Maker
  ) -> String? {
    for seed in first..<first + UInt64(max(0, count)) {
      for law in laws {
        if let violation = law.violation(seed: seed, by: make) { return violation }
      }
    }
    return nil
  }

  /// Tries the law on the scene of `seed`, and returns the violation in words; `nil` if it holds.
  public func violation(seed: UInt64, by make: Maker) -> String? {
    var random = SeededGenerator(seed: seed)
    let broken: String? =
      switch self {
      case .inside: PlacementLaw.leaves(RandomPlacement.nonsense(&random), make)
      case .deterministic: PlacementLaw.varies(RandomPlacement.sound(&random), make)
      case .mirrored: PlacementLaw.prefersSide(RandomPlacement.sound(&random), make)
      case .turned: PlacementLaw.prefersEdge(RandomPlacement.sound(&random), make)
      case .uncovered: PlacementLaw.covers(RandomPlacement.sound(&random), make)
      case .classicWithoutHand: PlacementLaw.differsWithoutHand(RandomPlacement.sound(&random), make)
      case .calm: PlacementLaw.wanders(&random, make)
      }
    return broken.map { "\(rawValue), seed \(seed): \($0)" }
  }
}

extension PlacementLaw {
  static func leaves(_ scene: RandomPlacement, _ make: Maker) -> String? {
    let placement = scene.place(make(scene.environment))
    guard placement.rect.isFinite, placement.hidden.isFinite, placement.target.isFinite else {
      return "not finite: \(placement)"
    }
    let (size, bounds) = (scene.request.size, scene.request.bounds)
    guard bounds.isFinite, size.width >= 0, size.height >= 0, size.width <= bounds.width, size.height <= bounds.height
    else { return nil }
    let slack = 1e-9 * (1 + abs(bounds.minX) + abs(bounds.minY) + bounds.width + bounds.height)
    return bounds.grown(by: slack).contains(placement.rect) ? nil : "\(placement.rect) is outside of \(bounds)"
  }

  static func varies(_ scene: RandomPlacement, _ make: Maker) -> String? {
    let (first, second) = (scene.place(make(scene.environment)), scene.place(make(scene.environment)))
    return first == second ? nil : "\(first) and \(second)"
  }

  static func prefersSide(_ scene: RandomPlacement, _ make: Maker) -> String? {
    let other = scene.mirrored
    // Between two sides of the middle that hide equally little, one must be chosen.
    guard scene.frame.indices.contains(where: { other.frame[$0].position != scene.frame[$0].position }) else {
      return nil
    }
    let plain = scene.place(make(scene.environment))
    let mirrored = other.place(make(other.environment))
    let isExact =
      mirrored.rect.minY == plain.rect.minY
      && mirrored.rect.minX == scene.environment.panel.width - plain.rect.maxX && mirrored.hidden == plain.hidden
      && mirrored.hand.side == plain.hand.side.mirrored && mirrored.hand.confidence == plain.hand.confidence
    return isExact ? nil : "\(plain), mirrored \(mirrored)"
  }

  static func prefersEdge(_ scene: RandomPlacement, _ make: Maker) -> String? {
    let other = scene.turned
    let plain = scene.place(make(scene.environment)).rect
    let turned = other.place(make(other.environment)).rect
    let isEqual =
      abs(turned.minX - (scene.environment.panel.height - plain.maxY)) <= 1e-9 && abs(turned.minY - plain.minX) <= 1e-9
    return isEqual ? nil : "\(plain), turned \(turned)"
  }

  static func covers(_ sound: RandomPlacement, _ make: Maker) -> String? {
    var scene = sound
    scene.environment.panel = Rect(x: 0, y: 0, width: 400, height: 300)
    scene.request.bounds = scene.environment.panel
    scene.request.size = Size(width: 20, height: 9)
    let rect = scene.place(make(scene.environment)).rect
    for index in scene.frame.indices where rect.contains(scene.frame[index].position) {
      return "\(rect) covers \(scene.frame[index].position)"
    }
    return nil
  }

  static func differsWithoutHand(_ sound: RandomPlacement, _ make: Maker) -> String? {
    var scene = sound
    if scene.frame.count > 0 {
      scene.request.anchor = Rect(origin: scene.frame[0].position, size: Size(width: 8, height: 5))
        .clamped(to: scene.request.bounds)
    }
    scene.frame = TouchFrame()
    let (placement, classic) = (scene.place(make(scene.environment)).rect, scene.place(.classic).rect)
    return placement == classic ? nil : "\(placement), classic \(classic)"
  }

  static func wanders(_ random: inout SeededGenerator, _ make: Maker) -> String? {
    var scene = RandomPlacement.sound(&random)
    scene.request.gesture?.state = .changed
    let panel = scene.environment.panel
    var strategy = make(scene.environment)
    strategy.ingest(scene.frame)
    var previous = strategy.place(scene.request).rect
    var moves = 0
    for _ in 1..<40 {
      scene.frame.timestamp = scene.frame.timestamp + .milliseconds(60)
      for index in scene.frame.indices {
        scene.frame[index].phase = .moved
        scene.frame[index].position = Point(
          x: .random(in: 0...panel.width, using: &random), y: .random(in: 0...panel.height, using: &random))
      }
      strategy.ingest(scene.frame)
      let rect = strategy.place(scene.request).rect
      if rect != previous { moves += 1 }
      previous = rect
    }
    return moves <= 2 ? nil : "moved \(moves) times"
  }
}
