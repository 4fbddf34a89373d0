import Offhand
import OffhandTesting
import Testing

@testable import OffhandOSC

struct TUIOReaderTests {
  private var table = Table()

  @Test mutating func `a simulator's finger is a touch on the glass: it lands, moves and lifts`() {
    table.read(cursors(1, alive: [7], [(7, 0.25, 0.5)]))
    #expect(table.devices.map(\.name) == ["sim"])
    #expect(table.devices.first?.surface.size == Size(width: 1000, height: 500))
    table.read(cursors(2, alive: [7], [(7, 0.5, 0.5)]))
    table.read(cursors(3, alive: []))
    #expect(table.said() == ["+7 250,250", "7 500,250", "-7"])
    #expect(table.down.isEmpty)
  }

  @Test mutating func `of a late frame and of one that comes twice nothing changes`() {
    let second = cursors(2, alive: [7], [(7, 0.5, 0.5)])
    table.read(cursors(1, alive: [7], [(7, 0.25, 0.5)]))
    table.read(second)
    _ = table.said()
    table.read(second)
    table.read(cursors(1, alive: [7], [(7, 0.25, 0.5)]))
    table.read(cursors(1, alive: []))
    #expect(table.said().isEmpty)
  }

  @Test mutating func `a lost lift comes with the next frame, and a frame without a number of its own counts`() {
    table.read(cursors(1, alive: [7, 8], [(7, 0.25, 0.5), (8, 0.75, 0.5)]))
    table.read(cursors(-1, alive: [8]))
    #expect(table.said() == ["+7 250,250", "+8 750,250", "-7"])
  }

  @Test mutating func `positions of one frame may come in several packets`() {
    table.read(cursors(1, alive: [7, 8], [(7, 0.25, 0.5)]))
    table.read(cursors(1, alive: [7, 8], [(8, 0.75, 0.5)]))
    #expect(table.said() == ["+7 250,250", "+8 750,250"])
  }

  @Test mutating func `a finger lands with its first position, and none is invented`() {
    table.read(cursors(1, alive: [7]))
    table.read(cursors(2, alive: [7], [(9, 0.5, 0.5)]))
    table.read(cursors(3, alive: [7], [(7, .nan, 0.5)]))
    #expect(table.said().isEmpty)
    table.read(cursors(4, alive: [7], [(7, 0.5, 0.5)]))
    #expect(table.said() == ["+7 500,250"])
  }

  @Test mutating func `a number that comes back is another touch`() throws {
    table.read(cursors(1, alive: [7], [(7, 0.25, 0.5)]))
    let first = try #require(table.down.first?.id)
    table.read(cursors(2, alive: []), after: .milliseconds(2))
    table.read(cursors(3, alive: [7], [(7, 0.26, 0.5)]), after: .milliseconds(2))
    #expect(table.down.count == 1 && table.down.first?.id != first)
  }

  @Test mutating func `a source that was started anew begins anew, and its old touches are cancelled`() {
    table.read(cursors(5000, alive: [7], [(7, 0.25, 0.5)]))
    table.read(cursors(1, alive: [1], [(1, 0.5, 0.5)]))
    #expect(table.said() == ["+7 250,250", "cancelled 1", "+1 500,250"])
    #expect(table.down.count == 1)
  }

  @Test mutating func `sources are apart by name and by sender`() {
    table.read(cursors(1, alive: [7], [(7, 0.25, 0.5)], of: "left"))
    table.read(cursors(900, alive: [7], [(7, 0.75, 0.5)], of: "right"))
    table.read(cursors(1, alive: [7], [(7, 0.5, 0.5)], of: "left"), from: "10.0.0.3")
    #expect(table.devices.map(\.name) == ["left", "right", "left"])
    #expect(table.down.count == 3)
    table.read(cursors(2, alive: [], of: "left"))
    #expect(table.down.count == 2)
  }

  @Test
  mutating func `the touches of a source that just stops are cancelled, those of one that repeats what is there stay`()
  {
    table.read(cursors(1, alive: [7], [(7, 0.25, 0.5)]))
    for number in Int32(2)..<6 {
      table.wait(.milliseconds(990))
      table.read(cursors(number, alive: [7]))
    }
    #expect(table.said() == ["+7 250,250"])
    #expect(table.deadline == table.now + .seconds(2))
    table.wait(.milliseconds(1999))
    #expect(table.said().isEmpty)
    table.wait(.milliseconds(1))
    #expect(table.said() == ["cancelled 1"])
    #expect(table.deadline == nil)
    // After the silence its numbers may be any.
    table.read(cursors(2, alive: [8], [(8, 0.25, 0.5)]))
    #expect(table.said() == ["+8 250,250"])
    table.read(cursors(50, alive: []))
    table.read(cursors(2, alive: [9], [(9, 0.25, 0.5)]), after: .seconds(3))
    #expect(table.said() == ["-8", "+9 250,250"])
  }

  @Test mutating func `blobs have the shape of the finger with their number, or are fingers themselves`() throws {
    table.read(cursors(1, alive: [7], [(7, 0.25, 0.5)]) + blobs(1, alive: [7], [(7, [0.3, 0.5, 0, 0.01, 0.04])]))
    #expect(table.said() == ["+7 250,250"])
    #expect(table.shapes == [ContactShape(major: 20, minor: 10, orientationRadians: 0)])
    table.read(blobs(2, alive: [7, 8], [(8, [0.5, 0.5, 0, 0.04, 0.02])]))
    #expect(table.said() == ["+8 500,250"])
    // The longer side lies across.
    let across = try #require(table.shapes.last)
    #expect((across.major, across.minor) == (40, 10))
    #expect(abs(try #require(across.orientationRadians) - .pi / 2) < 1e-6)
    // The list of its own profile keeps a touch.
    table.read(cursors(2, alive: []))
    #expect(table.said() == ["-7"])
    table.wait(.milliseconds(1990))
    table.read(cursors(3, alive: []), after: .milliseconds(20))
    table.wait(.zero)
    #expect(table.said() == ["cancelled 1"])
  }

  @Test mutating func `tokens are no touches, also where their shapes are sent as blobs`() {
    let token = [
      OSCMessage("/tuio/2Dobj", [.string("source"), .string("sim")]),
      OSCMessage("/tuio/2Dobj", [.string("alive"), .int(3)]),
      OSCMessage("/tuio/2Dobj", [.string("fseq"), .int(1)]),
    ]
    table.read(token)
    table.read(blobs(1, alive: [3, 4], [(3, [0.5, 0.5, 0, 0.1, 0.1]), (4, [0.2, 0.2, 0, 0.01, 0.01])]))
    #expect(table.said() == ["+4 200,100"])
  }

  // MARK: 2.0

  @Test mutating func `a pointer of 2.0 is a touch while it touches, with its tool and its bounds`() {
    let bounds = OSCMessage("/tuio2/bnd", [.int(1)] + [0.5, 0.5, 0, 0.01, 0.04, 0].map { .float($0) })
    table.read(
      frame(1, alive: [1, 2], [pointer(1, 0.5, 0.5, type: 3 << 16 | 1), bounds, pointer(2, 0.1, 0.1, type: 11)]))
    #expect(table.said() == ["+1 500,250", "+2 100,50"])
    #expect(table.tools == [.finger, .pen])
    #expect(table.shapes == [ContactShape(major: 20, minor: 10, orientationRadians: 0)])
    table.read(
      frame(2, alive: [1, 2], [pointer(1, 0.5, 0.5, pressure: -0.2), pointer(2, 0.1, 0.1, radius: 0.01, pressure: 0)]))
    #expect(table.said() == ["-1", "-2"])
    // What hovers does not land by its bounds.
    table.read(frame(3, alive: [1, 2], [bounds]))
    #expect(table.said().isEmpty)
    table.read(frame(4, alive: [1, 2], [pointer(1, 0.5, 0.5)]))
    #expect(table.said() == ["+1 500,250"])
  }

  @Test mutating func `hands and tokens of 2.0 are no touches`() {
    let token = OSCMessage("/tuio2/tok", [.int(4), .int(0), .int(0), .float(0.5), .float(0.5), .float(0)])
    let bounds = OSCMessage("/tuio2/bnd", [.int(4)] + [0.5, 0.5, 0, 0.1, 0.1, 0].map { .float($0) })
    table.read(frame(1, alive: [1, 4], [pointer(1, 0.5, 0.5, type: 0x16), token, bounds]))
    table.read(frame(2, alive: [1, 4], [bounds]))
    #expect(table.said().isEmpty)
  }

  @Test mutating func `a 2.0 source's times are apart as on its own clock, and never ahead of this one`() {
    func tag(_ milliseconds: UInt64) -> UInt64 {
      (4_000_000_000 + milliseconds / 1000) << 32 | ((milliseconds % 1000) << 32 + 999) / 1000
    }
    for (number, way) in [0, 4, 1, 8, 2].enumerated() {
      let sent = UInt64(number) * 20
      table.now = .zero + .seconds(20) + .milliseconds(Int(sent) + way)
      let at = Float(number) / 10
      table.read(frame(Int32(number), alive: [1], [pointer(1, at, at)], time: tag(sent)), after: .zero)
      #expect(table.times.last! <= table.now)
    }
    let steps = zip(table.times, table.times.dropFirst()).map { $1 - $0 }
    #expect(
      steps.allSatisfy { abs($0.components.attoseconds - 20_000_000_000_000_000) < 1_000_000_000_000 }, "\(steps)")
  }

  @Test func `a 2.0 source states the size of its sensor in pixels, if nobody states that of the table`() {
    var reader = TUIOReader()
    var devices: [TouchDevice] = []
    reader.read(frame(1, alive: [], dimension: 1280 << 16 | 720), from: "::1", at: .zero) {
      if case .deviceAdded(let device) = $0 { devices.append(device) }
    }
    #expect(devices.map(\.surface) == [SurfaceGeometry(assumedFromPixelWidth: 1280, pixelHeight: 720)])
  }

  // MARK: Laws

  @Test(arguments: 0..<40)
  func `with lost, doubled and late packets every touch ends, and none is invented`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var table = Table()
    var fingers: [(id: Int32, x: Float, y: Float)] = []
    var sent: Set<Int32> = []
    var next: Int32 = 1
    var late: [(due: Int32, packet: [OSCMessage])] = []
    let isSecond = seed % 2 == 1
    func packet(_ number: Int32) -> [OSCMessage] {
      isSecond
        ? frame(number, alive: fingers.map(\.id), fingers.map { pointer($0.id, $0.x, $0.y) })
        : cursors(number, alive: fingers.map(\.id), fingers)
    }
    for number in Int32(1)...600 {
      if number > 500 { fingers = [] }
      fingers.removeAll { _ in Int.random(in: 0..<30, using: &random) == 0 }
      for index in fingers.indices { fingers[index].x += Float.random(in: -0.01...0.01, using: &random) }
      if number <= 500, fingers.count < 10, Int.random(in: 0..<10, using: &random) == 0 {
        fingers.append((next, Float.random(in: 0...1, using: &random), Float.random(in: 0...1, using: &random)))
        sent.insert(next)
        next += 1
      }
      switch Int.random(in: 0..<100, using: &random) {
      case 0..<5: break
      case 5..<10: late.append((number + Int32.random(in: 1...10, using: &random), packet(number)))
      case 10..<15:
        table.read(packet(number))
        table.read(packet(number))
      default: table.read(packet(number))
      }
      while let index = late.firstIndex(where: { $0.due <= number }) { table.read(late.remove(at: index).packet) }
      #expect(table.down.allSatisfy { sent.contains($0.slot) })
    }
    #expect(table.down.isEmpty)
    let landed = table.said().filter { $0.hasPrefix("+") }.map { $0.prefix { $0 != " " } }
    #expect(Set(landed).count == landed.count, "a finger landed twice")
    #expect(landed.count * 10 >= sent.count * 9)
  }
}
