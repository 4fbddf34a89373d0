/// A region of the surface, or a node of a scene, that owns recognizers.
///
/// A touch belongs to the topmost target at its landing position and to all that contain it, for as long as it is down.
public struct Target: Sendable {
  /// The number that the caller's hit test returns and that events carry.
  public var id: Int
  /// The target that contains this one; `nil` at the top level.
  public var parent: Int?
  /// Its rectangle in millimetres, in its own coordinates.
  public var region: Rect
  /// The map from its own coordinates to those of its parent, at the top level onto the glass.
  public var placement: Similarity
  fileprivate let members: RecognizerBox

  /// A target with the recognizers that `content` names, in front of those that its parent contains so far.
  public init(
    id: Int, in parent: Int? = nil, region: Rect, placement: Similarity = .identity,
    @PipelineBuilder _ content: () -> some RecognizerGroup
  ) {
    self.id = id
    self.parent = parent
    self.region = region
    self.placement = placement
    members = TypedRecognizerBox(content())
  }
}

/// The recognizers of targets within targets as one group, with one arbiter for all of them: those of a target can prevent, or wait for,
/// those of the targets that contain it.
///
/// Together they are 64 at most. Targets that touches never share need no common arbiter: give each a pipeline of its own in a
/// ``TargetPipeline``.
public struct TargetTree: RecognizerGroup {
  /// Returns the id of the target that a touch lands on; `nil` if there is none.
  public typealias HitTest = @Sendable (Touch) -> Int?

  private struct Node: Sendable {
    var id: Int
    var parent: Int?
    var depth: Int
    var area: TargetArea
    var members: RecognizerBox
    var touches = TouchSet.none

    var lanes: LaneSet { members.lanes }
  }

  /// In the order in which they were added: parents first, and later ones in front of their siblings.
  private var nodes: [Node] = []
  private let hitTest: HitTest?
  /// The lanes of all targets.
  public var lanes: LaneSet { nodes.reduce(LaneSet.none) { $0 | $1.lanes } }

  fileprivate init(hitTest: HitTest?) { self.hitTest = hitTest }

  /// The same targets with their own recognizers.
  public func copied() -> TargetTree {
    var copy = self
    for index in nodes.indices { copy.nodes[index].members = nodes[index].members.copied() }
    return copy
  }

  // MARK: Targets

  fileprivate func contains(_ id: Int) -> Bool { index(of: id) != nil }

  private func index(of id: Int) -> Int? { nodes.firstIndex { $0.id == id } }

  /// Adds targets, each after its parent, or nothing if one of them cannot be added.
  fileprivate mutating func add(_ targets: [Target], in arbiter: inout Arbiter) throws(TargetError) {
    let (count, before) = (nodes.count, arbiter.enrolled)
    do throws(TargetError) {
      for target in targets { try add(target, in: &arbiter) }
      for node in nodes[count...] {
        do throws(PipelineError) { try arbiter.relate(node.lanes) } catch { throw .pipeline(node.id, error) }
      }
    } catch {
      arbiter.release(arbiter.enrolled - before)
      nodes.removeLast(nodes.count - count)
      throw error
    }
  }

  private mutating func add(_ target: Target, in arbiter: inout Arbiter) throws(TargetError) {
    if contains(target.id) { throw .duplicate(target.id) }
    var depth = 0
    if let parent = target.parent {
      guard let index = index(of: parent) else { throw .unknownParent(parent, of: target.id) }
      depth = nodes[index].depth + 1
    }
    // A target may be added to several pipelines; each has its own recognizers.
    let node = Node(
      id: target.id, parent: target.parent, depth: depth,
      area: try TargetArea(target.region, target.placement, of: target.id), members: target.members.copied())
    do throws(PipelineError) { try node.members.enroll(in: &arbiter) } catch { throw .pipeline(target.id, error) }
    arbiter.move(node.lanes, toTarget: node.id, depth: node.depth)
    nodes.append(node)
  }

  /// The lanes of a target and of all that it contains.
  fileprivate func lanes(within id: Int) -> LaneSet {
    nodes.reduce(LaneSet.none) { isNode($1.id, within: id) ? $0 | $1.lanes : $0 }
  }

  /// Removes a target and all that it contains.
  fileprivate mutating func remove(_ id: Int) {
    let gone = nodes.filter { isNode($0.id, within: id) }.map { $0.id }
    nodes.removeAll { gone.contains($0.id) }
  }

  private func isNode(_ id: Int, within ancestor: Int) -> Bool {
    var next: Int? = id
    while let current = next {
      if current == ancestor { return true }
      next = index(of: current).flatMap { nodes[$0].parent }
    }
    return false
  }

  fileprivate mutating func place(_ id: Int, region: Rect?, placement: Similarity) throws(TargetError) {
    guard let index = index(of: id) else { throw .unknown(id) }
    nodes[index].area = try TargetArea(region ?? nodes[index].area.region, placement, of: id)
  }

  /// The map from the own coordinates of a target onto the glass.
  fileprivate func placement(of id: Int) -> Similarity? {
    guard var index = index(of: id) else { return nil }
    var placement = nodes[index].area.placement
    while let parent = nodes[index].parent.flatMap(self.index(of:)) {
      placement = placement.followed(by: nodes[parent].area.placement)
      index = parent
    }
    return placement
  }

  // MARK: Recognizers

  /// Takes no lanes: targets take theirs when they are added.
  public mutating func enroll(in arbiter: inout Arbiter) throws(PipelineError) {}

  /// Offers each touch that landed to its targets.
  public mutating func offer(to lanes: LaneSet, in arbiter: inout Arbiter) {
    var landed = arbiter.table.landed
    while let touch = landed.popFirst() {
      // A touch that is adopted belongs to a target already.
      guard arbiter.table[touch].phase == .began else { continue }
      for index in nodes.indices { nodes[index].touches.remove(touch) }
      var next = target(of: arbiter.table[touch])
      while let index = next {
        nodes[index].touches.insert(touch)
        next = nodes[index].parent.flatMap(self.index(of:))
      }
    }
    for node in nodes {
      arbiter.show(node.touches, to: node.lanes)
      if lanes.intersects(node.lanes) { node.members.offer(to: lanes, in: &arbiter) }
    }
  }

  private func target(of touch: Touch) -> Int? {
    if let hitTest { return hitTest(touch).flatMap(index(of:)) }
    return topmost(in: nil, at: touch.position)
  }

  /// The topmost target at `point` among those that `parent` contains, and those within that one.
  private func topmost(in parent: Int?, at point: Point) -> Int? {
    guard let index = nodes.lastIndex(where: { $0.parent == parent && $0.area.contains(point) }) else { return nil }
    return topmost(in: nodes[index].id, at: nodes[index].area.own(point)) ?? index
  }

  /// Runs the recognizers of all targets on the frame.
  public mutating func recognize(_ lanes: LaneSet, in arbiter: inout Arbiter) {
    for node in nodes where lanes.intersects(node.lanes) { node.members.recognize(lanes, in: &arbiter) }
  }

  /// Writes the measurements of the recognizer of `lane`.
  public mutating func measure(_ lane: Int, into gesture: inout Gesture, in arbiter: borrowing Arbiter) {
    members(of: lane)?.measure(lane, into: &gesture, in: arbiter)
  }

  /// Restarts the gesture of `lane` at identity.
  public mutating func rebase(_ lane: Int, in arbiter: borrowing Arbiter) {
    members(of: lane)?.rebase(lane, in: arbiter)
  }

  /// Sets a value of the gesture of `lane`.
  public mutating func set(_ value: GestureValue, of lane: Int, in arbiter: borrowing Arbiter) {
    members(of: lane)?.set(value, of: lane, in: arbiter)
  }

  /// Passes the outputs to the recognizers of all targets.
  public mutating func setOutputs(_ outputs: [Rect]) {
    for node in nodes { node.members.setOutputs(outputs) }
  }

  /// Discards the attempts of the recognizers of `lanes`.
  public mutating func reset(_ lanes: LaneSet) {
    for node in nodes where lanes.intersects(node.lanes) { node.members.reset(lanes) }
  }

  private func members(of lane: Int) -> RecognizerBox? { nodes.first { $0.lanes.contains(lane) }?.members }
}

extension Pipeline where Recognizers == TargetTree {
  /// One pipeline for `targets`, each after its parent. `hitTest` returns the target of each touch that lands; without it, the regions
  /// determine the target.
  public init(targets: [Target] = [], hitTest: TargetTree.HitTest? = nil) throws(TargetError) {
    self.init { TargetTree(hitTest: hitTest) }
    try add(targets)
  }

  /// Adds a target. It takes touches that land from now on; its relations may name recognizers of the targets there are.
  public mutating func add(_ target: Target) throws(TargetError) { try add([target]) }

  private mutating func add(_ targets: [Target]) throws(TargetError) {
    try owned().add { (tree, arbiter) throws(TargetError) in try tree.add(targets, in: &arbiter) }
  }

  /// Removes target `id` and all that it contains. Their gestures are cancelled; the cancellations are the events of this call. An
  /// unknown target is ignored.
  public mutating func remove(_ id: Int) {
    let lanes = core.read { $0.lanes(within: id) }
    owned().remove(lanes) { $0.remove(id) }
  }

  /// Moves, scales or turns target `id`. Touches that are down stay with the targets they landed on.
  public mutating func place(_ id: Int, region: Rect? = nil, placement: Similarity) throws(TargetError) {
    try owned().add { (tree, _) throws(TargetError) in try tree.place(id, region: region, placement: placement) }
  }

  /// Whether target `id` is in this pipeline.
  public func contains(_ id: Int) -> Bool { core.read { $0.contains(id) } }

  /// The map from the own coordinates of target `id` onto the glass; `nil` if there is no such target.
  public func placement(of id: Int) -> Similarity? { core.read { $0.placement(of: id) } }
}

/// The place of a target.
struct TargetArea: Sendable {
  /// Its rectangle, in its own coordinates.
  let region: Rect?
  /// The map from its own coordinates to those of what contains it.
  let placement: Similarity
  private let inverse: Similarity

  init(_ region: Rect?, _ placement: Similarity, of id: Int) throws(TargetError) {
    let sides = region.map { [$0.minX, $0.minY, $0.maxX, $0.maxY] } ?? []
    let numbers =
      sides + [
        placement.scale, placement.rotation.radians,
        placement.translation.dx, placement.translation.dy,
      ]
    guard numbers.allSatisfy({ $0.isFinite }), placement.scale > 0 else { throw .impossiblePlacement(id) }
    self.region = region
    self.placement = placement
    inverse = placement.inverse
  }

  /// `point` of what contains it, in its own coordinates.
  func own(_ point: Point) -> Point { inverse.apply(point) }

  /// Whether it contains `point` of what contains it.
  func contains(_ point: Point) -> Bool { region?.contains(own(point)) ?? false }
}

/// The reason why a target cannot be added or placed.
public enum TargetError: Error, Sendable, Hashable, CustomStringConvertible {
  /// There is a target with this id already.
  case duplicate(Int)
  /// There is no target with this id.
  case unknown(Int)
  /// The target is to be part of one that does not exist.
  case unknownParent(Int, of: Int)
  /// There is no room for this target.
  case tooMany(Int)
  /// The target's region or placement is not finite, or its scale is not positive.
  case impossiblePlacement(Int)
  /// The recognizers of this target cannot be added.
  case pipeline(Int, PipelineError)

  /// The target, the error and its remedy.
  public var description: String {
    switch self {
    case .duplicate(let id): "target \(id): there is a target with this id; remove it first, or use another id"
    case .unknown(let id): "target \(id): there is no target with this id"
    case .unknownParent(let parent, let id): "target \(id): its parent \(parent) does not exist; add that one first"
    case .tooMany(let id): "target \(id): there are \(Int(UInt16.max) + 1) targets already"
    case .impossiblePlacement(let id): "target \(id): its region and placement must be finite, and its scale positive"
    case .pipeline(let id, let error): "target \(id), \(error)"
    }
  }
}
