import DesignCases
import Offhand
import OffhandRecordings
import OffhandTesting
import Testing

/// Recorded strokes of one person each, laid over each other (Design/Recognizing.md "Several hands").
@Suite(.enabled(if: Corpus.isPresent, "no corpus: set OFFHAND_CORPUS"))
struct TwoPeopleTests {
  /// Glass of 250x188 mm and of 520x390 mm, with fingers of two people 30 mm apart or anywhere: the least share of own pans, and the largest
  /// of pinches and rotations.
  @Test(arguments: [
    (Size(width: 250, height: 188), 30, 0.95, 0.07), (Size(width: 520, height: 390), 30, 0.98, 0.05),
    (Size(width: 250, height: 188), 0, 0.93, 0.14), (Size(width: 520, height: 390), 0, 0.97, 0.055),
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
