import Offhand
import OffhandTesting
import Testing

/// Pans that may go one way only.
@Suite struct PanAxisTests {
  @Test func `E16 a horizontal pan fails where the finger goes down first`() {
    let played = play(Pipeline { PanGestureRecognizer(axis: .horizontal) }) {
      down(1, 50, 50, at: 0)
      move(1, to: 51, 53, at: 8)
      move(1, to: 90, 53, at: 16)
    }
    #expect(played.lines.isEmpty)
  }

  @Test func `E17 at 45 degrees a horizontal pan begins`() {
    let played = play(Pipeline { PanGestureRecognizer(axis: .horizontal) }) {
      down(1, 50, 50, at: 0)
      drag(1, from: (50, 50), to: (60, 60), over: 0...80)
    }
    #expect(played.answers.first == "pan began")
    #expect(played.last(.pan)?.gesture.translation.dy == 0)
  }

  @Test func `E17 within the slop a horizontal pan does not begin, however straight`() {
    let played = play(Pipeline { PanGestureRecognizer(axis: .horizontal) }) {
      down(1, 50, 50, at: 0)
      drag(1, from: (50, 50), to: (51.5, 50), over: 0...80)
      up(1, at: 90)
    }
    #expect(played.lines.isEmpty)
  }

  @Test(arguments: [(2.2, 0), (2.6, 1)])
  func `E17 what goes across by more than a fifth again of the way along fails`(along: Double, begun: Int) {
    for axis in [PanGestureRecognizer.Axis.horizontal, .vertical] {
      let end = axis == .horizontal ? (50 + along, 53.0) : (53.0, 50 + along)
      let played = play(Pipeline { PanGestureRecognizer(axis: axis) }) {
        down(1, 50, 50, at: 0)
        move(1, to: end.0, end.1, at: 8)
        up(1, at: 90)
      }
      #expect(played.answers.count { $0 == "pan began" } == begun)
    }
  }
}
