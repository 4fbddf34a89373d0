import Offhand

/// Four targets that are removed, shrunk and added again while touches are down on them, as by a program that closes what is under a
/// finger.
///
/// What happens depends on how many touches are down and where they landed alone, so that the laws of symmetry hold for it: neither on
/// time nor on what was before. The second touch to land removes its target; the third shrinks its own to half; the fourth, and every
/// later one, removes that of the oldest touch. The targets are back when one touch is left, and as large as before when none is.
enum ChangingTargets {
  static let subject: LawSubject = {
    var subject = LawSubject("targets that come and go", .upright) { bounds in
      var targets = Targets()
      restore(&targets, in: bounds)
      return targets
    }
    subject.change = { pipeline, frame, bounds in change(&pipeline, after: frame, in: bounds) }
    return subject
  }()

  private typealias Targets = TargetPipeline<StandardPipeline>

  private static func change(
    _ pipeline: inout any GesturePipeline, after frame: borrowing TouchFrame, in bounds: Rect
  ) -> Bool {
    var landing: Int?
    var hasLift = frame.downCount == 0
    for index in frame.indices {
      if frame[index].phase == .began { landing = landing ?? index }
      if !frame[index].isDown { hasLift = true }
    }
    guard landing != nil || hasLift, var targets = pipeline as? Targets else { return false }
    defer { pipeline = targets }
    if let landing {
      let id = target(at: frame[landing].position, in: bounds)
      switch frame.downCount {
      case 2: return remove(id, from: &targets, at: frame.timestamp)
      case 3:
        try? targets.place(id, placement: Similarity(scale: 0.5, rotation: .zero, about: region(id, bounds).center))
      case 4...:
        let oldest = target(at: frame[0].landingPosition, in: bounds)
        return remove(oldest, from: &targets, at: frame.timestamp)
      default: break
      }
    }
    if hasLift, frame.downCount <= 1 { add(to: &targets, in: bounds) }
    if frame.downCount == 0 { restore(&targets, in: bounds) }
    return false
  }

  private static func remove(_ id: Int, from targets: inout Targets, at time: Timestamp) -> Bool {
    guard targets.targets.contains(id) else { return false }
    targets.remove(id, at: time)
    return true
  }

  private static func add(to targets: inout Targets, in bounds: Rect) {
    for id in 0..<4 where !targets.targets.contains(id) {
      try? targets.add(id, region: region(id, bounds), StandardPipeline(outputs: [bounds]))
    }
  }

  private static func restore(_ targets: inout Targets, in bounds: Rect) {
    add(to: &targets, in: bounds)
    for id in 0..<4 {
      try? targets.place(id, placement: Similarity())
      targets.bringToFront(id)
    }
  }

  /// A quarter of the surface.
  private static func region(_ id: Int, _ bounds: Rect) -> Rect {
    let size = Size(width: bounds.width / 2, height: bounds.height / 2)
    let corner = Vector(dx: id / 2 == 1 ? size.width : 0, dy: id % 2 == 1 ? size.height : 0)
    return Rect(origin: bounds.origin + corner, size: size)
  }

  /// The quarter of the surface, or beyond its edges, in which a touch is.
  private static func target(at point: Point, in bounds: Rect) -> Int {
    (point.x > bounds.center.x ? 2 : 0) + (point.y > bounds.center.y ? 1 : 0)
  }
}
