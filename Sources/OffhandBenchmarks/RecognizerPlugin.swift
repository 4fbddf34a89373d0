import COffhandBench
import Offhand
import OffhandPlatform
import Synchronization

extension BenchmarkSubject {
  /// A recognizer in a shared library that exports `offhand_bench_recognizer` (`offhand-bench.h`), written in any language.
  ///
  /// Throws an error that names the file and the member of the table if the library cannot be used.
  public init(plugin path: String) throws {
    let plugin: RecognizerPlugin
    do { plugin = try RecognizerPlugin(path: path) } catch { throw BenchFault("\(error)") }
    self.init(name: plugin.name) { bounds in PluginPipeline(plugin, bounds) }
    fault = { plugin.faults.first.map { "\(path): \($0)" } }
  }
}

/// The table of functions of a shared library, checked.
///
/// Sound as `@unchecked Sendable`: the header demands that the table never changes.
private struct RecognizerPlugin: @unchecked Sendable {
  let name: String
  let gestures: [GestureName]
  let faults = PluginFaults()
  let create: @convention(c) (Double, Double) -> UnsafeMutableRawPointer?
  let destroy: @convention(c) (UnsafeMutableRawPointer?) -> Void
  let process: @convention(c) (UnsafeMutableRawPointer?, UnsafePointer<offhand_bench_frame>?) -> Void
  let next: @convention(c) (UnsafeMutableRawPointer?) -> UnsafePointer<offhand_bench_event>?
  let deadline: (@convention(c) (UnsafeMutableRawPointer?, UnsafeMutablePointer<Int64>?) -> Bool)?
  let advance: (@convention(c) (UnsafeMutableRawPointer?, Int64) -> Void)?

  init(path: String) throws {
    typealias Export = @convention(c) () -> UnsafePointer<offhand_bench_recognizer>?
    let address = try SharedLibrary(path: path).function("offhand_bench_recognizer")
    func wrong(_ problem: String) -> BenchFault { BenchFault("\(path): \(problem)") }
    guard let table = unsafeBitCast(address, to: Export.self)()?.pointee else {
      throw wrong("offhand_bench_recognizer() returns NULL")
    }
    let size = MemoryLayout<offhand_bench_recognizer>.size
    guard table.size == size else {
      throw wrong("the table's size is \(table.size), not sizeof(struct offhand_bench_recognizer), \(size)")
    }
    guard let name = table.name.map({ String(cString: $0) }), (1...31).contains(name.utf8.count) else {
      throw wrong("the table's name has not 1 to 31 bytes")
    }
    guard let create = table.create, let destroy = table.destroy, let process = table.process, let next = table.next
    else { throw wrong("create, destroy, process or next is NULL") }
    guard (table.deadline == nil) == (table.advance == nil) else {
      throw wrong("of deadline and advance one is NULL; both or neither may be")
    }
    self.name = name
    (self.create, self.destroy, self.process, self.next) = (create, destroy, process, next)
    (deadline, advance) = (table.deadline, table.advance)
    var gestures: [GestureName] = []
    while let list = table.gestures, let text = list[gestures.count] {
      guard gestures.count < 64 else { throw wrong("the table has more than 64 gestures") }
      let text = String(cString: text)
      do { gestures.append(try GestureName(text)) } catch { throw wrong("the gesture '\(text)': \(error)") }
    }
    guard !gestures.isEmpty else { throw wrong("the table has no gestures") }
    self.gestures = gestures
    guard let instance = create(1, 1) else { throw wrong("create returns NULL") }
    destroy(instance)
  }
}

/// A pipeline whose recognizer is an instance of a plugin. A copy is the same instance: a benchmark makes one for each measurement, and
/// copies none that has processed a frame.
private struct PluginPipeline: GesturePipeline {
  /// The most events that are read after one call: more than all gestures of a table can have in a frame.
  private static let eventLimit = 256

  private let plugin: RecognizerPlugin
  private let instance: PluginInstance
  private var touches: [offhand_bench_touch] = []
  private var collected = EventList()
  /// Whether its events or deadlines never end. It is not called again, so that the benchmark ends.
  private var isBroken = false
  /// Stored without effect: a plugin knows nothing of hands.
  var hand = Hand.unknown

  init(_ plugin: RecognizerPlugin, _ bounds: Rect) {
    self.plugin = plugin
    instance = PluginInstance(plugin, bounds)
    touches.reserveCapacity(64)
  }

  var events: GestureEvents { collected.events }
  var names: [GestureName] { plugin.gestures }
  var isIdle: Bool { deadline == nil }

  var deadline: Timestamp? {
    var time: Int64 = 0
    guard !isBroken, let deadline = plugin.deadline, deadline(instance.pointer, &time) else { return nil }
    return Timestamp(nanoseconds: time)
  }

  mutating func process(_ frame: borrowing TouchFrame) {
    collected.removeAll()
    if let deadline, deadline < frame.timestamp { serve(before: frame.timestamp) }
    if isBroken { return }
    touches.removeAll(keepingCapacity: true)
    for index in frame.indices {
      let touch = frame[index]
      let phase =
        switch touch.phase {
        case .began: OFFHAND_BENCH_DOWN
        case .moved: OFFHAND_BENCH_MOTION
        case .stationary: OFFHAND_BENCH_STATIONARY
        case .ended: OFFHAND_BENCH_UP
        case .cancelled: OFFHAND_BENCH_CANCEL
        }
      touches.append(
        offhand_bench_touch(id: touch.id.rawValue, phase: phase, x: touch.position.x, y: touch.position.y))
    }
    touches.withUnsafeBufferPointer { touches in
      var frame = offhand_bench_frame(
        time: frame.timestamp.nanoseconds, touch_count: touches.count, touches: touches.baseAddress)
      plugin.process(instance.pointer, &frame)
    }
    collect()
  }

  mutating func advance(to time: Timestamp) {
    collected.removeAll()
    serve(before: time.nanoseconds == .max ? time : time + .nanoseconds(1))
  }

  private mutating func serve(before limit: Timestamp) {
    var last: Timestamp?
    while let deadline, deadline < limit {
      if let last, deadline <= last { return leave("a deadline stays at \(deadline.nanoseconds) ns") }
      plugin.advance?(instance.pointer, deadline.nanoseconds)
      collect()
      last = deadline
    }
  }

  private mutating func leave(_ fault: String) {
    isBroken = true
    plugin.faults.add(fault)
  }

  private mutating func collect() {
    var count = 0
    while let event = plugin.next(instance.pointer)?.pointee {
      count += 1
      if count > PluginPipeline.eventLimit { return leave("its events do not end") }
      guard let state = GestureState(event.state), event.gesture < plugin.gestures.count else { continue }
      let number = Int(event.gesture)
      collected.append(
        GestureEvent(
          recognizer: number, name: plugin.gestures[number], state: state,
          timestamp: Timestamp(nanoseconds: event.time), gesture: Gesture()))
    }
  }

  /// Nothing: no workload takes touches away.
  mutating func cancel(at time: Timestamp) { collected.removeAll() }

  /// Nothing: a plugin's gestures have no values.
  mutating func set(_ value: GestureValue, of name: GestureName) {}

  /// None: a plugin does not say which touches a gesture has.
  func touches(of event: GestureEvent) -> [Touch] { [] }
}

/// What a plugin did against the rules of the header.
private final class PluginFaults: Sendable {
  private let list = Mutex<[String]>([])

  var first: String? { list.withLock { $0.first } }

  func add(_ fault: String) { list.withLock { $0.append(fault) } }
}

/// An instance of a plugin, which is destroyed with the last pipeline that has it.
///
/// Sound as `@unchecked Sendable`: only the pipeline that has it calls the plugin with it, and a pipeline is used by one thread at a time.
private final class PluginInstance: @unchecked Sendable {
  let pointer: UnsafeMutableRawPointer?
  private let plugin: RecognizerPlugin

  init(_ plugin: RecognizerPlugin, _ bounds: Rect) {
    self.plugin = plugin
    pointer = plugin.create(bounds.width, bounds.height)
  }

  deinit { plugin.destroy(pointer) }
}

extension GestureState {
  fileprivate init?(_ state: offhand_bench_state) {
    switch state {
    case OFFHAND_BENCH_BEGAN: self = .began
    case OFFHAND_BENCH_CHANGED: self = .changed
    case OFFHAND_BENCH_ENDED: self = .ended
    case OFFHAND_BENCH_CANCELLED: self = .cancelled
    case OFFHAND_BENCH_RECOGNIZED: self = .recognized
    default: return nil
    }
  }
}
