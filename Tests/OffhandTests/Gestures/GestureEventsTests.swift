import Offhand
import OffhandTesting
import Testing

@Suite struct GestureEventsTests {
  private static func event(_ recognizer: Int, _ state: GestureState) -> GestureEvent {
    GestureEvent(recognizer: recognizer, name: .tap, state: state, timestamp: .zero, gesture: Gesture())
  }

  @Test func `answers of a pipeline of one's own are those that it gives`() {
    let events = GestureEvents([Self.event(4, .began), Self.event(2, .recognized)])
    #expect(events.map(\.recognizer) == [4, 2])
    #expect(events.indices.map(events.state) == [.began, .recognized])
    #expect(GestureEvents.none.isEmpty)
  }

  @Test func `an answer says the same however often it is read, and its state alone as well`() throws {
    var player = Player(
      Pipeline {
        PanGestureRecognizer().simultaneous(with: .pinch)
        PinchGestureRecognizer()
      })
    player.play(
      Script {
        down(1, 50, 50, at: 0)
        down(2, 80, 50, at: 0)
        drag(1, from: (50, 50), to: (20, 40), over: 8...160)
      })
    let events = player.pipeline.events
    try #require(events.count == 2)
    #expect(events.map(\.name) == [.pan, .pinch])
    #expect(events.map(\.gesture) == events.map(\.gesture))
    #expect(events.indices.map(events.state) == events.map(\.state))
    #expect(events[0].gesture.velocity.length > 100 && events[1].gesture.scaleVelocity > 1)
  }
}
