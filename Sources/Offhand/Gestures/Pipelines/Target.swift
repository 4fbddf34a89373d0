/// A region of the surface, or a node of a scene, that owns recognizers.
///
/// A touch belongs to the deepest target at its landing position and to all that contain it, for as long as it is down.
public struct Target: Sendable {
  /// The number that the caller's hit test returns, and `Pipeline.target(of:)` as well.
  public var id: Int
  /// The target that contains this one; `nil` at the top level.
  public var parent: Int?
  /// Its rectangle in millimetres; of overlapping siblings the later one is on top.
  public var region: Rect
  let recognizers: any RecognizerGroup

  /// A target with the recognizers that `content` names.
  public init(
    id: Int, in parent: Int? = nil, region: Rect, @PipelineBuilder _ content: () -> some RecognizerGroup
  ) {
    self.id = id
    self.parent = parent
    self.region = region
    recognizers = content()
  }
}

/// The recognizers of a tree of targets as one group, with one arbiter for all of them.
public struct TargetRecognizers: RecognizerGroup {
  /// Returns the id of the target that a touch lands on; `nil` if there is none.
  public typealias HitTest = @Sendable (Touch) -> Int?

  private struct Node: Sendable {
    var id: Int
    var parent: Int?
    var region: Rect
    var depth: Int
    var recognizers: any RecognizerGroup
    var touches = TouchSet.none
  }

  private var nodes: [Node]
  private let hitTest: HitTest?
  /// The lanes of all targets.
  public private(set) var lanes = LaneSet.none

  init(_ targets: [Target], hitTest: HitTest?) {
    self.hitTest = hitTest
    nodes = targets.map {
      Node(id: $0.id, parent: $0.parent, region: $0.region, depth: 0, recognizers: $0.recognizers)
    }
    for index in nodes.indices { nodes[index].depth = chain(from: nodes[index].id).count - 1 }
  }

  /// Takes lanes, target by target.
  public mutating func enroll(in arbiter: inout Arbiter) throws(PipelineError) {
    for index in nodes.indices {
      let first = arbiter.lanes.count
      try nodes[index].recognizers.enroll(in: &arbiter)
      lanes |= nodes[index].recognizers.lanes
      arbiter.moveLanes(from: first, toTarget: nodes[index].id, depth: nodes[index].depth)
    }
  }

  /// Offers each touch that landed to its targets.
  public mutating func offer(to lanes: LaneSet, in arbiter: inout Arbiter) {
    var landed = arbiter.table.landed
    while let touch = landed.popFirst() {
      for index in nodes.indices { nodes[index].touches.remove(touch) }
      for index in path(of: arbiter.table[touch]) { nodes[index].touches.insert(touch) }
    }
    for index in nodes.indices {
      let own = nodes[index].recognizers.lanes
      arbiter.show(nodes[index].touches, to: own)
      if lanes.intersects(own) { nodes[index].recognizers.offer(to: lanes, in: &arbiter) }
    }
  }

  /// Runs the recognizers of all targets on the frame.
  public mutating func recognize(_ lanes: LaneSet, in arbiter: inout Arbiter) {
    for index in nodes.indices where lanes.intersects(nodes[index].recognizers.lanes) {
      nodes[index].recognizers.recognize(lanes, in: &arbiter)
    }
  }

  /// Writes the measurements of the recognizer of `lane`.
  public mutating func measure(_ lane: Int, into gesture: inout Gesture, in arbiter: borrowing Arbiter) {
    // Measured by a copy: events that were handed out may be read by several threads at once, and calling a mutating method of an
    // existential in an array writes to memory that they share.
    for index in nodes.indices where nodes[index].recognizers.lanes.contains(lane) {
      gesture = nodes[index].recognizers.measured(lane, in: arbiter)
    }
  }

  /// Restarts the gesture of `lane` at identity.
  public mutating func rebase(_ lane: Int, in arbiter: borrowing Arbiter) {
    for index in nodes.indices where nodes[index].recognizers.lanes.contains(lane) {
      nodes[index].recognizers.rebase(lane, in: arbiter)
    }
  }

  /// Sets a value of the gesture of `lane`.
  public mutating func set(_ value: GestureValue, of lane: Int, in arbiter: borrowing Arbiter) {
    for index in nodes.indices where nodes[index].recognizers.lanes.contains(lane) {
      nodes[index].recognizers.set(value, of: lane, in: arbiter)
    }
  }

  /// Passes the outputs to the recognizers of all targets.
  public mutating func setOutputs(_ outputs: [Rect]) {
    for index in nodes.indices { nodes[index].recognizers.setOutputs(outputs) }
  }

  /// Discards the attempts of the recognizers of `lanes`.
  public mutating func reset(_ lanes: LaneSet) {
    for index in nodes.indices where lanes.intersects(nodes[index].recognizers.lanes) {
      nodes[index].recognizers.reset(lanes)
    }
  }

  /// The targets that a touch belongs to: the deepest at its position, and all that contain that one.
  private func path(of touch: Touch) -> [Int] {
    if let hitTest { return hitTest(touch).map(chain) ?? [] }
    var deepest: Int?
    for index in nodes.indices
    where chain(from: nodes[index].id).allSatisfy({ nodes[$0].region.contains(touch.position) }) {
      if deepest.map({ nodes[$0].depth <= nodes[index].depth }) ?? true { deepest = index }
    }
    return deepest.map { chain(from: nodes[$0].id) } ?? []
  }

  /// The target `id` and those that contain it; a cycle of targets ends the search.
  private func chain(from id: Int) -> [Int] {
    var chain: [Int] = []
    var next: Int? = id
    while let id = next, let index = nodes.firstIndex(where: { $0.id == id }), !chain.contains(index) {
      chain.append(index)
      next = nodes[index].parent
    }
    return chain
  }
}

extension Pipeline where Recognizers == TargetRecognizers {
  /// One pipeline for a tree of targets. `hitTest` returns the target of each touch that lands; without it, the regions
  /// determine the target.
  public init(targets: [Target], hitTest: TargetRecognizers.HitTest? = nil) {
    self.init { TargetRecognizers(targets, hitTest: hitTest) }
  }

  /// The target whose recognizer sent `event`; `nil` for an event of another pipeline.
  public func target(of event: GestureEvent) -> Int? {
    core.lane(of: event).map { core.arbiter.lanes[$0].target }
  }
}
