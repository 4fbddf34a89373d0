import COffhand
import Glibc
import OffhandC
import OffhandPlatform
import OffhandTesting

/// The interface for C: no argument ends the program, handles of different threads have nothing in common, and what a call returned is
/// read until the next one.
enum CHandles {
  private static let doubles: [Double] = [
    .nan, .infinity, -.infinity, 0, 1e308, -1e308, 1e9, .leastNonzeroMagnitude, 1e-300, 150, 3,
  ]

  static func run(_ seed: UInt64) throws {
    impossibleOptions(seed)
    // Handles share nothing: two threads, each with its own.
    let other = try WorkerThread { play(seed &+ 1000) }
    play(seed)
    other.join()
  }

  /// Options of any content are refused or taken.
  private static func impossibleOptions(_ seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<50 {
      var recognizers = (0..<random.number(0...70)).map { _ in
        var recognizer = offhand_recognizer()
        recognizer.size = random.happens(0.95) ? MemoryLayout<offhand_recognizer>.size : random.number(0...8)
        recognizer.kind = offhand_kind(UInt32(random.number(0...12)))
        recognizer.fingers_min = UInt32(random.number(0...40))
        recognizer.fingers_max = random.happens(0.9) ? recognizer.fingers_min : .max
        recognizer.taps = UInt32(random.number(0...5))
        recognizer.distance = doubles.randomElement(using: &random) ?? 0
        recognizer.duration = [0, -1, .max, .min, 1_000_000][random.number(0...4)]
        return recognizer
      }
      recognizers.withUnsafeMutableBufferPointer { list in
        var options = offhand_options()
        options.size = random.happens(0.9) ? MemoryLayout<offhand_options>.size : random.number(0...80)
        options.recognizers = UnsafePointer(list.baseAddress)
        options.recognizer_count = list.count
        options.flags = UInt32(random.number(0...15))
        options.filters = UInt32(random.number(0...15))
        options.right_hand_prior = doubles.randomElement(using: &random) ?? 0
        var error: [CChar] = [1, 1, 1, 1]
        let handle = offhand_new(&options, &error, random.number(0...4))
        offhand_ref(handle)
        offhand_unref(handle)
        offhand_unref(handle)
      }
    }
  }

  private static func play(_ seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var panel = offhand_rect(x: 0, y: 0, width: 300, height: 190)
    var options = offhand_options()
    options.size = MemoryLayout<offhand_options>.size
    options.output_count = 1
    options.flags = UInt32(OFFHAND_INFER_HAND.rawValue) | UInt32(OFFHAND_RELAY.rawValue)
    let handle = withUnsafePointer(to: &panel) { panel in
      options.outputs = panel
      return offhand_new(&options, nil, 0)
    }
    guard let handle else { preconditionFailure("the usual options are refused") }
    defer { offhand_unref(handle) }
    func number() -> Double {
      random.happens(0.8) ? random.number(0...300) : doubles.randomElement(using: &random) ?? 0
    }
    var clock: Int64 = 0
    for step in 0..<1500 {
      clock += random.happens(0.95) ? 8_000_000 : -8_000_000
      let slot = Int32(random.happens(0.95) ? random.number(0...9) : random.number(-5...5000))
      switch random.number(0...9) {
      case 0...1: offhand_down(handle, 0, slot, clock, number(), number())
      case 2...5: offhand_motion(handle, 0, slot, clock, number(), number())
      case 6: offhand_up(handle, 0, slot, clock)
      case 7: offhand_advance(handle, clock)
      default: offhand_frame(handle)
      }
      // All of one batch are read, and the last of each kind once more after the others.
      var last: UnsafePointer<offhand_event>?
      while let event = offhand_next(handle) {
        last = event
        precondition(strlen(event.pointee.name) < 32 && event.pointee.x.isFinite)
      }
      while let delivery = offhand_next_delivery(handle) { _ = delivery.pointee }
      if let last { precondition(last.pointee.scale > 0) }
      if step % 10 == 0 {
        var request = offhand_request()
        request.size = MemoryLayout<offhand_request>.size
        (request.id, request.width, request.height) = (UInt64(step % 3), number(), number())
        if let placement = offhand_place(handle, &request) { precondition(placement.pointee.rect.x.isFinite) }
        _ = offhand_explain(handle, UInt64(step % 4)).map { strlen($0) }
        var rect = offhand_rect(x: number(), y: number(), width: number(), height: number())
        precondition((0...1).contains(offhand_hidden(handle, &rect)))
        let letters = Array("device=latency_ms\"'[]#.0189 \t\r\n".utf8)
        var text = random.happens(0.5) ? Array("device='a'\nlatency_ms=".utf8) : []
        for _ in 0..<random.number(0...30) { text.append(letters.randomElement(using: &random) ?? 0) }
        precondition((-1...0).contains(offhand_set_panel(handle, String(decoding: text, as: UTF8.self), nil, 0)))
        var wanted = offhand_accommodations()
        wanted.size = MemoryLayout<offhand_accommodations>.size
        (wanted.tolerance_mm, wanted.hold) = (number() / 10, Int64(random.number(-9...90)) * 10_000_000)
        (wanted.repeat, wanted.repeat_mm) = (Int64(random.number(0...90)) * 10_000_000, number() / 10)
        wanted.location = offhand_location(UInt32(random.number(0...3)))
        wanted.press = offhand_press(UInt32(random.number(0...1)))
        wanted.second = offhand_second(UInt32(random.number(0...1)))
        precondition((-1...0).contains(offhand_set_accommodations(handle, &wanted, nil, 0)))
        _ = offhand_predict(handle, clock + 25_000_000, clock, 0, slot)
      }
    }
  }
}
