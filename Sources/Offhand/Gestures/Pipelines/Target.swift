/// A region of the surface, or a node of a scene, that owns recognizers.
///
/// A finger belongs to the deepest target under its landing place and to all that contain it, for as long as it is down.
public struct Target: Sendable {
  /// The number that the caller's hit test answers with, and that `Pipeline.target(of:)` gives back.
  public var id: Int
  /// The target that contains this one; `nil` for one that nothing contains.
  public var parent: Int?
  /// Where it is, in millimetres; of overlapping siblings the later one is on top.
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

/// The recognizers of a tree of targets, as one group: one arbiter decides for all of them.
public struct TargetRecognizers: RecognizerGroup {
  /// Finds the target that a finger lands on: its id, or `nil` for none.
  public typealias HitTest = @Sendable (Touch) -> Int?

  private struct Node: Sendable {
    var id: Int
    var parent: Int?
    var region: Rect
    var depth: Int
    var recognizers: any RecognizerGroup
    var fingers = FingerSet.none
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
  public mutating func enroll(in arbiter: inout Arbiter) {
    for index in nodes.indices {
      let first = arbiter.lanes.count
      nodes[index].recognizers.enroll(in: &arbiter)
      lanes = lanes | nodes[index].recognizers.lanes
      for lane in first..<arbiter.lanes.count {
        arbiter.lanes[lane].target = nodes[index].id
        arbiter.lanes[lane].depth = nodes[index].depth
        arbiter.lanes[lane].visible = .none
      }
    }
    arbiter.sortLanes()
  }

  /// Finds the targets of the fingers that landed, and offers each to those.
  public mutating func offer(to lanes: LaneSet, in arbiter: inout Arbiter) {
    var landed = arbiter.contacts.landed
    while let place = landed.popFirst() {
      let finger = FingerSet(place: place)
      for index in nodes.indices { nodes[index].fingers -= finger }
      for node in path(of: arbiter.contacts[place]) { nodes[node].fingers |= finger }
    }
    for index in nodes.indices {
      var own = nodes[index].recognizers.lanes
      while let lane = own.popFirst() { arbiter.lanes[lane].visible = nodes[index].fingers }
      if lanes.intersects(nodes[index].recognizers.lanes) { nodes[index].recognizers.offer(to: lanes, in: &arbiter) }
    }
  }

  /// Lets the recognizers of every target take the frame in.
  public mutating func recognize(_ lanes: LaneSet, in arbiter: inout Arbiter) {
    for index in nodes.indices where lanes.intersects(nodes[index].recognizers.lanes) {
      nodes[index].recognizers.recognize(lanes, in: &arbiter)
    }
  }

  /// What the recognizer of `lane` measures.
  public mutating func measure(_ lane: Int, into gesture: inout Gesture, in arbiter: borrowing Arbiter) {
    for index in nodes.indices where nodes[index].recognizers.lanes.contains(lane: lane) {
      nodes[index].recognizers.measure(lane, into: &gesture, in: arbiter)
    }
  }

  /// Starts the one of `lane` from identity.
  public mutating func rebase(_ lane: Int, in arbiter: borrowing Arbiter) {
    for index in nodes.indices where nodes[index].recognizers.lanes.contains(lane: lane) {
      nodes[index].recognizers.rebase(lane, in: arbiter)
    }
  }

  /// Sets a value of `lane`.
  public mutating func set(_ value: GestureValue, of lane: Int, in arbiter: borrowing Arbiter) {
    for index in nodes.indices where nodes[index].recognizers.lanes.contains(lane: lane) {
      nodes[index].recognizers.set(value, of: lane, in: arbiter)
    }
  }

  /// Lets those of `lanes` forget their attempts.
  public mutating func reset(_ lanes: LaneSet) {
    for index in nodes.indices where lanes.intersects(nodes[index].recognizers.lanes) {
      nodes[index].recognizers.reset(lanes)
    }
  }

  /// The targets that a finger belongs to: the deepest under it, and all that contain that one.
  private func path(of touch: Touch) -> [Int] {
    if let hitTest { return hitTest(touch).map(chain) ?? [] }
    var deepest: Int?
    for index in nodes.indices
    where chain(from: nodes[index].id).allSatisfy({ nodes[$0].region.contains(touch.position) }) {
      if deepest.map({ nodes[$0].depth <= nodes[index].depth }) ?? true { deepest = index }
    }
    return deepest.map { chain(from: nodes[$0].id) } ?? []
  }

  /// The target `id` and those that contain it; a tree that bites its tail ends.
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
  /// One pipeline for a tree of targets. Without `hitTest` the regions decide; with it the caller does, at each landing.
  public init(targets: [Target], hitTest: TargetRecognizers.HitTest? = nil) {
    self.init(enrolling: TargetRecognizers(targets, hitTest: hitTest))
  }

  /// The target whose recognizer gave an answer.
  public func target(of event: GestureEvent) -> Int { core.arbiter.lanes[event.recognizer].target }
}
