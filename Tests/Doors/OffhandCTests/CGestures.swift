import COffhand
import Offhand
import OffhandC
import OffhandRecordings
import OffhandTesting

/// A handle of the C library, for tests: fed as a C program would, with every result copied as soon as it is there.
final class CGestures {
  let handle: OpaquePointer
  private(set) var events: [offhand_event] = []

  struct Refused: Error, CustomStringConvertible {
    var description: String
  }

  /// Makes a handle with these recognizers, outputs and flags, and default options after `change`. Throws the library's reason.
  init(
    _ recognizers: [offhand_recognizer] = [], outputs: [offhand_rect] = [], flags: [offhand_flags] = [],
    _ change: (inout offhand_options) -> Void = { _ in }
  ) throws {
    var options = offhand_options()
    options.size = MemoryLayout<offhand_options>.size
    options.flags = flags.reduce(0) { $0 | UInt32($1.rawValue) }
    var error = [CChar](repeating: 1, count: 300)
    let handle = recognizers.withUnsafeBufferPointer { recognizers in
      outputs.withUnsafeBufferPointer { outputs in
        if !recognizers.isEmpty {
          (options.recognizers, options.recognizer_count) = (recognizers.baseAddress, recognizers.count)
        }
        if !outputs.isEmpty { (options.outputs, options.output_count) = (outputs.baseAddress, outputs.count) }
        change(&options)
        return offhand_new(&options, &error, error.count)
      }
    }
    guard let handle else { throw Refused(description: text(error)) }
    self.handle = handle
  }

  deinit { offhand_unref(handle) }

  /// The names and states of all events.
  var lines: [String] {
    events.map { "\(String(cString: $0.name)) \(String(cString: offhand_state_name($0.state)))" }
  }

  /// The deadline in nanoseconds.
  var deadline: Int64? {
    var time: Int64 = 0
    return offhand_deadline(handle, &time) ? time : nil
  }

  /// Feeds what a touch source reports.
  func feed(_ event: TouchSourceEvent) {
    switch event {
    case .touch(let touch): feed(touch)
    case .frame: offhand_frame(handle)
    case .cancelled(let device?, let time), .deviceRemoved(let device, let time):
      offhand_cancel_device(handle, device.rawValue, time.nanoseconds)
    case .cancelled(nil, let time): offhand_cancel(handle, time.nanoseconds)
    case .deviceAdded, .deviceChanged: break
    }
    drain()
  }

  private func feed(_ touch: TouchEvent) {
    let (device, time) = (touch.device.rawValue, touch.timestamp.nanoseconds)
    switch touch.kind {
    case .down(let position): offhand_down(handle, device, touch.slot, time, position.x, position.y)
    case .motion(let position): offhand_motion(handle, device, touch.slot, time, position.x, position.y)
    case .shape(let shape):
      offhand_shape(
        handle, device, touch.slot, time, Double(shape.major), Double(shape.minor),
        shape.orientationRadians.map(Double.init) ?? .nan)
    case .up: offhand_up(handle, device, touch.slot, time)
    case .cancel: offhand_cancel_touch(handle, device, touch.slot, time)
    }
  }

  /// Plays a script; a frame ends where the time changes.
  func play(@ScriptBuilder _ script: () -> [Step]) {
    let steps = script()
    for (index, step) in steps.enumerated() {
      feed(step.event)
      let isLast = index + 1 == steps.count || steps[index + 1].time != step.time
      if isLast || step.closesFrame { feed(.frame(step.device, step.time)) }
    }
  }

  /// Lets time pass until `time` in nanoseconds.
  func advance(to time: Int64) {
    offhand_advance(handle, time)
    drain()
  }

  /// Plays a whole recording, and then time until nothing waits.
  func play(_ recording: Recording, scale: RecordingScale) {
    var playback = RecordingPlayback(recording, scale: scale)
    while playback.advance({ feed($0) }) {}
    while let deadline { advance(to: deadline) }
  }

  /// Reads the events that wait.
  func drain() {
    while let event = offhand_next(handle) { events.append(event.pointee) }
  }
}

extension offhand_rect {
  /// A panel of 300 by 190 mm.
  static let panel = offhand_rect(x: 0, y: 0, width: 300, height: 190)
}

/// The deliveries of a handle, as a word and a slot: `down 1`.
func deliveries(_ gestures: CGestures) -> [String] {
  let words = [OFFHAND_DOWN: "down", OFFHAND_MOTION: "motion", OFFHAND_UP: "up", OFFHAND_TAKEN: "taken"]
  var lines: [String] = []
  while let delivery = offhand_next_delivery(gestures.handle)?.pointee {
    let line = "\(words[delivery.phase] ?? "?") \(delivery.slot)"
    if !(line.hasPrefix("motion") && lines.last == line) { lines.append(line) }
  }
  return lines
}

/// Calls `body` with `value` behind a pointer, for the fields of options.
func withPointer<Value, Result>(_ value: Value, _ body: (UnsafePointer<Value>) throws -> Result) rethrows -> Result {
  var copy = value
  return try withUnsafePointer(to: &copy, body)
}

/// The characters of `buffer` up to its NUL.
func text(_ buffer: [CChar]) -> String {
  String(decoding: buffer.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
}

/// Milliseconds as nanoseconds.
func ms(_ milliseconds: Double) -> Int64 { Int64(milliseconds * 1e6) }

/// A recognizer of the caller's own.
func recognizer(
  _ kind: offhand_kind, _ change: (inout offhand_recognizer) -> Void = { _ in }
) -> offhand_recognizer {
  var recognizer = offhand_recognizer()
  (recognizer.size, recognizer.kind) = (MemoryLayout<offhand_recognizer>.size, kind)
  change(&recognizer)
  return recognizer
}
