import Offhand

extension PlacementLaw {
  static func leaves(_ scene: RandomPlacement, _ make: Maker) -> String? {
    let answer = scene.place(make(scene.environment))
    guard answer.rect.isFinite, answer.hidden.isFinite, answer.target.isFinite else { return "not finite: \(answer)" }
    let (size, bounds) = (scene.request.size, scene.request.bounds)
    guard bounds.isFinite, size.width >= 0, size.height >= 0, size.width <= bounds.width, size.height <= bounds.height
    else { return nil }
    let slack = 1e-9 * (1 + abs(bounds.minX) + abs(bounds.minY) + bounds.width + bounds.height)
    return bounds.grown(by: slack).contains(answer.rect) ? nil : "\(answer.rect) is outside of \(bounds)"
  }

  static func varies(_ scene: RandomPlacement, _ make: Maker) -> String? {
    let (first, second) = (scene.place(make(scene.environment)), scene.place(make(scene.environment)))
    return first == second ? nil : "\(first) and \(second)"
  }

  static func prefersSide(_ scene: RandomPlacement, _ make: Maker) -> String? {
    let other = scene.mirrored
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
    let (answer, classic) = (scene.place(make(scene.environment)).rect, scene.place(.classic).rect)
    return answer == classic ? nil : "\(answer), classic \(classic)"
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
