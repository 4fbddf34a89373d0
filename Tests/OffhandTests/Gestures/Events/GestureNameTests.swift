import DesignCases
import OffhandTesting
import Testing
@testable import Offhand

@Suite struct GestureNameTests {
  @Test(.recognition("N18")) func `names made at run time tell two recognizers of one kind apart`() throws {
    let names = try (0..<3).map { try GestureName("photo-\($0)") }
    let pipeline = Pipeline {
      PanGestureRecognizer(touches: 1...1).named(names[0]).simultaneous(with: names[1])
      PanGestureRecognizer(touches: 1...1, slop: 5).named(names[1])
      PanGestureRecognizer(touches: 1...1).named(names[2])
    }
    let played = play(pipeline) {
      down(1, 50, 50, at: 0)
      drag(1, from: (50, 50), to: (60, 50), over: 0...80)
    }
    #expect(Set(played.events.map(\.name)) == [names[0], names[1]])
    #expect(played.pipeline.state(of: names[1]) == .active)
    #expect(played.pipeline.names.map(\.description) == ["photo-0", "photo-1", "photo-2"])
  }

  @Test func `a literal and a text of the same spelling are one name`() throws {
    let made = try GestureName(String(["p", "a", "n"]))
    #expect(made == .pan)
    #expect(made == "pan")
    #expect(made.hashValue == GestureName.pan.hashValue)
    #expect(made != "pan2" && made != "pa")
    let other = try GestureName("änö".dropFirst(0))
    #expect(Set([made, .pan, other]).count == 2)
    #expect(other.description == "änö")
  }

  @Test func `a name has 1 to 31 bytes`() throws {
    let longest = String(repeating: "x", count: 31)
    #expect(try GestureName(longest).description == longest)
    #expect(throws: GestureNameError.isTooLong(32)) { try GestureName(longest + "x") }
    #expect(throws: GestureNameError.isTooLong(32)) { try GestureName(String(repeating: "ä", count: 16)) }
    #expect(throws: GestureNameError.isEmpty) { try GestureName(String()) }
    #expect(throws: GestureNameError.containsZero) { try GestureName("a\0b".dropFirst(0)) }
    #expect(GestureNameError.isTooLong(32).description == "a name has at most 31 UTF-8 bytes, and this one has 32")
  }

  @Test func `its bytes end with a zero, for C`() throws {
    for text in ["p", "pan", String(repeating: "x", count: 31)] {
      let bytes = try GestureName(text).withUTF8 { bytes in
        bytes.baseAddress.map { String(cString: $0) }
      }
      #expect(bytes == text)
    }
  }
}
