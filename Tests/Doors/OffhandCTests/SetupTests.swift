import COffhand
import Offhand
import OffhandC
import OffhandTesting
import Testing

@Suite struct SetupTests {
  /// The library's reason for refusing options; `nil` if it takes them.
  private func refusal(
    outputs: [offhand_rect] = [], flags: [offhand_flags] = [], _ change: (inout offhand_options) -> Void
  ) -> String? {
    do {
      _ = try CGestures(outputs: outputs, flags: flags, change)
      return nil
    } catch { return "\(error)" }
  }

  @Test func `no options are the standard pipeline`() throws {
    let handle = try #require(offhand_new(nil, nil, 0))
    offhand_down(handle, 0, 0, 0, 10, 10)
    offhand_frame(handle)
    offhand_up(handle, 0, 0, ms(50))
    offhand_frame(handle)
    #expect(offhand_next(handle)?.pointee.kind == OFFHAND_TAP)
    offhand_unref(handle)
  }

  @Test(arguments: PipelineCatalog.entries.map(\.name))
  func `every pipeline of the package can be had by its name, and says what its recognizers are`(name: String) throws {
    let gestures = try name.withCString { name in
      try CGestures(outputs: [.panel]) { $0.pipeline = name }
    }
    let fingers: Int32 = name == "original" ? 2 : 3
    gestures.play {
      for finger in 1...fingers { down(finger, 80 + 20 * Double(finger), 100, at: 0) }
      for finger in 1...fingers {
        drag(finger, from: (80 + 20 * Double(finger), 100), to: (80 + 40 * Double(finger), 60), over: 0...200)
      }
    }
    #expect(!gestures.events.isEmpty)
    #expect(gestures.events.allSatisfy { $0.kind != OFFHAND_OTHER })
  }

  @Test func `impossible options are refused with what and where`() {
    #expect(refusal { $0.size = 4 }?.hasPrefix("options.size is 4, not sizeof(struct offhand_options)") == true)
    #expect(refusal { $0.flags = 0x100 }?.hasPrefix("options.flags has the bits 0x100") == true)
    #expect(
      refusal { $0.flags = UInt32(OFFHAND_ONE_HAND.rawValue | OFFHAND_SEVERAL_HANDS.rawValue) }
        == "options.flags has OFFHAND_ONE_HAND and OFFHAND_SEVERAL_HANDS; only one of them can be")
    #expect(refusal { $0.filters = 0x80 }?.hasPrefix("options.filters has the bits 0x80") == true)
    #expect(refusal { $0.input = offhand_input(9) } == "options.input is 9, which is not an enum offhand_input")
    #expect(refusal { $0.output_count = 3 } == "outputs is NULL, but output_count is 3")
    #expect(refusal { $0.output_count = -1 }?.hasSuffix("outputs; up to 64 are possible") == true)
    #expect(
      refusal { $0.flags = UInt32(OFFHAND_INFER_HAND.rawValue) }
        == "OFFHAND_INFER_HAND needs at least one output: the panel in millimetres")
    "swipey".withCString { name in
      #expect(
        refusal { $0.pipeline = name }
          == "there is no pipeline 'swipey'; there are standard, multitap, original, navigation, measure")
    }
    for rect in [
      offhand_rect(x: 0, y: 0, width: 0, height: 10), offhand_rect(x: .nan, y: 0, width: 10, height: 10),
      offhand_rect(x: 0, y: 0, width: 1e9, height: 10), offhand_rect(x: -.infinity, y: 0, width: 10, height: 10),
    ] { #expect(refusal(outputs: [rect]) { _ in }?.hasPrefix("output 0 is") == true) }
    // What the hand is told is checked without it, too.
    for flags in [[], [OFFHAND_INFER_HAND]] {
      func stating(_ change: (inout offhand_options) -> Void) -> String? {
        refusal(outputs: [.panel], flags: flags, change)
      }
      #expect(stating { _ in } == nil)
      #expect(
        stating { $0.posture = offhand_posture(77) } == "options.posture is 77, which is not an enum offhand_posture")
      #expect(stating { $0.stated_hand = OFFHAND_HAND_BOTH }?.hasPrefix("options.stated_hand is 3") == true)
      #expect(stating { $0.right_hand_prior = 1 }?.hasPrefix("options.right_hand_prior is 1.0") == true)
      #expect(stating { $0.right_hand_prior = .nan }?.hasPrefix("options.right_hand_prior is nan") == true)
      #expect(stating { $0.user_edge = offhand_edge(5) }?.hasPrefix("options.user_edge is 5") == true)
    }
  }

  @Test func `options of a newer version are refused only if they say something new`() {
    let known = MemoryLayout<offhand_options>.size
    let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: known + 16, alignment: 8)
    defer { memory.deallocate() }
    memory.initializeMemory(as: UInt8.self, repeating: 0)
    memory.storeBytes(of: known + 16, as: Int.self)
    let options = memory.baseAddress!.assumingMemoryBound(to: offhand_options.self)
    let handle = offhand_new(options, nil, 0)
    #expect(handle != nil)
    offhand_unref(handle)
    memory[known + 3] = 1
    var error = [CChar](repeating: 1, count: 200)
    #expect(offhand_new(options, &error, error.count) == nil)
    #expect(text(error).contains("belongs to a newer version"))
  }

  @Test(arguments: [0, 1, 2, 12, 4000]) func `the reason fits into any buffer`(size: Int) {
    var options = offhand_options()
    var error = [CChar](repeating: 77, count: 4001)
    #expect(offhand_new(&options, &error, size) == nil)
    #expect(error[size] == 77)
    if size > 0 { #expect(text(error).utf8.count == min(size - 1, 57)) }
  }

  @Test func `a handle lives until its last reference is gone`() throws {
    let handle = try #require(offhand_new(nil, nil, 0))
    #expect(offhand_ref(handle) == handle)
    offhand_unref(handle)
    offhand_down(handle, 0, 0, 0, 10, 10)
    offhand_frame(handle)
    #expect(offhand_deadline(handle, nil))
    offhand_unref(handle)
  }

  @Test func `edges count where the outputs are when a finger lands`() throws {
    let gestures = try CGestures(outputs: [.panel])
    gestures.play { down(1, 1, 100, at: 0) }
    // The panel is turned while the finger is down: its pan goes on from the edge where it landed.
    var turned = offhand_rect(x: 0, y: 0, width: 190, height: 300)
    #expect(offhand_set_outputs(gestures.handle, &turned, 1) == 0)
    gestures.play {
      drag(1, from: (1, 100), to: (40, 100), over: 8...200)
      up(1, at: 208)
      down(1, 189, 150, at: 1000)
      drag(1, from: (189, 150), to: (150, 150), over: 1008...1200)
      up(1, at: 1208)
    }
    let begun = gestures.events.filter { $0.state == OFFHAND_BEGAN }
    #expect(begun.map(\.kind) == [OFFHAND_EDGE_PAN, OFFHAND_EDGE_PAN])
    #expect(begun.map(\.edge) == [OFFHAND_EDGE_LEFT.rawValue, OFFHAND_EDGE_RIGHT.rawValue])
    var empty = offhand_rect()
    #expect(offhand_set_outputs(gestures.handle, &empty, 1) == -1)
    #expect(offhand_set_outputs(gestures.handle, nil, 1) == -1)
    #expect(offhand_set_outputs(gestures.handle, nil, 0) == 0)
  }

  @Test func `the version is that of the header, as text and as a number`() {
    let version = [OFFHAND_VERSION_MAJOR, OFFHAND_VERSION_MINOR, OFFHAND_VERSION_PATCH]
    #expect(String(cString: offhand_version()) == version.map(String.init).joined(separator: "."))
    #expect(offhand_version_number() == version.reduce(0) { $0 * 100 + UInt32($1) })
  }
}
