import ArgumentParser
import HeadlessCompositors
import Offhand
import OffhandBenchmarks
import OffhandCommandLine
import Testing

@testable import OffhandBench

struct LatencyClientTests {
  private static func isAvailable(_ kind: CompositorKind) -> Bool {
    (try? kind.check()) != nil
  }

  private func run(_ kind: CompositorKind, _ policy: CommitArgument) throws -> LatencyRecord {
    let compositor = try kind.start()
    return try LatencyClient.parse([
      "--socket", compositor.socketPath, "--commit", policy.rawValue, "--inputs", "60",
    ]).record()
  }

  private func check(_ record: LatencyRecord) {
    let attribution = LatencyAttribution(record)
    #expect(attribution.inputs.count >= 60)
    #expect(record.inputs.allSatisfy { $0.commit != nil })
    #expect(record.inputs.allSatisfy { $0.scheduled <= $0.sent && $0.woken <= $0.assembled })
    #expect(zip(record.commits, record.commits.dropFirst()).allSatisfy { $0.number + 1 == $1.number })
    #expect(attribution.neverPresented == 0)
    #expect(attribution.impossibleSightings == 0)
  }

  @Test(.enabled(if: isAvailable(.sway60), "needs sway: scripts/setup compositors"))
  func `on sway every input is seen on the screen, though the compositor says nothing`() throws {
    let record = try run(.sway60, .immediate)
    check(record)
    #expect(record.presentations.isEmpty)
    let attribution = LatencyAttribution(record)
    #expect(attribution.unknown == attribution.inputs.count)
    #expect(attribution.latencies(to: .seen).count == attribution.inputs.count)
  }

  @Test(.enabled(if: isAvailable(.weston), "needs weston: scripts/setup compositors"))
  func `on weston every input is presented, on a clock that was converted`() throws {
    let record = try run(.weston, .immediate)
    check(record)
    let attribution = LatencyAttribution(record)
    #expect(attribution.latencies(to: .presented).count == attribution.inputs.count)
    #expect(attribution.latencies(to: .presented).allSatisfy { $0 > 0 })
    #expect(record.discarded > 0)
    #expect(record.presentations.allSatisfy { record.clock == 1 || $0.uncertainty > 0 })
  }

  @Test(.enabled(if: isAvailable(.nested), "needs weston and sway: scripts/setup compositors"))
  func `where the compositor speaks and can be read back, pixels and presentations name the same commits`() throws {
    let record = try run(.nested, .frameCallback)
    check(record)
    let attribution = LatencyAttribution(record)
    #expect(attribution.latencies(to: .presented).count == attribution.inputs.count)
    #expect(attribution.latencies(to: .seen).count == attribution.inputs.count)
    #expect(!attribution.sightingsAfterPresentations.isEmpty)
    // The inner compositor has composed a frame before the outer one shows it. A busy machine may read it back later, but
    // not every one.
    #expect(attribution.sightingsAfterPresentations.contains { $0 < 0 })
  }

  @Test func `a marker's colour is its number, and no wallpaper is a marker`() {
    for number in [1, 2, 255, 256, 4_000, 65_535] {
      #expect(FrameMarker.number(of: FrameMarker.color(of: number)) == number)
    }
    for wallpaper: UInt32 in [0, 0x404040, 0xFFFFFF, 0x14171C] { #expect(FrameMarker.number(of: wallpaper) == nil) }
  }

  @Test func `compositors are written as they are named`() {
    #expect(CompositorKind(argument: "weston") == .weston)
    #expect(CompositorKind(argument: "sway") == .sway60)
    #expect(CompositorKind(argument: "sway-1000") == .sway1000)
    #expect(CompositorKind(argument: "nested") == .nested)
    for wrong in ["sway-0", "sway-x", "weston-90", "cage", "sway-60-60", "nested-90", ""] {
      #expect(CompositorKind(argument: wrong) == nil, "\(wrong)")
    }
    #expect(CompositorKind.sway1000.name == "sway-1000")
  }
}

/// What `--path` measures, on real compositors.
@Suite(.serialized) struct LatencyGapRunTests {
  private func gap(_ kind: CompositorKind, _ policy: CommitArgument, _ rule: PredictionRule) throws -> LatencyGap {
    let compositor = try kind.start()
    let record = try LatencyClient.parse([
      "--socket", compositor.socketPath, "--commit", policy.rawValue, "--inputs", "240", "--predict", rule.rawValue,
      "--path", "line",
    ]).record()
    return try #require(LatencyGap([record]))
  }

  @Test(
    .enabled(if: (try? CompositorKind.nested.check()) != nil, "needs weston and sway: scripts/setup compositors"),
    arguments: [CompositorKind.weston, .sway60])
  func `a predicted dot is seen nearer the finger`(kind: CompositorKind) throws {
    let (none, steady) = (try gap(kind, .frameCallback, .none), try gap(kind, .frameCallback, .steady))
    #expect(none.millimetres.count > 60 && steady.millimetres.count > 60)
    // On an idle machine a twentieth.
    #expect(steady.millimetres.median < 0.6 * none.millimetres.median)
    #expect(none.isReadBack == (kind == .sway60))
  }
}
