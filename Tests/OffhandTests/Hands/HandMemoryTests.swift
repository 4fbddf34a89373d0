import Testing

@testable import Offhand

/// What `StrokeEvidence` and `DigitHabit` infer from strokes up a phone by the digits of either hand.
struct StrokeEvidenceTests {
  private static let phone = Rect(x: 0, y: 0, width: 62, height: 110)

  /// A session of strokes on a phone, one a second after the other.
  private struct Session {
    var estimator = BayesianHandEstimator(
      environment: PanelSetup(panel: phone, posture: Posture(of: phone.size), rightHandPrior: 0.5))
    private var time = Timestamp(nanoseconds: 1_000_000_000)
    private var strokes: UInt64 = 0

    /// Draws a stroke of 45 mm upwards that leans by `lean` degrees and is bowed by `bow` per centimetre; returns the hand while
    /// the finger is still down.
    mutating func stroke(lean: Double, bow: Double) -> Hand {
      strokes += 1
      var hand = Hand.unknown
      for step in 0...15 {
        let up = Double(step) * 3
        let middle = (up - 22.5) / 10
        let slope = Angle(degrees: lean)
        let aside = bow * middle * middle * 10 - up * slope.sine / slope.cosine
        var touch = Touch(
          id: Touch.ID(rawValue: strokes), position: Point(x: 31 + aside, y: 90 - up), landingTime: time)
        touch.phase = step == 0 ? .began : step == 15 ? .ended : .moved
        var frame = TouchFrame(timestamp: time)
        frame.append(touch)
        estimator.ingest(frame)
        if step < 15 { hand = estimator.hand }
        time = time + .milliseconds(16)
      }
      time = time + .seconds(1)
      return hand
    }
  }

  @Test(arguments: [1.0, -1.0]) func `a thumb's bowed stroke names its hand, but not surely`(sign: Double) {
    var session = Session()
    let hand = session.stroke(lean: -5 * sign, bow: 0.07 * sign)
    #expect(hand.side == (sign > 0 ? .right : .left))
    #expect(hand.confidence > 0.65 && hand.confidence < 0.75)
  }

  @Test func `the mirror image of a stroke is equally strong evidence for the other hand`() {
    for (lean, bow) in [(8.0, 0.0), (-4, 0.05), (12, -0.03), (0.5, 0.002)] {
      var (one, other) = (Session(), Session())
      let hand = one.stroke(lean: lean, bow: bow)
      let mirrored = other.stroke(lean: -lean, bow: -bow)
      #expect(mirrored.side == hand.side.mirrored)
      #expect(abs(mirrored.confidence - hand.confidence) < 1e-9)
    }
  }

  @Test func `the same lean means the other hand once the digit is known`() {
    // Fingers of a right hand: straight strokes that lean to the right at their lower ends.
    var finger = Session()
    for _ in 0..<20 { _ = finger.stroke(lean: 8, bow: 0) }
    let right = finger.stroke(lean: 8, bow: 0)
    #expect(right.side == .right && right.confidence > 0.8)
    // The thumb of a left hand: the same lean, bowed.
    var thumb = Session()
    for _ in 0..<20 { _ = thumb.stroke(lean: 6, bow: -0.06) }
    let left = thumb.stroke(lean: 6, bow: -0.06)
    #expect(left.side == .left && left.confidence > 0.8)
  }

  @Test func `a short stroke and one across give no evidence`() {
    var session = Session()
    let across = session.stroke(lean: 60, bow: 0.05)
    #expect(across == Hand(side: .unknown, confidence: 0.5))
  }
}

/// What is remembered from one gesture to the next.
@Suite struct HandMemoryTests {
  private let time = Timestamp(nanoseconds: 1_000_000_000)

  @Test func `gestures with little evidence never lead to more than 77 %`() throws {
    var memory = HandMemory()
    memory.learn(1.9, from: 1, at: time)
    let learned = try #require(memory.rightProbability)
    #expect(abs(learned - HandTrack.probability(1.2)) < 1e-12)
    memory.learn(-1.9, from: -1, at: time)
    #expect(abs((memory.rightProbability ?? 0) - HandTrack.probability(-1.2)) < 1e-12)
  }

  @Test func `one gesture with strong evidence leads to 88 %`() throws {
    var memory = HandMemory()
    memory.learn(3.9, from: 0, at: time)
    let learned = try #require(memory.rightProbability)
    #expect(abs(learned - HandTrack.probability(2)) < 1e-12)
  }

  @Test func `before any gesture, thumbs are expected where the device is held for them, and nothing elsewhere`() {
    #expect(DigitHabit().thumbProbability(at: time, in: .thumbs) > 0.9)
    #expect(DigitHabit().thumbProbability(at: time, in: .handheld) == 0.5)
  }

  @Test func `a stroke that no digit draws teaches nothing`() throws {
    var path = TouchPath()
    for step in 0...40 {
      let up = Double(step)
      path.add(UserPoint(x: (up - 20) * (up - 20) * 4, y: -up))
    }
    let stroke = try #require(StrokeReading(path))
    var habit = DigitHabit()
    habit.learn(stroke, right: 0.5, left: 0.5, at: time, in: .handheld)
    #expect(habit.thumbProbability(at: time, in: .handheld).isFinite)
  }

  @Test func `the digit of a stroke is forgotten within a minute`() throws {
    // Of a right thumb, as `StrokeEvidenceTests` draws it.
    var path = TouchPath()
    for step in 0...15 {
      let up = Double(step) * 3
      let middle = (up - 22.5) / 10
      path.add(UserPoint(x: 0.7 * middle * middle + 0.0875 * up, y: -up))
    }
    let stroke = try #require(StrokeReading(path))
    var habit = DigitHabit()
    habit.learn(stroke, right: 1, left: 0, at: time, in: .handheld)
    #expect(habit.thumbProbability(at: time, in: .handheld) > 0.6)
    #expect(abs(habit.thumbProbability(at: time + .seconds(60), in: .handheld) - 0.5) < 0.001)
  }

  @Test func `the direction from which a person reaches is learned within limits`() {
    var stance = UserStance()
    stance.note(Angle(degrees: 120))
    #expect(abs(stance.azimuthOffset.degrees - 22.5) < 1e-9, "half of 45°, the most that one gesture counts")
    for _ in 0..<40 { stance.note(Angle(degrees: 120)) }
    #expect(abs(stance.azimuthOffset.degrees - 30) < 1e-9)
    for _ in 0..<400 { stance.note(Angle(degrees: -120)) }
    #expect(abs(stance.azimuthOffset.degrees + 30) < 1e-9)
  }

  @Test func `a direction that was seen from one edge says nothing at another`() {
    var stance = UserStance()
    stance.note(Angle(degrees: 40))
    stance.move(to: .left)
    #expect(stance.azimuthOffset == .zero)
    stance.note(Angle(degrees: 40))
    stance.move(to: .left)
    #expect(stance.azimuthOffset != .zero)
    stance.leaveStatedEdge()
    #expect(stance.azimuthOffset != .zero, "the hand shows its own edge")
    stance = UserStance()
    stance.note(Angle(degrees: 40))
    stance.leaveStatedEdge()
    #expect(stance.azimuthOffset == .zero)
  }

  @Test func `what is kept of a person is never certain, and counts whole on the day it was learned and before`() {
    #expect(HandHabit(rightProbability: 1, day: 20_000).rightProbability == 0.98)
    #expect(HandHabit(rightProbability: 0, day: 20_000).rightProbability == 0.02)
    #expect(HandHabit("1.0 2026-01-31")?.rightProbability == 0.98)
    let habit = HandHabit(rightProbability: 0.2, day: 20_000)
    #expect(abs(habit.prior(on: 20_000) - 0.2) < 1e-9)
    // The clock was wrong when it was written, or is now.
    #expect(abs(habit.prior(on: 19_000) - 0.2) < 1e-9)
    #expect(abs(habit.prior(on: 20_365) - 0.55) < 1e-9)
  }

  @Test func `a belief stays within one in 150`() {
    func track(_ prior: Double) -> HandTrack {
      HandTrack(id: 1, prior: prior, scale: 1, thumbProbability: 0.5)
    }
    #expect(track(40).logOdds == 5 && track(-40).logOdds == -5)
    #expect(track(2).logOdds == 2)
  }

  @Test func `of more hands than are distinguished, the one that lifted first is forgotten, and none that is down`() {
    var tracks = HandTracks()
    for id in 1...4 {
      _ = tracks.append(HandTrack(id: id, prior: 0, scale: 1, thumbProbability: 0.5))
    }
    tracks[2].lifted = time + .milliseconds(50)
    tracks[1].lifted = time + .milliseconds(60)
    var kept: UInt8 = 0b1000
    for id in 5...6 {
      tracks.makeRoom(keeping: &kept)
      _ = tracks.append(HandTrack(id: id, prior: 0, scale: 1, thumbProbability: 0.5))
    }
    #expect(tracks.indices.map { tracks[$0].id } == [1, 4, 5, 6])
    #expect(kept == 0b0010)
    kept = 0b1011
    tracks.makeRoom(keeping: &kept)
    #expect(tracks.indices.map { tracks[$0].id } == [1, 4, 6] && kept == 0b0111)
  }

  @Test func `firm knowledge survives a gesture with little evidence`() throws {
    var memory = HandMemory()
    memory.learn(2.4, from: 1.7, at: time)
    let learned = try #require(memory.rightProbability)
    #expect(abs(learned - HandTrack.probability(1.7)) < 1e-12)
  }
}
