import COffhand
import Foundation
import Offhand
import OffhandC
import OffhandTesting
import Testing

@Suite struct RecognizerTests {
  private func gestures(_ recognizers: [offhand_recognizer], flags: offhand_flags? = nil) throws -> CGestures {
    try withPointer(offhand_rect.panel) { panel in
      try recognizers.withUnsafeBufferPointer { recognizers in
        try CGestures {
          $0.recognizers = recognizers.baseAddress
          $0.recognizer_count = recognizers.count
          $0.outputs = panel
          $0.output_count = 1
          $0.flags = UInt32(flags?.rawValue ?? 0)
        }
      }
    }
  }

  /// What a compositor asks for: edges and three fingers for itself, the rest only to listen.
  private func compositor() throws -> CGestures {
    try "three-finger-pan".withCString { name in
      try gestures(
        [
          recognizer(OFFHAND_EDGE_PAN) { $0.priority = 1 },
          recognizer(OFFHAND_PAN) {
            $0.name = name
            ($0.fingers_min, $0.fingers_max) = (3, 3)
          },
          recognizer(OFFHAND_PAN) {
            ($0.fingers_min, $0.fingers_max) = (1, 1)
            $0.flags = UInt32(OFFHAND_LISTENS.rawValue)
          },
          recognizer(OFFHAND_SWIPE) {
            $0.flags = UInt32(OFFHAND_LISTENS.rawValue | OFFHAND_SIMULTANEOUS_WITH_ALL.rawValue)
          },
          recognizer(OFFHAND_LONG_PRESS) { $0.flags = UInt32(OFFHAND_LISTENS.rawValue) },
        ], flags: OFFHAND_RELAY)
    }
  }

  @Test func `two pans with names of their own tell one finger from three`() throws {
    let gestures = try compositor()
    gestures.play {
      for finger in 1...3 as ClosedRange<Int32> { down(finger, 60 + 30 * Double(finger), 100, at: 0) }
      for finger in 1...3 as ClosedRange<Int32> {
        drag(finger, from: (60 + 30 * Double(finger), 100), to: (60 + 30 * Double(finger), 40), over: 0...160)
      }
    }
    #expect(gestures.lines.first == "three-finger-pan began")
    #expect(gestures.events.allSatisfy { $0.kind == OFFHAND_PAN && $0.recognizer == 1 && $0.fingers == 3 })
  }

  /// A tap, and then a press that moves 25 mm down.
  @ScriptBuilder private func quickScale() -> [Step] {
    down(1, 100, 80, at: 0)
    up(1, at: 60)
    down(2, 100, 80, at: 180)
    drag(2, from: (100, 80), to: (100, 105), over: 180...600)
    up(2, at: 608)
  }

  @Test func `a press after a tap zooms with one finger`() throws {
    let zoom = try gestures([recognizer(OFFHAND_TAP_DRAG) { $0.doubling_distance = 25 }])
    zoom.play { quickScale() }
    #expect(zoom.lines.first == "tap-drag began" && zoom.lines.last == "tap-drag ended")
    #expect(zoom.events.allSatisfy { $0.kind == OFFHAND_TAP_DRAG && $0.taps == 1 })
    #expect(abs(try #require(zoom.events.last).scale - 1.91) < 0.05, "doubled but for the slop of 1.6 mm")
  }

  @Test func `C has a number and a word for every kind`() throws {
    let kinds = RecognizerDescription.Kind.allCases
    for kind in kinds {
      let number = try #require(
        (0...100).map { offhand_kind($0) }.first { String(cString: offhand_kind_name($0)) == kind.rawValue })
      #expect((1...UInt32(kinds.count)).contains(number.rawValue))
      let error = #expect(throws: CGestures.Refused.self) { try gestures([recognizer(number), recognizer(number)]) }
      #expect(error?.description.hasPrefix("recognizer 1 '\(kind.rawValue)': recognizer 0 has this name") == true)
    }
    #expect(String(cString: offhand_kind_name(offhand_kind(UInt32(kinds.count + 1)))) == "unknown")
  }

  @Test(arguments: ["", "a name of more than 31 bytes, which no recognizer has"])
  func `a name that is none is refused with the reason`(name: String) {
    name.withCString { name in
      let error = #expect(throws: CGestures.Refused.self) {
        try gestures([recognizer(OFFHAND_TAP) { $0.name = name }])
      }
      let name = String(cString: name)
      #expect(error?.description.hasPrefix("recognizer 0 '\(name)': '\(name)' is no name: a name has at ") == true)
    }
  }

  @Test func `the quick scale of the package's pipeline has its kind`() throws {
    let gestures = try "multitap".withCString { name in try CGestures { $0.pipeline = name } }
    gestures.play { quickScale() }
    let scales = gestures.events.filter { $0.kind == OFFHAND_TAP_DRAG }
    #expect(scales.first?.state == OFFHAND_BEGAN && scales.last?.state == OFFHAND_ENDED)
  }

  @Test func `the clients below keep the touches of a gesture that listens`() throws {
    let gestures = try compositor()
    gestures.play {
      down(1, 100, 100, at: 0)
      drag(1, from: (100, 100), to: (160, 100), over: 0...80)
      up(1, at: 88)
    }
    #expect(Set(gestures.lines).isSuperset(of: ["pan began", "pan ended", "swipe recognized"]))
    #expect(deliveries(gestures) == ["down 1", "motion 1", "up 1"])
  }

  /// A finger drags, and another that lands beside it spreads with it.
  @ScriptBuilder private func lateSpread(_ fingers: Int32 = 1) -> [Step] {
    for finger in 1...fingers { down(finger, 80 + 9 * Double(finger), 100, at: 0) }
    for finger in 1...fingers {
      drag(finger, from: (80 + 9 * Double(finger), 100), to: (80 + 9 * Double(finger), 90), over: 8...200)
    }
    down(9, 130, 90, at: 208)
    drag(9, from: (130, 90), to: (170, 90), over: 216...600)
  }

  @Test func `a pan leaves its finger to a pinch unless a relation is stated`() throws {
    let alone = try gestures([recognizer(OFFHAND_PAN), recognizer(OFFHAND_PINCH)])
    alone.play { lateSpread() }
    #expect(alone.lines.contains("pan began") && alone.lines.contains("pinch began"))
    let stated = try "pan".withCString { pan in
      try withPointer((UnsafePointer<CChar>?(pan), UnsafePointer<CChar>?.none)) { names in
        try gestures([
          recognizer(OFFHAND_PAN), recognizer(OFFHAND_PINCH),
          recognizer(OFFHAND_SWIPE) {
            $0.requires_failure = UnsafeRawPointer(names).assumingMemoryBound(to: UnsafePointer<CChar>?.self)
          },
        ])
      }
    }
    stated.play { lateSpread() }
    #expect(stated.lines.contains("pan began") && !stated.lines.contains("pinch began"))
    let shell = try gestures([
      recognizer(OFFHAND_PAN) { $0.fingers_min = 3 }, recognizer(OFFHAND_PINCH) { $0.fingers_min = 3 },
    ])
    shell.play { lateSpread(3) }
    #expect(shell.lines.contains("pan began") && !shell.lines.contains("pinch began"))
  }

  @Test func `the clients below keep the taps of a pipeline that has a name, and lose its other gestures`() throws {
    let gestures = try CGestures { $0.flags = UInt32(OFFHAND_RELAY.rawValue) }
    gestures.play {
      for finger in 1...2 as ClosedRange<Int32> { down(finger, 90 + 20 * Double(finger), 100, at: 0) }
      for finger in 1...2 as ClosedRange<Int32> { up(finger, at: 50 + 8 * Double(finger)) }
    }
    #expect(gestures.lines == ["tap recognized"])
    #expect(deliveries(gestures) == ["down 1", "down 2", "up 1", "up 2"])
    gestures.play {
      down(1, 100, 100, at: 1000)
      drag(1, from: (100, 100), to: (160, 100), over: 1000...1080)
    }
    #expect(deliveries(gestures).last == "taken 1")
    let multitap = try "multitap".withCString { name in
      try CGestures { ($0.pipeline, $0.flags) = (name, UInt32(OFFHAND_RELAY.rawValue)) }
    }
    multitap.play {
      down(1, 100, 100, at: 0)
      up(1, at: 50)
    }
    #expect(deliveries(multitap) == ["down 1"])
    multitap.advance(to: ms(1000))
    #expect(deliveries(multitap) == ["up 1"])
  }

  @Test func `an edge pan takes its touch from them once, and the next is normal again`() throws {
    let gestures = try compositor()
    gestures.play {
      down(1, 1, 100, at: 0)
      drag(1, from: (1, 100), to: (60, 100), over: 0...160)
      up(1, at: 168)
    }
    #expect(gestures.lines.first == "screen-edge-pan began" && gestures.lines.last == "screen-edge-pan ended")
    let lines = deliveries(gestures)
    #expect(lines.first == "down 1" && lines.last == "taken 1" && lines.count <= 3)
    gestures.play {
      down(1, 100, 100, at: 1000)
      drag(1, from: (100, 100), to: (160, 100), over: 1000...1080)
      up(1, at: 1088)
    }
    #expect(deliveries(gestures) == ["down 1", "motion 1", "up 1"])
  }

  @Test func `a gesture that listens keeps no other from beginning`() throws {
    let gestures = try "three".withCString { name in
      try self.gestures([
        recognizer(OFFHAND_PAN) {
          ($0.fingers_min, $0.fingers_max) = (2, 2)
          $0.flags = UInt32(OFFHAND_LISTENS.rawValue)
        },
        recognizer(OFFHAND_PAN) {
          ($0.fingers_min, $0.fingers_max) = (3, 3)
          $0.name = name
        },
      ])
    }
    gestures.play {
      for finger in 1...2 as ClosedRange<Int32> { down(finger, 60 + 20 * Double(finger), 100, at: 0) }
      for finger in 1...2 as ClosedRange<Int32> { move(finger, to: 60 + 20 * Double(finger), 96, at: 20) }
      down(3, 120, 100, at: 40)
      for finger in 1...3 as ClosedRange<Int32> { move(finger, to: 60 + 20 * Double(finger), 90, at: 60) }
    }
    #expect(gestures.lines.contains("pan began") && gestures.lines.contains("three began"))
  }

  @Test func `three fingers are taken from them together`() throws {
    let gestures = try compositor()
    gestures.play {
      for finger in 1...3 as ClosedRange<Int32> { down(finger, 60 + 30 * Double(finger), 100, at: 0) }
      for finger in 1...3 as ClosedRange<Int32> {
        drag(finger, from: (60 + 30 * Double(finger), 100), to: (60 + 30 * Double(finger), 40), over: 0...160)
      }
      for finger in 1...3 as ClosedRange<Int32> { up(finger, at: 168) }
    }
    let lines = deliveries(gestures)
    #expect(lines.filter { $0.hasPrefix("down") }.count == 3)
    #expect(lines.suffix(3) == ["taken 1", "taken 2", "taken 3"])
  }

  @Test func `touches that are delayed come late, in order and with their own times`() throws {
    let gestures = try gestures(
      [
        recognizer(OFFHAND_EDGE_PAN) { $0.flags = UInt32(OFFHAND_DELAYS_TOUCHES.rawValue) }
      ], flags: OFFHAND_RELAY)
    gestures.play {
      down(1, 1, 100, at: 0)
      move(1, to: 1, 101, at: 8)
    }
    #expect(offhand_next_delivery(gestures.handle) == nil)
    gestures.advance(to: ms(1000))
    let first = offhand_next_delivery(gestures.handle)?.pointee
    #expect(first?.phase == OFFHAND_DOWN && first?.time == 0)
    let second = offhand_next_delivery(gestures.handle)?.pointee
    #expect(second?.phase == OFFHAND_MOTION && second?.time == ms(8))
  }

  @Test func `a drag of one finger is not delayed until its lift by a gesture of three`() throws {
    let gestures = try gestures(
      [
        recognizer(OFFHAND_PAN) {
          ($0.fingers_min, $0.fingers_max) = (3, 3)
          $0.flags = UInt32(OFFHAND_DELAYS_TOUCHES.rawValue)
        }
      ], flags: OFFHAND_RELAY)
    gestures.play { down(1, 100, 100, at: 0) }
    #expect(offhand_next_delivery(gestures.handle) == nil && gestures.deadline == ms(150))
    gestures.play { move(1, to: 103, 100, at: 24) }
    #expect(deliveries(gestures) == ["down 1", "motion 1"])
  }

  @Test func `a cancelled session takes every touch, and without OFFHAND_RELAY there is nothing to deliver`() throws {
    let gestures = try compositor()
    gestures.play { down(1, 100, 100, at: 0) }
    gestures.feed(.cancelled(nil, Timestamp(nanoseconds: ms(30))))
    #expect(deliveries(gestures) == ["down 1", "taken 1"])
    let plain = try CGestures()
    plain.play { down(1, 100, 100, at: 0) }
    #expect(offhand_next_delivery(plain.handle) == nil)
  }

  @Test func `the fields of the header behind the steps are numbers of the table, in its order`() throws {
    let root = #filePath.split(separator: "/").dropLast(4).joined(separator: "/")
    let header = try String(contentsOfFile: "/\(root)/Sources/Doors/COffhand/include/offhand.h", encoding: .utf8)
    let fields = try #require(
      header.firstMatch(of: #/(?s)struct offhand_recognizer \{.*?size_t step_count;(.*?)\n\};/#)?.1)
    let names = fields.matches(of: #/\n    double (\w+);/#).map { String($0.1) }
    let later = RecognizerDescription.Setting.numbers.map(\.number.key).drop { $0 != "lift_speed_mm_s" }.dropFirst()
    #expect(names.count == later.count && zip(later, names).allSatisfy { $0.hasPrefix($1) }, "\(names)")
  }

  @Test func `impossible recognizers are refused with what and where`() {
    func refusal(_ recognizers: [offhand_recognizer]) -> String {
      do {
        _ = try gestures(recognizers)
        return ""
      } catch { return "\(error)" }
    }
    func refusal(_ kind: offhand_kind, _ change: (inout offhand_recognizer) -> Void) -> String {
      refusal([recognizer(OFFHAND_LONG_PRESS), recognizer(kind, change)])
    }
    #expect(refusal(offhand_kind(0)) { _ in } == "recognizer 1: kind is 0, which is not a kind that can be requested")
    #expect(refusal(OFFHAND_TAP) { $0.size = 8 }.hasPrefix("recognizer 1 has the size 8, the first one "))
    #expect(
      refusal(OFFHAND_TAP) { $0.flags = 0x40 }
        == "recognizer 1 'tap': flags has the bits 0x40, which \(String(cString: offhand_version())) does not know")
    #expect(
      refusal(OFFHAND_PAN) { $0.axis = offhand_axis(7) }
        == "recognizer 1 'pan': axis is 7, which is not an enum offhand_axis")
    #expect(refusal(OFFHAND_SWIPE) { $0.directions = 0x100 }.hasPrefix("recognizer 1 'swipe': directions has the bits"))
    #expect(refusal(OFFHAND_EDGE_PAN) { $0.edges = 16 }.hasPrefix("recognizer 1 'screen-edge-pan': edges has the bits"))
    for distance in [-1, Double.nan, .infinity] {
      #expect(refusal(OFFHAND_PAN) { $0.distance = distance }.hasPrefix("recognizer 1 'pan': distance cannot be"))
    }
    #expect(refusal(OFFHAND_TAP_DRAG) { $0.doubling_distance = -1 }.contains("doubling_distance cannot be -1.0"))
    #expect(refusal(OFFHAND_PAN) { $0.doubling_distance = 25 }.contains("a pan has no setting doubling_distance"))
    #expect(refusal(OFFHAND_SWIPE) { $0.lift_speed = .nan }.contains("lift_speed cannot be nan"))
    #expect(refusal(OFFHAND_TAP) { $0.duration = -1_500_000_000 }.contains("duration cannot be -1.5 s"))
    #expect(refusal(OFFHAND_PINCH) { $0.fingers_max = .max }.contains("fingers_min and fingers_max cannot be 2 to "))
    #expect(refusal(OFFHAND_TAP) { $0.taps = .max }.hasSuffix("taps cannot be 4294967295: a tap has 1 to 100"))
    #expect(
      refusal(OFFHAND_PAN) { $0.distance = 1e12 }
        .hasSuffix("distance cannot be 1000000000000.0 mm: it is 0 to 100,000,000 mm"))
    #expect(refusal(OFFHAND_PAN) { $0.output = 2 }.hasSuffix("output cannot be 2: there are 1"))
    #expect(refusal(OFFHAND_PAN) { $0.flags = 32 }.contains("a pan has no setting OFFHAND_SEAMS"))
    #expect(refusal(OFFHAND_TAP) { $0.edges = 3 }.contains("edges cannot be left and right: it has one, or two"))
    #expect(
      refusal(OFFHAND_TAP) { $0.area = offhand_rect(x: 3, y: 4, width: -1, height: 2) }
        .contains("area cannot be -1.0 x 2.0 mm at 3.0, 4.0"))
    #expect(refusal([recognizer(OFFHAND_PAN), recognizer(OFFHAND_PAN)]).contains("recognizer 0 has this name already"))
    #expect(refusal((0..<65).map { _ in recognizer(OFFHAND_TAP) }) == "there are 65 recognizers; up to 64 are possible")
    "tap".withCString { tap in
      "long-press".withCString { press in
        withPointer((UnsafePointer<CChar>?(tap), UnsafePointer<CChar>?.none)) { taps in
          withPointer((UnsafePointer<CChar>?(press), UnsafePointer<CChar>?.none)) { presses in
            let waits = { (names: UnsafeRawPointer) in
              { (recognizer: inout offhand_recognizer) in
                recognizer.requires_failure = names.assumingMemoryBound(to: UnsafePointer<CChar>?.self)
              }
            }
            #expect(refusal(OFFHAND_PAN, waits(taps)).hasPrefix("recognizer 1 'pan': no recognizer of this pipeline"))
            #expect(
              refusal([recognizer(OFFHAND_LONG_PRESS, waits(taps)), recognizer(OFFHAND_TAP, waits(presses))])
                .contains("already waits for"))
          }
        }
      }
    }
  }
}
