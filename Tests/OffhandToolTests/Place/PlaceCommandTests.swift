import CompositorRig
import Foundation
import Testing

/// `offhand place` as programs in other languages meet it.
struct PlaceCommandTests {
  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  /// A pinch of a right hand in the middle of a tablet, whose fingers are `id` and the next.
  private func scene(_ name: String, overlay: String = "[20,9]") -> String {
    #"{"scene":"\#(name)","panel":[217,136],"posture":"flat-tablet","gesture":"pinch","contacts":"#
      + #"[{"id":1,"x":100,"y":80},{"id":2,"x":125,"y":60}],"overlay":\#(overlay)}"#
  }

  @Test func `each scene is answered on its line, away from the fingers`() throws {
    let file = try directory.write(scene("a") + "\n\n" + scene("b", overlay: "[40,20]") + "\n", to: "scenes.jsonl")
    let run = try Run(["place", file])
    #expect(run.end == .exited(0))
    #expect(run.errors.isEmpty)
    let answers = try run.output.map { line in
      try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
    }
    #expect(answers.map { $0["scene"] as? String } == ["a", "b"])
    for answer in answers {
      #expect(
        Set(answer.keys) == ["version", "scene", "rect", "side", "hidden", "quality", "hand", "confidence", "why"])
      let rect = try #require(answer["rect"] as? [Double])
      #expect(rect[0] >= 0 && rect[1] >= 0 && rect[0] + rect[2] <= 217 && rect[1] + rect[3] <= 136)
      for (x, y) in [(100.0, 80.0), (125, 60)] {
        #expect(!(rect[0]...(rect[0] + rect[2])).contains(x) || !(rect[1]...(rect[1] + rect[3])).contains(y))
      }
    }
  }

  @Test func `nonsense ends it with the line's number, behind the answers before it`() throws {
    let file = try directory.write(scene("a") + "\n" + scene("b", overlay: "[-1,9]") + "\n", to: "scenes.jsonl")
    let run = try Run(["place", file])
    #expect(run.end == .exited(1))
    #expect(run.output.count == 1)
    #expect(run.errors.count == 1)
    #expect(run.errors.first?.hasPrefix("offhand: \(file):2: overlay") == true)
  }

  @Test func `it reads what is piped in`() throws {
    let file = try directory.write(scene("a") + "\n", to: "scenes.jsonl")
    let answers = try Run(["place", file]).output
    #expect(answers.count == 1)
    #expect(try Run(shell: "gzip -c \(file) | $offhand place -").output == answers)
    let broken = try Run(shell: "echo nonsense | $offhand place -")
    #expect(broken.end == .exited(1))
    #expect(broken.errors.first?.hasPrefix("offhand: standard input:1: is not JSON") == true)
  }

  @Test func `an empty file has no answers, and a missing one is told`() throws {
    let empty = try directory.write("", to: "empty")
    #expect(try Run(["place", empty]).end == .exited(0))
    let missing = try Run(["place", "/nowhere/scenes"])
    #expect(missing.end == .exited(1))
    #expect(missing.errors.count == 1 && missing.errors[0].contains("/nowhere/scenes"))
    #expect(try Run(["place", "--preset", "best", empty]).end == .exited(64))
  }
}
