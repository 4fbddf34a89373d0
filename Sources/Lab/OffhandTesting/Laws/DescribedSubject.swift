import Offhand

extension LawSubject {
  /// A pipeline from data that is random: two to eight recognizers of any kind, with random settings and relations.
  ///
  /// Swipes go in all straight directions and edge pans from all edges: others would not be symmetric.
  package static func fromData(seed: UInt64) -> LawSubject {
    var random = SeededGenerator(seed: seed)
    var descriptions: [RecognizerDescription] = []
    for index in 0..<random.number(2...8) {
      descriptions.append(.random(index, after: descriptions.compactMap(\.options.name), by: &random))
    }
    let isByHand = random.happens(0.25)
    var listener = RecognizerDescription.random(descriptions.count, after: [], by: &random)
    listener.options.name = LawSubject.listener
    listener.options.isSimultaneousWithAll = false
    listener.options.onlyListens = true
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
  fileprivate static func random(_ index: Int, after others: [GestureName], by random: inout SeededGenerator)
    -> RecognizerDescription
  {
    let kind = Kind.allCases[random.number(0...Kind.allCases.count - 1)]
    let recognizer = kind.recognizer
    func has(_ setting: Setting, _ likelihood: Double = 0.4) -> Bool {
      recognizer.has(setting) && random.happens(likelihood)
    }
    var description = RecognizerDescription(kind, name: try? GestureName("\(kind.rawValue) \(index)"))
    description.setFingers(by: &random)
    if has(.distance) { description.distance = random.number(0...12) }
    if has(.contestedDistance) { description.contestedDistance = random.number(0...12) }
    if has(.duration) { description.duration = .milliseconds(random.number(0...900)) }
    if has(.taps) { description.taps = random.number(1...3) }
    if has(.axis, 0.5) { description.axis = [.horizontal, .vertical, .locked(ratio: 1.5)][random.number(0...2)] }
    if has(.doublingDistance, 0.5) { description.doublingDistance = random.number(5...60) }
    if has(.liftSpeed, 0.3) { description.liftSpeed = random.number(5...100) }
    if has(.steps, 0.7) {
      description.steps = (0...random.number(0...2)).map { _ in
        random.happens(0.4)
          ? .hold(.milliseconds(random.number(0...300))) : .drag(.straight, distance: random.number(1...15))
      }
      if random.happens(0.4) { description.steps?.append(.lift) }
    }
    func some(_ likelihood: Double) -> [GestureName] { others.filter { _ in random.happens(likelihood) } }
    return description.with {
      $0.requirements = some(0.15)
      $0.simultaneous = some(0.3)
      $0.notPreventing = some(0.1)
      $0.notPreventedBy = some(0.1)
      $0.overridden = some(0.1)
      $0.isSimultaneousWithAll = random.happens(0.1)
      $0.announcesUnconfirmed = random.happens(0.3)
      $0.isExclusive = random.happens(0.7)
      $0.onlyListens = random.happens(0.1)
      $0.delaysTouchesBegan = random.happens(0.2)
      $0.priority = random.number(0...1)
    }
  }

  private mutating func setFingers(by random: inout SeededGenerator) {
    switch kind.recognizer.fingers {
    case .exact(upTo: 1): break
    case .exact:
      minimumFingers = random.number(1...3)
      maximumFingers = minimumFingers
    case .range(let usual):
      guard random.happens(0.6) else { return }
      let first = random.number(usual.lowerBound...3)
      minimumFingers = first
      maximumFingers = random.number(first...10)
    }
  }
}
