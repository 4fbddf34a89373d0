import Offhand
import Testing

@Suite struct FadeTests {
  @Test func `is monotone between its ends`() {
    let fade = Fade(from: 0, to: 1, over: .milliseconds(120), at: .zero)
    var last = 0.0
    for milliseconds in 0...130 {
      let now = fade.opacity(at: .zero + .milliseconds(milliseconds))
      #expect(now >= last && now <= 1)
      last = now
    }
    #expect(fade.opacity(at: Timestamp(seconds: 0.06)) == 0.5)
    #expect(last == 1 && fade.isOver(at: Timestamp(seconds: 0.12)))
    #expect(fade.opacity(at: Timestamp(seconds: -1)) == 0)
  }

  @Test func `a shorter way takes a part of the time`() {
    let fade = Fade(from: 0.5, to: 0, over: .milliseconds(100), at: .zero)
    #expect(fade.end == .zero + .milliseconds(50))
    #expect(Fade(from: 1, to: 1, over: .seconds(1), at: .zero).isOver(at: .zero))
  }
}
