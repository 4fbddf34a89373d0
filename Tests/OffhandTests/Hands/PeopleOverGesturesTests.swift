import OffhandTesting
import Testing

@testable import Offhand

struct PeopleOverGesturesTests {
  private static let table = PanelSetup(panel: Rect(x: 0, y: 0, width: 1000, height: 560), posture: .tabletop)
  private var people = People(at: table)
  private var frame = TouchFrame(timestamp: Timestamp(seconds: 1))
  private var next: UInt64 = 1

  /// Has touches land at `places`, `seconds` later.
  @discardableResult
  private mutating func land(_ places: [Point], after seconds: Double = 0.5) -> [People.Hand] {
    frame.settle()
    for place in places {
      frame.append(Touch(id: Touch.ID(rawValue: next), position: place))
      next += 1
    }
    return pass(seconds)
  }

  /// Lifts the touches of the person `number`, or all.
  private mutating func lift(_ number: Int? = nil) {
    let touches = people.hands(in: frame).filter { number == nil || $0.person == number }.flatMap(\.touches)
    for index in frame.indices where touches.contains(frame[index].id) { frame[index].phase = .ended }
    pass(0.1)
  }

  @discardableResult
  private mutating func pass(_ seconds: Double) -> [People.Hand] {
    frame.timestamp = frame.timestamp + .milliseconds(Int(seconds * 1000))
    people.process(frame)
    return people.hands(in: frame)
  }

  /// A small right hand's five fingers with the index finger at a place as the person at `edge` sees it.
  private func hand(_ x: Double, _ y: Double, at edge: ScreenEdge) -> [Point] {
    let user = UserFrame(panel: Self.table.panel, edge: edge)
    let index = Point(x: x, y: y)
    return fiveFingers(index: index).map {
      let finger = index + ($0 - index) * 0.85
      return user.outward(UserPoint(x: finger.x, y: finger.y))
    }
  }

  @Test mutating func `two whole hands from opposite edges are two people's, with their fingers and directions`() throws
  {
    land(hand(-300, 60, at: .bottom))
    let hands = land(hand(-300, 60, at: .top))
    #expect(hands.map(\.person) == [1, 2])
    #expect(hands.map(\.edge) == [.bottom, .top])
    #expect(hands.map(\.side) == [.right, .right])
    #expect(hands.map(\.fingers) == Array(repeating: [.index, .middle, .ring, .little, .thumb], count: 2))
    #expect(abs(hands[0].direction.degrees) < 60 && abs(hands[1].direction.degrees) > 120)
    // Half a turn apart.
    #expect(abs(abs((hands[0].direction - hands[1].direction).degrees) - 180) < 10)
  }

  @Test mutating func `a person keeps the number over gestures, and it is given away after a minute`() {
    land([Point(x: 200, y: 500)])
    land([Point(x: 800, y: 60)])
    lift()
    #expect(land([Point(x: 750, y: 150)], after: 20).map(\.person) == [2])
    lift()
    #expect(land([Point(x: 260, y: 420)], after: 38).map(\.person) == [1])
    lift()
    // The second one has been away for more than a minute, and the number goes to whoever comes.
    #expect(land([Point(x: 990, y: 280)], after: 30).map(\.person) == [2])
  }

  @Test mutating func `hands at once never share a person, whoever is nearest`() {
    land([Point(x: 300, y: 500)])
    lift()
    let hands = land([Point(x: 300, y: 480), Point(x: 620, y: 480)])
    #expect(hands.map(\.person) == [1, 2])
    let ids = hands.map(\.id)
    lift(2)
    #expect(Set(land([Point(x: 640, y: 500)]).map(\.id)).subtracting(ids).count == 1)
  }

  @Test mutating func `a whole hand from the other side of the table is another person's, wherever it lands`() {
    land([Point(x: 500, y: 400)])
    lift()
    // Nearer to the first one's seat than to the edge that it comes from.
    #expect(land(hand(0, -160, at: .top)).count == 1)
    let hands = pass(0.1)
    #expect(hands.map(\.person) == [2])
    #expect(hands.map(\.edge) == [.top])
    lift()
    #expect(land([Point(x: 500, y: 420)]).map(\.person) == [1])
  }

  @Test mutating func `at a wall people are apart by where they stand, however high they reach`() {
    people = People(at: PanelSetup(panel: Rect(x: 0, y: 0, width: 3000, height: 1600), posture: .kiosk))
    land([Point(x: 400, y: 1500)])
    lift()
    #expect(land([Point(x: 500, y: 100)]).map(\.person) == [1])
    lift()
    #expect(land([Point(x: 2500, y: 100)]).map(\.person) == [2])
  }
}
