import Offhand

extension LawSubject {
  /// A pipeline from data that is random: two to eight recognizers of any kind, with random settings and relations.
  ///
  /// Swipes go in all straight directions and edge pans from all edges: others would not be symmetric.
  package static func fromData(seed: UInt64) -> LawSubject {
    var random = SeededGenerator(seed: seed)
    var descriptions: [RecognizerDescription] = []
    for index in 0..<random.number(2...8) {
      descriptions.append(.random(index, after: descriptions.compactMap(\.name), by: &random))
    }
    let isByHand = random.happens(0.25)
    var listener = RecognizerDescription.random(descriptions.count, after: [], by: &random)
    listener.name = LawSubject.listener.description
    listener.isSimultaneousWithAll = false
    listener.onlyListens = true
    let all = descriptions
    let one = listener
    @Sendable func make(_ descriptions: [RecognizerDescription], _ bounds: Rect) -> any GesturePipeline {
      do throws(PipelineError) {
        let pipeline = try Pipeline(descriptions, outputs: [bounds])
        return isByHand ? pipeline.byHand() : pipeline
      } catch {
        preconditionFailure("seed \(seed): \(error)")
      }
    }
    var subject = LawSubject("from data \(seed)", .upright) { make(all, $0) }
    // Hands are told apart by what begins, a listener as well.
    if !isByHand { subject.listening = { make(all + [one], $0) } }
    return subject
  }

  /// The name of the recognizer that ``LawSubject/listening`` adds.
  static let listener: GestureName = "listener"
}

extension RecognizerDescription {
  /// A random recognizer that waits for some of `others` at most, so that no two wait for each other.
  fileprivate static func random(_ index: Int, after others: [String], by random: inout SeededGenerator)
    -> RecognizerDescription
  {
    let kind = Kind.allCases[random.number(0...Kind.allCases.count - 1)]
    var description = RecognizerDescription(kind, name: "\(kind.rawValue) \(index)")
    description.setFingers(by: &random)
    if random.happens(0.4) { description.distance = random.number(0...12) }
    if [.pan, .pinch, .rotation, .transform, .tapDrag].contains(kind), random.happens(0.4) {
      description.contestedDistance = random.number(0...12)
    }
    if [.tap, .longPress, .swipe, .screenEdgePan].contains(kind), random.happens(0.4) {
      description.duration = .milliseconds(random.number(0...900))
    }
    if [.tap, .longPress, .tapDrag].contains(kind), random.happens(0.4) { description.taps = random.number(1...3) }
    if kind == .pan, random.happens(0.5) {
      description.axis = [.horizontal, .vertical, .locked(ratio: 1.5)][random.number(0...2)]
    }
    if kind == .tapDrag, random.happens(0.5) { description.doublingDistance = random.number(5...60) }
    if kind == .swipe, random.happens(0.3) { description.liftSpeed = random.number(5...100) }
    func some(_ likelihood: Double) -> [String] { others.filter { _ in random.happens(likelihood) } }
    description.requirements = some(0.15)
    description.simultaneous = some(0.3)
    description.notPreventing = some(0.1)
    description.notPreventedBy = some(0.1)
    description.overridden = some(0.1)
    description.isSimultaneousWithAll = random.happens(0.1)
    description.announcesUnconfirmed = random.happens(0.3)
    description.isExclusive = random.happens(0.7)
    description.onlyListens = random.happens(0.1)
    description.delaysTouchesBegan = random.happens(0.2)
    description.priority = random.number(0...1)
    return description
  }

  private mutating func setFingers(by random: inout SeededGenerator) {
    let least = kind == .pinch || kind == .rotation ? 2 : 1
    switch kind {
    case .screenEdgePan, .tapDrag: break
    case .longPress, .swipe:
      minimumFingers = random.number(1...3)
      maximumFingers = minimumFingers
    case .tap, .pan, .pinch, .rotation, .transform:
      guard random.happens(0.6) else { return }
      let first = random.number(least...3)
      minimumFingers = first
      maximumFingers = random.number(first...10)
    }
  }
}
