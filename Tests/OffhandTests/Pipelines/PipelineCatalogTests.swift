import Offhand
import OffhandTesting
import Testing

@Suite struct PipelineCatalogTests {
  private static let bounds = Rect(x: 0, y: 0, width: 217, height: 136)

  @Test(arguments: ["standard", "original", "navigation", "measure"])
  func `every pipeline of the catalogue is there and names what is in it`(name: String) throws {
    let pipeline = try #require(PipelineCatalog.pipeline(named: name, bounds: Self.bounds))
    #expect(!pipeline.names.isEmpty)
  }

  @Test func `an unknown name gives no pipeline`() {
    #expect(PipelineCatalog.pipeline(named: "nonsense", bounds: Self.bounds) == nil)
  }

  @Test func `K9 one finger alone tells no hand, whatever most people are`() throws {
    var pipeline = try #require(PipelineCatalog.pipeline(named: "standard", bounds: Self.bounds))
    var assembler = TouchFrameAssembler()
    var hands: [Hand] = []
    let script = Script {
      down(1, 60, 70, at: 0)
      up(1, at: 80)
    }
    script.forEachFrame(assembler: &assembler) { frame in
      pipeline.process(frame)
      hands += pipeline.events.map(\.gesture.hand)
    }
    pipeline.advance(to: Timestamp(nanoseconds: 2_000_000_000))
    hands += pipeline.events.map(\.gesture.hand)
    #expect(!hands.isEmpty)
    for hand in hands { #expect(hand.side == .unknown) }
  }
}
