package import Offhand

/// A random scene and request. In sound ones every length is a multiple of 1/16 mm, so that mirroring is exact.
package struct RandomPlacement: Sendable {
  /// The panel and its user.
  package var environment: PanelSetup
  /// The touches.
  package var frame = TouchFrame(timestamp: Timestamp(nanoseconds: 1_000_000_000))
  /// The request.
  package var request: OverlayRequest

  /// A plausible scene.
  package static func sound(_ random: inout SeededGenerator) -> RandomPlacement {
    func grid(_ low: Double, _ high: Double) -> Double {
      (Double.random(in: low...high, using: &random) * 16).rounded() / 16
    }
    let panel = Rect(x: 0, y: 0, width: grid(60, 600), height: grid(60, 400))
    var environment = PanelSetup(
      panel: panel, posture: Posture.allCases.randomElement(using: &random) ?? .unknown, rightHandPrior: 0.5)
    if Bool.random(using: &random) {
      environment.viewpoint = .eye(x: grid(-99, 99), y: grid(0, 300), z: grid(300, 600))
    }
    if Int.random(in: 0..<3, using: &random) == 0 {
      environment.statedHand = Bool.random(using: &random) ? .left : .right
    }
    var scene = RandomPlacement(
      environment: environment,
      request: OverlayRequest(
        id: Overlay.ID(rawValue: 1), size: Size(width: grid(5, 50), height: grid(5, 50)), bounds: panel,
        gesture: GestureHint(
          GestureHint.Kind.allCases.randomElement(using: &random) ?? .tap, state: .began, logScaleVelocity: grid(-2, 2))
      ))
    let first = Point(x: grid(0, panel.width), y: grid(0, panel.height))
    scene.land(first)
    for _ in 0..<Int.random(in: 0..<5, using: &random) {
      scene.land(first + Vector(dx: grid(-80, 80), dy: grid(-80, 80)))
    }
    return scene
  }

  /// A scene of zeros, huge and non-finite numbers.
  package static func nonsense(_ random: inout SeededGenerator) -> RandomPlacement {
    func number() -> Double {
      switch Int.random(in: 0..<12, using: &random) {
      case 0: 0
      case 1: .nan
      case 2: .infinity
      case 3: -.random(in: 0...1e6, using: &random)
      case 4: .random(in: 0...1e6, using: &random)
      default: .random(in: 0...300, using: &random)
      }
    }
    func rect() -> Rect { Rect(x: number(), y: number(), width: number(), height: number()) }
    var environment = PanelSetup(
      panel: rect(), posture: Posture.allCases.randomElement(using: &random) ?? .unknown, rightHandPrior: number())
    environment.viewpoint = .eye(x: number(), y: number(), z: number())
    environment.userEdge = ScreenEdge.allCases.randomElement(using: &random) ?? .bottom
    var scene = RandomPlacement(
      environment: environment,
      request: OverlayRequest(
        id: Overlay.ID(rawValue: 1), role: OverlayRole.allCases.randomElement(using: &random) ?? .hud,
        anchor: Bool.random(using: &random) ? rect() : nil, size: Size(width: number(), height: number()),
        compactSize: Bool.random(using: &random) ? Size(width: number(), height: number()) : nil, bounds: rect(),
        reserved: [rect()], preferredSide: Side.allCases.randomElement(using: &random),
        gesture: GestureHint(
          .pinch, state: .began, velocity: Vector(dx: number(), dy: number()), logScaleVelocity: number())))
    for _ in 0..<Int.random(in: 0..<8, using: &random) { scene.land(Point(x: number(), y: number())) }
    return scene
  }

  private mutating func land(_ place: Point) {
    let id = Touch.ID(rawValue: UInt64(frame.count + 1))
    frame.append(Touch(id: id, position: place, landingTime: frame.timestamp))
  }

  /// The scene with left and right exchanged.
  package var mirrored: RandomPlacement {
    var copy = self
    for index in frame.indices {
      copy.frame[index].position.x = environment.panel.width - frame[index].position.x
    }
    copy.environment.statedHand = environment.statedHand?.mirrored
    if case .eye(let x, let y, let z) = environment.viewpoint { copy.environment.viewpoint = .eye(x: -x, y: y, z: z) }
    return copy
  }

  /// The scene rotated clockwise by 90 degrees, with the user at the left edge.
  package var turned: RandomPlacement {
    var copy = self
    let panel = environment.panel
    copy.environment.panel = Rect(x: 0, y: 0, width: panel.height, height: panel.width)
    copy.environment.userEdge = .left
    copy.request.bounds = copy.environment.panel
    copy.request.size = Size(width: request.size.height, height: request.size.width)
    for index in frame.indices {
      let place = frame[index].position
      copy.frame[index].position = Point(x: panel.height - place.y, y: place.x)
    }
    if case .eye(let x, let y, let z) = environment.viewpoint { copy.environment.viewpoint = .eye(x: -y, y: x, z: z) }
    return copy
  }

  /// Returns the placement of a new strategy of `preset`.
  package func place(_ preset: PlacementPreset) -> Placement { place(preset.strategy(in: environment)) }

  /// Returns the placement of `strategy`, which must be made for this environment.
  package func place(_ strategy: any PlacementStrategy) -> Placement {
    var strategy = strategy
    strategy.ingest(frame)
    return strategy.place(request)
  }
}
