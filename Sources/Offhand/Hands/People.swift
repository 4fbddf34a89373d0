/// Tells the people at a panel apart, also over gestures.
///
/// Hands that touch at once are of different people, as ``HandPipelines`` tells them; what makes one gesture is of one person. Each person
/// has a seat: where on the edge the forearm comes from, by the reach to it, or by the arrangement of a whole hand. A hand that lands is of
/// the person who reaches it most easily, unless a new one would much more so. Only around a table seats are at all edges.
package struct People: Sendable {
  /// The fingers, in the order in which TUIO numbers those of a hand.
  package enum Finger: Int, Sendable, Hashable, CaseIterable { case index = 1, middle, ring, little, thumb }

  /// A hand on the glass.
  package struct Hand: Sendable, Hashable {
    /// Its number; a hand that lands has a new one.
    package var id: Int
    /// The number of its person, from 1: the lowest that was free for the last minute.
    package var person: Int
    /// The edge from which it comes.
    package var edge: ScreenEdge
    /// Which hand it is; `both` if the two make one gesture.
    package var side: Handedness
    /// The middle of its touches.
    package var center: Point
    /// Where it points: the direction away from its forearm, clockwise from straight up.
    package var direction: Angle
    /// Its touches.
    package var touches: [Touch.ID]
    /// The fingers that they are; `nil` where the arrangement does not tell.
    package var fingers: [Finger?]
  }

  private struct Person {
    let number: Int
    /// Where they are along the edge.
    var seat: Double
    var edge: ScreenEdge
    /// Knows the person's hands.
    var estimator: BayesianHandEstimator
    /// The index of the hand in ``HandPipelines``; `nil` while none touches.
    var index: UInt8?
    var hand = 0
    /// The number of hands that have landed.
    var count = 0
    /// Whether the present one is known to come from the person's edge.
    var isSettled = false
    var seen: Timestamp
  }

  /// The time after which a person is forgotten.
  private static let memory = Duration.seconds(60)
  /// One works with both hands within so many millimetres to either side.
  private static let armSpan = 400.0
  /// How much more easily a new person must reach a hand than a known one, and how much farther a short edge of a table counts as, in
  /// millimetres. Chosen by a simulation of one to four people at tables of 520 to 1600 mm (Design/Recognizing.md "Several hands").
  private static let newcomer = 450.0
  private static let shortEdge = 150.0

  private let setup: PanelSetup
  private var pipelines: HandPipelines
  private var people: [Person] = []
  private var part = TouchFrame()
  private var count = 0

  /// The people at a panel; at a table (``Posture/tabletop``) around it.
  package init(at setup: PanelSetup) {
    self.setup = setup
    pipelines = StandardPipeline(outputs: [setup.panel]).byHand()
  }

  /// Takes a frame in.
  package mutating func process(_ frame: borrowing TouchFrame) {
    pipelines.process(frame)
    people.removeAll { $0.index == nil && frame.timestamp - $0.seen > People.memory }
    for index in people.indices where people[index].index != nil {
      if see(index, frame) { look(index, frame) } else { people[index].index = nil }
    }
    for touch in frame.touches where touch.isDown {
      guard let hand = pipelines.handIndex(of: touch.id), !people.contains(where: { $0.index == hand }) else {
        continue
      }
      seat(hand, at: touch.position, from: nil, frame)
    }
  }

  /// The hands on the glass as of the latest frame, which is `frame`.
  package func hands(in frame: borrowing TouchFrame) -> [Hand] {
    var hands: [Hand] = []
    for person in people { if let hand = hand(of: person, in: frame) { hands.append(hand) } }
    return hands
  }

  /// Has the person at `index` see the touches of their hand, and returns whether there are any.
  private mutating func see(_ index: Int, _ frame: borrowing TouchFrame) -> Bool {
    let (pipelines, hand) = (pipelines, people[index].index)
    part.fill(from: frame) { _, touch in touch.isDown && pipelines.handIndex(of: touch.id) == hand }
    people[index].estimator.ingest(part)
    if part.count > 0 { people[index].seen = frame.timestamp }
    return part.count > 0
  }

  /// Looks where the hand of the person at `index` comes from: a hand from another edge is another person's.
  private mutating func look(_ index: Int, _ frame: borrowing TouchFrame) {
    let edge = people[index].estimator.userEdge
    guard edge != people[index].edge, !people[index].isSettled, let hand = people[index].index else { return }
    let center = People.center(of: part)
    if people[index].count == 1 {
      (people[index].edge, people[index].seat) = (edge, place(center, at: edge).along)
      people[index].estimator.environment.userEdge = edge
    } else {
      people[index].estimator = estimator(at: people[index].edge)
      people[index].index = nil
      seat(hand, at: center, from: edge, frame)
    }
  }

  /// Gives a hand to the person who reaches it most easily, at `edge` if that is known, or to a new one.
  private mutating func seat(_ hand: UInt8, at center: Point, from edge: ScreenEdge?, _ frame: borrowing TouchFrame) {
    let edges = edge.map { [$0] } ?? (setup.posture == .tabletop ? [.bottom, .top, .left, .right] : [setup.userEdge])
    let isWide = setup.panel.width >= setup.panel.height
    var (new, least) = (edges[0], Double.infinity)
    for edge in edges {
      let isShort = (edge == .left || edge == .right) == isWide
      let effort = place(center, at: edge).reach + (isShort ? People.shortEdge : 0)
      if effort < least { (new, least) = (edge, effort) }
    }
    var known: Int?
    least += People.newcomer
    for index in people.indices where people[index].index == nil && edges.contains(people[index].edge) {
      let place = place(center, at: people[index].edge)
      let aside = abs(place.along - people[index].seat)
      let effort = place.reach + aside / 4 + max(0, aside - People.armSpan) * 0.75
      if effort < least { (known, least) = (index, effort) }
    }
    if known == nil {
      var number = 1
      while people.contains(where: { $0.number == number }) { number += 1 }
      people.append(
        Person(number: number, seat: 0, edge: new, estimator: estimator(at: new), seen: frame.timestamp))
    }
    let index = known ?? people.count - 1
    count += 1
    people[index].count += 1
    // The mean of their last hands: people move along an edge.
    people[index].seat +=
      (place(center, at: people[index].edge).along - people[index].seat) / Double(min(people[index].count, 8))
    (people[index].index, people[index].hand, people[index].isSettled) = (hand, count, edge != nil)
    if see(index, frame) { look(index, frame) }
  }

  /// How far along `edge` a place is, and how far from it. At a wall the height of a reach does not count.
  private func place(_ center: Point, at edge: ScreenEdge) -> (along: Double, reach: Double) {
    let user = UserFrame(panel: setup.panel, edge: edge)
    let place = user.inward(center)
    return (place.x, setup.posture == .tabletop ? user.halfSize.height - place.y : 0)
  }

  private func estimator(at edge: ScreenEdge) -> BayesianHandEstimator {
    var setup = setup
    setup.userEdge = edge
    return BayesianHandEstimator(environment: setup)
  }

  private static func center(of frame: borrowing TouchFrame) -> Point {
    var sum = Vector.zero
    for touch in frame.touches { sum += touch.position - .origin }
    return .origin + sum / Double(max(1, frame.count))
  }

  private func hand(of person: Person, in frame: borrowing TouchFrame) -> Hand? {
    guard let index = person.index else { return nil }
    var part = TouchFrame()
    part.fill(from: frame) { _, touch in touch.isDown && pipelines.handIndex(of: touch.id) == index }
    let tracks = person.estimator.tracks
    let live = tracks.indices.filter { tracks[$0].lifted == nil }
    guard part.count > 0, let first = live.first else { return nil }
    let track = tracks[first]
    let side = live.count == 1 ? track.hand.side : .both
    let isLeft = side == .left
    let reading = isLeft ? track.left : track.right
    let user = UserFrame(panel: setup.panel, edge: person.estimator.userEdge)
    let azimuth = live.count == 1 ? reading.azimuth : .zero
    let way = user.outward(UserVector(dx: isLeft ? azimuth.sine : -azimuth.sine, dy: -azimuth.cosine))
    let fingers = part.touches.map { touch -> Finger? in
      guard side == .left || side == .right else { return nil }
      var place = user.inward(touch.position)
      if isLeft { place.x = -place.x }
      return reading.finger(at: place)
    }
    return Hand(
      id: person.hand, person: person.number, edge: person.edge, side: side, center: People.center(of: part),
      direction: Angle(y: way.dx, x: -way.dy), touches: part.touches.map { $0.id }, fingers: fingers)
  }
}

extension HandReading {
  /// The finger at a position: that of a pinch, or of a whole hand; of others the thumb alone.
  fileprivate func finger(at place: UserPoint) -> People.Finger? {
    guard grip == .pinch || grip == .spread else { return nil }
    if thumb == place { return .thumb }
    guard grip == .pinch && fingers.count == 1 || fingers.count == 4 else { return nil }
    for index in 0..<fingers.count where fingers[index] == place { return People.Finger(rawValue: index + 1) }
    return nil
  }
}
