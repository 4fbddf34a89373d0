import CompositorRig
import Foundation
import Logging
import Offhand
import Testing

@testable import OffhandClient

/// The touch source of the page `Adding`, so that it stays true.
struct AddingSourceTests {
  private struct Refusal: Error {}

  private let view = Listener()
  private let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }

  private func open(_ source: CustomTouchSource) throws -> any EventSource {
    guard case .custom(let feed) = try TouchInput(.custom(source)).open(for: view, logger: logger) else {
      throw Refusal()
    }
    return feed
  }

  @Test func `the page has the source as it stands here`() throws {
    let page = try String(
      contentsOfFile: RepositoryFile.path("Sources/Offhand/Offhand.docc/Adding.md"), encoding: .utf8)
    let source = try String(
      contentsOfFile: RepositoryFile.path("Tests/Client/OffhandClientTests/Documentation/Metronome.swift"),
      encoding: .utf8)
    let taps = try #require(source.range(of: "/// A finger that taps").map { source[$0.lowerBound...] })
    #expect(page.contains(taps))
  }

  @Test func `a source of the program's own has a touch screen and fingers as any other`() throws {
    let feed = try open(CustomTouchSource("metronome") { Metronome() })
    var now = try #require(feed.deadline)
    for _ in 0..<5 {
      try feed.dispatch(at: now)
      now = try #require(feed.deadline)
    }
    #expect(view.log == ["added 520.0", "began", "ended", "began", "ended"])
    #expect(now == .zero + .milliseconds(3000))
  }

  @Test func `what opening a source throws reaches the program`() {
    let broken = CustomTouchSource("broken") { () throws -> Metronome in throw Refusal() }
    #expect(throws: Refusal.self) { try open(broken) }
    #expect(!TouchInput(.custom(CustomTouchSource("metronome") { Metronome() })).readsScreens)
  }
}
