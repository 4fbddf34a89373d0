import DesignCases
import Offhand
import OffhandTesting
import Testing

@Suite struct ProvisionalMotionTests {
  private static let start = Timestamp(seconds: 5)

  /// Touches on glass, and the content that moves with them.
  private struct Stage {
    var motion = ProvisionalMotion()
    var frame = TouchFrame()
    var time = ProvisionalMotionTests.start
    private var nextID: UInt64 = 1

    mutating func land(_ position: Point) {
      next()
      frame.append(Touch(id: Touch.ID(rawValue: nextID), position: position, landingTime: time))
      nextID += 1
      motion.follow(frame)
    }

    mutating func move(_ index: Int = 0, by step: Vector) {
      next()
      frame[index].phase = .moved
      frame[index].position += step
      motion.follow(frame)
    }

    mutating func lift(as phase: Touch.Phase = .ended) {
      next()
      for index in frame.indices { frame[index].phase = phase }
      motion.follow(frame)
    }

    mutating func wait(_ milliseconds: Int) { time = time + .milliseconds(milliseconds) }

    private mutating func next() {
      wait(8)
      frame.settle()
      frame.timestamp = time
    }
  }

  @Test(.recognition("N31"))
  func `content follows a finger from its first report, and has not jumped when the pan begins`() {
    var stage = Stage()
    stage.land(Point(x: 50, y: 50))
    for step in 1...4 {
      stage.move(by: Vector(dx: 1, dy: 0.5))
      #expect(stage.motion.offset(at: stage.time) == Vector(dx: 1, dy: 0.5) * Double(step))
    }
    // The pan reports what exceeds its slop; the rest is the content's to keep.
    let excess = Vector(dx: 0.4, dy: 0.2)
    let shown = stage.motion.offset(at: stage.time)
    #expect((stage.motion.begin(excess) + excess - shown).length < 1e-12)
    #expect(stage.motion.offset(at: stage.time) == .zero)
    stage.move(by: Vector(dx: 3, dy: 0))
    #expect(stage.motion.offset(at: stage.time) == .zero, "the pan moves the content now")
    stage.lift()
    #expect(!stage.motion.isAnimating(at: stage.time))
  }

  @Test(.recognition("N31"), arguments: [Touch.Phase.ended, .cancelled])
  func `content goes back by itself when the finger leaves and nothing has begun`(phase: Touch.Phase) {
    var stage = Stage()
    stage.land(Point(x: 50, y: 50))
    stage.move(by: Vector(dx: 2, dy: 0))
    stage.lift(as: phase)
    var last = stage.motion.offset(at: stage.time).dx
    #expect(last == 2 && stage.motion.isAnimating(at: stage.time))
    for _ in 0..<60 {
      stage.wait(8)
      let next = stage.motion.offset(at: stage.time).dx
      #expect(next <= last && next >= 0)
      last = next
    }
    #expect(last == 0 && !stage.motion.isAnimating(at: stage.time))
  }

  @Test(.recognition("N31"))
  func `content goes back when it is told, and follows no more until another finger lands`() {
    var stage = Stage()
    stage.land(Point(x: 50, y: 50))
    stage.move(by: Vector(dx: 2, dy: 0))
    stage.motion.withdraw(at: stage.time)
    stage.move(by: Vector(dx: 9, dy: 0))
    #expect(stage.motion.offset(at: stage.time).dx < 2)
    stage.lift()
    stage.wait(40)
    let caught = stage.motion.offset(at: stage.time + .milliseconds(8))
    #expect(caught.dx > 0)
    stage.land(Point(x: 80, y: 50))
    #expect((stage.motion.offset(at: stage.time) - caught).length < 1e-9, "a landing finger catches it where it is")
    stage.wait(500)
    #expect((stage.motion.offset(at: stage.time) - caught).length < 1e-9)
  }

  @Test(.recognition("N31"))
  func `a second finger that lands soon stops it, one beside a resting finger is followed`() {
    var stage = Stage()
    stage.land(Point(x: 50, y: 50))
    stage.move(by: Vector(dx: 1, dy: 0))
    stage.land(Point(x: 80, y: 50))
    stage.move(1, by: Vector(dx: 5, dy: 0))
    #expect(stage.motion.offset(at: stage.time) == Vector(dx: 1, dy: 0))
    var resting = Stage()
    resting.land(Point(x: 10, y: 90))
    resting.wait(700)
    resting.land(Point(x: 80, y: 50))
    resting.move(1, by: Vector(dx: 2, dy: 0))
    #expect(resting.motion.offset(at: resting.time) == Vector(dx: 2, dy: 0))
  }

  @Test func `once several fingers are down no other one is followed until all have lifted`() {
    var stage = Stage()
    stage.land(Point(x: 50, y: 50))
    stage.move(by: Vector(dx: 1, dy: 0))
    stage.land(Point(x: 80, y: 50))
    stage.land(Point(x: 20, y: 50))
    stage.move(2, by: Vector(dx: 4, dy: 0))
    #expect(stage.motion.offset(at: stage.time) == Vector(dx: 1, dy: 0))
    stage.lift()
    stage.wait(2000)
    stage.land(Point(x: 50, y: 50))
    stage.move(by: Vector(dx: 3, dy: 0))
    #expect(stage.motion.offset(at: stage.time) == Vector(dx: 3, dy: 0))
  }
}
