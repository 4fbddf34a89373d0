import Offhand
import OffhandTesting
import PageExamples
import Testing

@Suite struct GestureRecognizerTests {
  @Test func `A recognizer of another module needs no change here`() {
    let pipeline = Pipeline {
      TwoFingerHold()
      PanGestureRecognizer().requires(toFail: "two-finger-hold")
    }
    let played = play(pipeline) {
      down(1, 50, 50, at: 0)
      down(2, 70, 50, at: 40)
      up(1, at: 500)
    }
    #expect(played.lines == ["two-finger-hold recognized 340"])
    let dragged = play(pipeline) {
      down(1, 50, 50, at: 0)
      down(2, 70, 50, at: 40)
      together(
        drag(1, from: (50, 50), to: (60, 50), over: 40...120), drag(2, from: (70, 50), to: (80, 50), over: 40...120))
    }
    #expect(dragged.transitions.first == "pan began")
  }
}
