import Offhand
import OffhandTesting
import Testing

@testable import OffhandService

struct TouchStackTests {
  private final class Key {}

  /// A source of touches: a strip, or a touch screen whose left half is a zone.
  private struct Source {
    let id: TouchStack.Source
    let output: String
    let zone: Key
    var frame = TouchFrame()
    var layers: [Touch.ID: TouchStack.Layer] = [:]
    /// Whether a layer has come since the latest frame.
    var isCovered = false

    func zone(of touch: Touch) -> ObjectIdentifier? {
      if case .panel = id, touch.position.x >= 50 { nil } else { ObjectIdentifier(zone) }
    }
  }

  @Test(arguments: [1, 2, 3, 5, 8, 13, 21, 34] as [UInt64])
  func `every touch has one owner until it lifts, which only a layer that comes above replaces`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var stack = TouchStack()
    let keys = (0..<4).map { _ in Key() }
    var sources = (0..<4).map { index in
      Source(
        id: index < 2
          ? .zone(ObjectIdentifier(keys[index])) : .panel(.device(DeviceID(rawValue: UInt32(index)))),
        output: index % 2 == 0 ? "A" : "B", zone: keys[index])
    }
    var nextID = 0 as UInt64
    for step in 0..<2000 {
      let cover = stack.cover
      switch Int.random(in: 0..<12, using: &random) {
      case 0:
        stack.cover.isCurtainUp.toggle()
      case 1:
        stack.cover.menu = [nil, "A", "B"].randomElement(using: &random)!
      default: break
      }
      if stack.cover != cover { for index in sources.indices { sources[index].isCovered = true } }
      let index = Int.random(in: 0..<4, using: &random)
      var source = sources[index]
      source.frame.settle()
      source.frame.timestamp = Timestamp(nanoseconds: Int64(step) * 1_000_000)
      for index in source.frame.indices where Int.random(in: 0..<6, using: &random) == 0 {
        source.frame[index].phase = .ended
      }
      if source.frame.count < 4, Bool.random(using: &random) {
        nextID += 1
        let place = Point(x: Double.random(in: 0..<100, using: &random), y: 9)
        source.frame.append(Touch(id: Touch.ID(rawValue: nextID), position: place))
      }
      stack.note(source.frame, from: source.id, on: source.output) { [source] in source.zone(of: $0) }
      let above = stack.cover.layer(above: source.output)
      for index in source.frame.indices {
        let touch = source.frame[index]
        let layer = try #require(stack.layer(of: touch.id, from: source.id), "step \(step)")
        if let former = source.layers[touch.id] {
          try #require(layer == former || layer > former && source.isCovered, "step \(step): \(former), then \(layer)")
        } else {
          try #require(layer == above ?? (source.zone(of: touch) == nil ? .program : .zone), "step \(step): landing")
        }
        if let above { try #require(layer >= above, "step \(step): what is below a layer has it") }
        source.layers[touch.id] = touch.isDown ? layer : nil
        guard source.zone(of: touch) != nil else { continue }
        let receivers = TouchStack.Layer.allCases.filter { layer in
          stack.part(of: source.frame, from: source.id, on: ObjectIdentifier(source.zone), of: layer)
            .touch(touch.id) != nil
        }
        try #require(receivers == [layer], "step \(step): \(receivers)")
      }
      source.isCovered = false
      sources[index] = source
      try #require(stack.isTouched == sources.contains { $0.frame.downCount > 0 }, "step \(step)")
    }
  }

  @Test func `a zone hears once that a layer has taken its touches`() {
    var stack = TouchStack()
    let key = Key()
    let (zone, source) = (ObjectIdentifier(key), TouchStack.Source.zone(ObjectIdentifier(key)))
    var frame = TouchFrame()
    frame.append(Touch(id: Touch.ID(rawValue: 1), position: .origin))
    stack.note(frame, from: source, on: "A") { _ in zone }
    stack.cover.menu = "B"
    #expect(!stack.takeLoss(of: zone) && stack.takeChange() && !stack.takeChange())
    stack.cover.menu = "A"
    #expect(stack.takeLoss(of: zone) && !stack.takeLoss(of: zone) && stack.cover == Cover(menu: "A"))
    stack.cover.isCurtainUp = true
    #expect(!stack.takeLoss(of: zone) && stack.layer(of: frame[0].id, from: source) == .curtain)
  }

  @Test func `the touch that ends a layer makes no gesture below, the next one does`() {
    var stack = TouchStack()
    let source = TouchStack.Source.panel(.device(DeviceID(rawValue: 1)))
    var frame = TouchFrame()
    func note() { stack.note(frame, from: source, on: "A") { _ in nil } }
    stack.cover.menu = "A"
    frame.append(Touch(id: Touch.ID(rawValue: 1), position: .origin))
    note()
    stack.cover.menu = nil
    frame[0].phase = .ended
    note()
    // Gestures are recognized after their touches' lifts.
    #expect(stack.layer(of: frame[0].id, from: source) == .menu && !stack.isTouched)
    frame.settle()
    frame.append(Touch(id: Touch.ID(rawValue: 2), position: .origin))
    note()
    #expect(stack.layer(of: frame[0].id, from: source) == .program)
  }
}
