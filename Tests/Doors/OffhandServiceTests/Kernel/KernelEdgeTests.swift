import CompositorRig
import Foundation
import Testing

/// Swipes from an edge of a kernel's own touch screen, under sway with a program that fills the screen.
@Suite(.enabled(if: KernelRun.edges.obstacle == nil, "\(KernelRun.edges.obstacle ?? "")"), .serialized)
struct KernelEdgeTests {
  /// What `scripts/vm/edges` tells about its run.
  private struct Results: Decodable {
    /// A swipe of a landing, 20 motions and a lift, with `beside` running: nothing, lisgd or the service.
    struct Swipe: Decodable {
      var beside: String?
      /// Whether the command of the gesture ran.
      var ran: Bool?
      /// The states that a subscriber of the service received.
      var states: [String]?
      /// The touch events that the program received.
      var received: Int
    }

    /// The touch events that the program received of the tap that woke the output, and of the next one.
    struct Wake: Decodable {
      var first: Int
      var second: Int
    }

    var swipes: [Swipe]
    var wake: Wake
  }

  private func results() throws -> Results { try KernelRun.edges.results() }

  @Test(arguments: [nil, "lisgd"])
  func `kernel a program receives every touch of a swipe that no other program owns`(beside: String?) throws {
    let swipe = try #require(try results().swipes.first { $0.beside == beside })
    #expect(swipe.received == 22)
    #expect(swipe.ran == (beside == nil ? nil : true))
  }

  @Test func `kernel a program receives nothing of a swipe from an edge of the service`() throws {
    let swipe = try #require(try results().swipes.first { $0.beside == "serve" })
    #expect(swipe.received == 0 && swipe.ran == true)
    let states = try #require(swipe.states)
    #expect(states.first == "began" && states.last == "ended")
    #expect(states.dropFirst().dropLast().allSatisfy { $0 == "changed" } && states.count > 10)
  }

  @Test func `kernel a program receives nothing of the tap that wakes its output, and all of the next one`() throws {
    let wake = try results().wake
    #expect(wake.first == 0 && wake.second == 2)
  }
}
