import OffhandTesting
import Offhand

/// A scene by chance, for the guarantees: every length is a multiple of 1/16 mm, so that mirroring it makes no rounding error.
struct RandomScene {
  var environment: PanelSetup
  var contacts: [Point]
  var size: Size
  var gesture: GestureHint.Kind

  var panel: Rect { environment.panel }

  init(_ random: inout SeededGenerator) {
    func grid(_ low: Double, _ high: Double) -> Double { ((low + random.unit() * (high - low)) * 16).rounded() / 16 }
    let panel = Rect(x: 0, y: 0, width: grid(60, 600), height: grid(60, 400))
    environment = PanelSetup(
      panel: panel, posture: Posture.allCases[Int(random.unit() * 7)], rightHandPrior: 0.5)
    if random.unit() < 0.5 { environment.viewpoint = .eye(x: grid(-100, 100), y: grid(0, 300), z: grid(300, 600)) }
    if random.unit() < 0.3 { environment.statedHand = random.unit() < 0.5 ? .left : .right }
    let first = Point(x: grid(0, panel.width), y: grid(0, panel.height))
    contacts = [first]
    for _ in 0..<Int(random.unit() * 5) {
      contacts.append(first + Vector(dx: grid(-80, 80), dy: grid(-80, 80)))
    }
    size = Size(width: grid(5, 50), height: grid(5, 50))
    gesture = GestureHint.Kind.allCases[Int(random.unit() * 7)]
  }

  /// The scene with left and right exchanged.
  var mirrored: RandomScene {
    var copy = self
    for index in contacts.indices { copy.contacts[index].x = panel.width - contacts[index].x }
    copy.environment.statedHand = environment.statedHand?.mirrored
    if case .eye(let x, let y, let z) = environment.viewpoint { copy.environment.viewpoint = .eye(x: -x, y: y, z: z) }
    return copy
  }

  /// The scene turned clockwise by a quarter turn, with the user at the left edge.
  var turned: RandomScene {
    var copy = self
    copy.environment.panel = Rect(x: 0, y: 0, width: panel.height, height: panel.width)
    copy.environment.userEdge = .left
    for index in contacts.indices {
      copy.contacts[index] = Point(x: panel.height - contacts[index].y, y: contacts[index].x)
    }
    if case .eye(let x, let y, let z) = environment.viewpoint { copy.environment.viewpoint = .eye(x: -y, y: x, z: z) }
    copy.size = Size(width: size.height, height: size.width)
    return copy
  }

  func place() -> Placement {
    var placer = StandardPlacement(environment: environment)
    var frame = TouchFrame(timestamp: Timestamp(nanoseconds: 1_000_000_000))
    for (index, place) in contacts.enumerated() {
      frame.append(Touch(id: Touch.ID(rawValue: UInt64(index + 1)), position: place, landingTime: frame.timestamp))
    }
    placer.ingest(frame)
    return placer.place(
      OverlayRequest(
        id: Overlay.ID(rawValue: 1), size: size, bounds: panel, gesture: GestureHint(gesture, state: .began)))
  }

  static func mirrorDistance(_ a: Rect, _ b: Rect, in panel: Rect) -> Double {
    abs(panel.width - a.maxX - b.minX) + abs(a.minY - b.minY)
  }

  func turnDistance(_ a: Rect, _ b: Rect) -> Double {
    abs(panel.height - a.maxY - b.minX) + abs(a.minX - b.minY)
  }

  /// A request full of zeros, huge numbers and numbers that are none, and the answer to it.
  static func nonsense(_ random: inout SeededGenerator) -> (OverlayRequest, Placement) {
    func number() -> Double {
      switch Int(random.unit() * 10) {
      case 0: 0
      case 1: .nan
      case 2: .infinity
      case 3: -1e6 * random.unit()
      case 4: 1e6 * random.unit()
      default: random.unit() * 300
      }
    }
    func rect() -> Rect { Rect(x: number(), y: number(), width: number(), height: number()) }
    var environment = PanelSetup(panel: rect(), rightHandPrior: number())
    environment.viewpoint = .eye(x: number(), y: number(), z: number())
    var placer = StandardPlacement(environment: environment)
    var frame = TouchFrame(timestamp: Timestamp(nanoseconds: Int64(random.unit() * 1e12)))
    for index in 0..<Int(random.unit() * 12) {
      frame.append(Touch(id: Touch.ID(rawValue: UInt64(index + 1)), position: Point(x: number(), y: number())))
    }
    placer.ingest(frame)
    let request = OverlayRequest(
      id: Overlay.ID(rawValue: 1), role: OverlayRole.allCases[Int(random.unit() * 5)],
      anchor: random.unit() < 0.3 ? rect() : nil, size: Size(width: number(), height: number()), bounds: rect(),
      gesture: GestureHint(.pinch, state: .began, velocity: Vector(dx: number(), dy: number())))
    return (request, placer.place(request))
  }
}

extension PlacementBenchmark {
  /// M30 and M31: mirror and turn symmetry, and what becomes of nonsense.
  func guaranteeRows() -> [PlacementRow] {
    var random = SeededGenerator(seed: seed &+ 30)
    var mirrorError = 0.0
    var turnError = 0.0
    for _ in 0..<4000 {
      let scene = RandomScene(&random)
      let plain = scene.place()
      let mirrored = scene.mirrored.place()
      mirrorError = max(mirrorError, RandomScene.mirrorDistance(plain.rect, mirrored.rect, in: scene.panel))
      let turned = scene.turned.place()
      turnError = max(turnError, scene.turnDistance(plain.rect, turned.rect))
    }
    var outside = 0.0
    let fuzzed = 200_000
    for _ in 0..<fuzzed {
      let (request, placement) = RandomScene.nonsense(&random)
      let fits =
        request.bounds.isFinite && request.size.width >= 0 && request.size.height >= 0
        && request.size.width <= request.bounds.width && request.size.height <= request.bounds.height
      let slack =
        1e-9
        * max(1, abs(request.bounds.minX) + request.bounds.width + abs(request.bounds.minY) + request.bounds.height)
      if !placement.rect.isFinite || (fits && !request.bounds.grown(by: slack).contains(placement.rect)) {
        outside += 1
      }
    }
    return [
      row(
        "M30 mirror", "mm between the answer and its mirror image, at most", "0",
        PlacementFigure(exactly: mirrorError, count: 4000)),
      row(
        "M30 turn", "mm between the answer and the turned one, at most", "<= 1e-9",
        PlacementFigure(exactly: turnError, count: 4000)),
      row(
        "M31", "of \(fuzzed) nonsense requests: outside, not finite", "0",
        PlacementFigure(exactly: outside, count: fuzzed)),
    ]
  }
}
