import DesignCases
import Offhand
import OffhandRecordings
import OffhandTesting
import Testing

/// Recorded strokes of one person each, laid over each other (Design/Recognizing.md "Several hands").
@Suite(.enabled(if: Corpus.isPresent, "no corpus: set OFFHAND_CORPUS"))
struct TwoPeopleTests {
  /// Glass of 250x188 mm and of 520x390 mm, with fingers of two people 30 mm apart or anywhere: the least share of own pans, and the largest
  /// of pinches and rotations. On the small glass one person wins where it is not known.
  @Test(arguments: [
    (Size(width: 250, height: 188), 30, 0.86, 0.18), (Size(width: 520, height: 390), 30, 0.97, 0.125),
    (Size(width: 250, height: 188), 0, 0.85, 0.25), (Size(width: 520, height: 390), 0, 0.95, 0.14),
  ])
  func `drags beside another person's are pans of their own`(
    size: Size, clearance: Double, pans: Double, pinches: Double
  ) throws {
    let strokes = try RecordedStroke.strokes()
    var (apart, together) = (Score(), Score())
    for seed in UInt64(0)..<8 {
      let stream = SharedGlassStream(of: strokes, on: size, clearance: clearance, seconds: 45, seed: seed)
      apart.add(stream, through: StandardPipeline().byHand())
      together.add(stream, through: StandardPipeline())
    }
    #expect(apart.drags > 300)
    #expect(apart.ownShare >= pans, "\(apart.ownShare)")
    #expect(apart.aloneShare >= 0.99, "\(apart.aloneShare)")
    #expect(
      Double(apart.pairGestures) <= pinches * Double(together.pairGestures),
      "\(apart.pairGestures) of \(together.pairGestures)")
  }

  @Test(arguments: 3...5) func `of three to five people each has pans of its own`(people: Int) throws {
    let strokes = try RecordedStroke.strokes()
    var score = Score()
    for seed in UInt64(0)..<4 {
      let stream = SharedGlassStream(
        of: strokes, on: Size(width: 520, height: 390), people: people, clearance: 30, seconds: 45, seed: seed)
      score.add(stream, through: StandardPipeline().byHand())
    }
    #expect(score.drags > 200)
    #expect(score.ownShare >= 0.95, "\(score.ownShare)")
  }

  /// Two people who each do what one of seven people did on a tablet: taps, drags, pinches, taps of five fingers. In a class room 92.9 % of
  /// pairs were told (Group Touch, CHI 2017).
  @Test(arguments: [(Size(width: 250, height: 188), 0.89), (Size(width: 520, height: 390), 0.96)])
  func `of two touches at once it is known whether one person made them`(size: Size, least: Double) throws {
    let people = try RecordedPerson.all()
    var (pairs, right) = (0, 0)
    for seed in UInt64(0)..<12 {
      let stream = RecordedPeopleStream(of: people, on: size, clearance: 30, seconds: 60, seed: seed)
      for (pair, isOne) in stream.judgements(by: People(at: PanelSetup(panel: Rect(origin: .origin, size: size)))) {
        let isTrue = stream.person(of: pair.0) == stream.person(of: pair.1)
        pairs += 1
        right += isOne == isTrue ? 1 : 0
      }
    }
    #expect(pairs > 500)
    #expect(Double(right) >= least * Double(pairs), "\(right) of \(pairs)")
  }

  /// The same two people for a minute on opposite sides of a table, each in the half before them.
  @Test func `at a table a number stays with a person over gestures`() throws {
    let people = try RecordedPerson.all()
    let size = Size(width: 800, height: 560)
    let setup = PanelSetup(panel: Rect(origin: .origin, size: size), posture: .tabletop)
    var (fingers, right) = (0, 0)
    for seed in UInt64(0)..<12 {
      let stream = RecordedPeopleStream(of: people, on: size, clearance: 30, seconds: 60, seed: seed, isTable: true)
      var numbers: [Int32: Int] = [:]
      stream.forEachFrame(seenBy: People(at: setup)) { touches in
        for touch in touches { numbers[touch.slot] = touch.person }
      }
      let counts = (0..<2).map { person in
        Dictionary(grouping: numbers.filter { stream.person(of: $0.key) == person }.values) { $0 }.mapValues(\.count)
      }
      fingers += numbers.count
      // Each has one number, and not the other's.
      right +=
        counts[0].flatMap { one in counts[1].filter { $0.key != one.key }.map { one.value + $0.value } }.max() ?? 0
    }
    #expect(fingers > 500)
    #expect(Double(right) >= 0.8 * Double(fingers), "\(right) of \(fingers)")
  }

  /// What one pipeline recognizes in streams.
  private struct Score {
    /// The drags beside another touch, and those of them that began as a pan of one touch.
    var drags = 0
    private var own = 0
    /// The drags beside none, and those of them that began as a pan.
    private var alone = 0
    private var aloneOwn = 0
    /// The pinches and rotations that began.
    var pairGestures = 0

    var ownShare: Double { Double(own) / Double(max(1, drags)) }
    var aloneShare: Double { Double(aloneOwn) / Double(max(1, alone)) }

    mutating func add(_ stream: SharedGlassStream, through pipeline: some GesturePipeline) {
      var player = Player(pipeline)
      player.play(Script(steps: stream.steps))
      var panned: Set<Int> = []
      for (event, touches) in zip(player.events, player.touches) where event.state == .began {
        if event.name == .pinch || event.name == .rotation { pairGestures += 1 }
        if event.name == .pan, touches.count == 1 { panned.insert(Int(touches[0].slot)) }
      }
      for (number, stroke) in stream.strokes.enumerated() where stroke.stroke.isDrag {
        if stream.isBesideAnother(number) {
          drags += 1
          own += panned.contains(number) ? 1 : 0
        } else {
          alone += 1
          aloneOwn += panned.contains(number) ? 1 : 0
        }
      }
    }
  }
}

/// A few people, each of whom makes one random stroke after the other anywhere on the glass.
private struct SharedGlassStream {
  private(set) var strokes: [PlacedStroke] = []

  /// `clearance` is the least distance between fingers of two people, in millimetres: hands are in each other's way.
  init(
    of recorded: [RecordedStroke], on size: Size, people: Int = 2, clearance: Double, seconds: Double, seed: UInt64
  ) {
    var random = SeededGenerator(seed: seed)
    for person in 0..<people {
      var report = random.number(0...100)
      while Double(report) * RecordedStroke.interval < seconds {
        let stroke = recorded[random.number(0...recorded.count - 1)]
        guard let offset = stroke.offset(in: size, &random) else { continue }
        let placed = PlacedStroke(stroke: stroke, person: person, start: report, offset: offset)
        if strokes.contains(where: { $0.person != person && $0.comesNear(placed, clearance) }) {
          continue
        }
        strokes.append(placed)
        report = placed.end + random.number(10...80)
      }
    }
  }

  /// The steps of all strokes; the slot of each is its number.
  var steps: [Step] { PlacedStroke.steps(strokes) }

  /// Whether another person's stroke overlaps the stroke in time.
  func isBesideAnother(_ number: Int) -> Bool {
    strokes.contains { $0.person != strokes[number].person && $0.isBeside(strokes[number]) }
  }
}

/// What one person did on a tablet, alone.
private struct RecordedPerson {
  /// The frames of each recording: seconds since its first one, and where each touch is.
  var recordings: [[(time: Double, touches: [Int64: Point])]] = []

  static func all() throws -> [RecordedPerson] {
    var people: [String: RecordedPerson] = [:]
    try Corpus.forEachRecording(in: "ubc-people.jsonl.gz") { recording in
      let scale = RecordingScale(recording)
      guard let person = recording.trace.split(separator: "/").first, let start = recording.frames.first?.time else {
        return
      }
      let frames = recording.frames.map { frame in
        (
          time: frame.time.seconds(since: start),
          touches: Dictionary(uniqueKeysWithValues: frame.touches.map { (Int64($0.id), scale.position(of: $0)) })
        )
      }
      guard let last = frames.last, last.time < 4 else { return }
      people[String(person), default: RecordedPerson()].recordings.append(frames)
    }
    return people.sorted { $0.key < $1.key }.map(\.value)
  }
}

/// Two of them on one glass, each of whom does one thing after the other anywhere on it.
private struct RecordedPeopleStream {
  /// The person of each finger.
  private var people: [Int32: Int] = [:]
  private var steps: [Step] = []

  /// At a table the second one is on the far side, and each in the half before them; else both are anywhere before it.
  init(
    of recorded: [RecordedPerson], on size: Size, clearance: Double, seconds: Double, seed: UInt64,
    isTable: Bool = false
  ) {
    let size = isTable ? Size(width: size.width, height: size.height / 2) : size
    var random = SeededGenerator(seed: seed)
    var placed: [(person: Int, from: Double, to: Double, box: Rect)] = []
    let first = random.number(0...recorded.count - 1)
    for (person, source) in [first, (first + random.number(1...recorded.count - 1)) % recorded.count].enumerated() {
      var time = random.number(0...1.0)
      while time < seconds {
        var frames = recorded[source].recordings[random.number(0...recorded[source].recordings.count - 1)]
        let isFar = isTable && person == 1
        if isFar {
          frames = frames.map { (time: $0.time, touches: $0.touches.mapValues { Point(x: -$0.x, y: -$0.y) }) }
        }
        let points = frames.flatMap { $0.touches.values }
        guard let left = points.map(\.x).min(), let right = points.map(\.x).max(), let top = points.map(\.y).min(),
          let bottom = points.map(\.y).max(), right - left < size.width, bottom - top < size.height
        else { continue }
        let offset = Vector(
          dx: random.number(0...size.width - right + left) - left,
          dy: random.number(0...size.height - bottom + top) - top + (isTable && !isFar ? size.height : 0))
        let end = time + frames[frames.count - 1].time
        let box = Rect(x: left + offset.dx, y: top + offset.dy, width: right - left, height: bottom - top)
        let room = box.inset(by: Insets(all: -clearance))
        if !placed.contains(where: {
          $0.person != person && $0.from < end && time < $0.to && $0.box.intersection(room) != nil
        }) {
          placed.append((person, time, end, box))
          add(frames, of: person, at: time, offset)
        }
        time = end + random.number(0.1...0.8)
      }
    }
    steps.sort { $0.time < $1.time }
  }

  private mutating func add(
    _ frames: [(time: Double, touches: [Int64: Point])], of person: Int, at start: Double, _ offset: Vector
  ) {
    var fingers: [Int64: Int32] = [:]
    for frame in frames {
      let time = (start + frame.time) * 1000
      for (id, finger) in fingers where frame.touches[id] == nil {
        steps.append(up(finger, at: time))
        fingers[id] = nil
      }
      for (id, point) in frame.touches.sorted(by: { $0.key < $1.key }) {
        let place = point + offset
        if let finger = fingers[id] {
          steps.append(move(finger, to: place.x, place.y, at: time))
        } else {
          let finger = Int32(people.count)
          people[finger] = person
          fingers[id] = finger
          steps.append(down(finger, place.x, place.y, at: time))
        }
      }
    }
    for finger in fingers.values { steps.append(up(finger, at: (start + frames[frames.count - 1].time) * 1000 + 8)) }
  }

  func person(of finger: Int32) -> Int? { people[finger] }

  /// Whether each pair of fingers that were down together was one person's, when they last were.
  func judgements(by people: People) -> [(pair: (Int32, Int32), isOne: Bool)] {
    var judged: [Int64: (pair: (Int32, Int32), isOne: Bool)] = [:]
    forEachFrame(seenBy: people) { touches in
      for (index, one) in touches.enumerated() {
        for other in touches[..<index] {
          let pair = (min(one.slot, other.slot), max(one.slot, other.slot))
          judged[Int64(pair.0) << 32 | Int64(pair.1)] = (pair, one.person == other.person)
        }
      }
    }
    return Array(judged.values)
  }

  /// Calls `body` with the touches of each frame and whose they are for `people`.
  func forEachFrame(seenBy people: People, _ body: ([(slot: Int32, person: Int)]) -> Void) {
    var people = people
    var assembler = TouchFrameAssembler()
    Script(steps: steps).forEachFrame(assembler: &assembler) { frame in
      people.process(frame)
      body(
        people.hands(in: frame).flatMap { hand in
          hand.touches.map { (slot: frame.touch($0)?.slot ?? 0, person: hand.person) }
        })
    }
  }
}
