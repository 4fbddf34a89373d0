import Offhand

@testable import OffhandOSC

/// A table of 1000 × 500 mm: a reader of TUIO, and what it says of touches.
struct Table {
  private var reader = TUIOReader(.init(defaultSize: Size(width: 1000, height: 500)))
  private var assembler = TouchFrameAssembler()
  var now = Timestamp.zero + .seconds(10)
  /// What was said since the last call of `said`.
  private var lines: [String] = []
  private(set) var devices: [TouchDevice] = []
  private(set) var tools: [Touch.Tool] = []
  private(set) var shapes: [ContactShape] = []
  private(set) var times: [Timestamp] = []
  /// The touches of the latest frame that are down.
  private(set) var down: [Touch] = []

  /// Reads a datagram.
  mutating func read(
    _ messages: [OSCMessage], from sender: String = "10.0.0.2", after wait: Duration = .milliseconds(10)
  ) {
    now = now + wait
    let events = Table.events { reader.read(messages, from: sender, at: now, $0) }
    for event in events { take(event) }
  }

  /// Lets time pass without a datagram.
  mutating func wait(_ duration: Duration) {
    now = now + duration
    let events = Table.events { reader.expire(at: now, $0) }
    for event in events { take(event) }
  }

  var deadline: Timestamp? { reader.deadline }

  /// What was said since the last call: `+7 250,250` a finger that lands, `7` one that moves, `-7` one that lifts.
  mutating func said() -> [String] {
    defer { lines = [] }
    return lines
  }

  private static func text(_ point: Point) -> String {
    [point.x, point.y].map { "\(Int(max(-1e9, min(1e9, $0)).rounded()))" }.joined(separator: ",")
  }

  private static func events(_ body: ((TouchSourceEvent) -> Void) -> Void) -> [TouchSourceEvent] {
    var events: [TouchSourceEvent] = []
    body { events.append($0) }
    return events
  }

  private mutating func take(_ event: TouchSourceEvent) {
    switch event {
    case .touch(let touch):
      times.append(touch.timestamp)
      switch touch.kind {
      case .down(let point):
        lines.append("+\(touch.slot) \(Table.text(point))")
        tools.append(touch.tool)
      case .motion(let point):
        lines.append("\(touch.slot) \(Table.text(point))")
      case .shape(let shape): shapes.append(shape)
      case .up: lines.append("-\(touch.slot)")
      case .cancel: lines.append("×\(touch.slot)")
      }
    case .cancelled(let device, _): lines.append("cancelled \(device?.rawValue ?? 0)")
    case .deviceAdded(let device), .deviceChanged(let device): devices.append(device)
    case .deviceRemoved(let device, _): lines.append("removed \(device.rawValue)")
    case .frame: break
    }
    var down = down
    func keep(_ frame: borrowing TouchFrame) { down = frame.indices.map { frame[$0] }.filter(\.isDown) }
    assembler.add(event) { keep($0) }
    assembler.endBatch { keep($0) }
    self.down = down
  }
}

/// A frame of 1.1 with fingers.
func cursors(_ number: Int32, alive: [Int32], _ set: [(id: Int32, x: Float, y: Float)] = [], of name: String = "sim")
  -> [OSCMessage]
{
  let path = "/tuio/2Dcur"
  return [
    OSCMessage(path, [.string("source"), .string(name)]),
    OSCMessage(path, [.string("alive")] + alive.map { .int($0) }),
  ] + set.map { OSCMessage(path, [.string("set"), .int($0.id), .float($0.x), .float($0.y)] + still) } + [
    OSCMessage(path, [.string("fseq"), .int(number)])
  ]
}

/// A frame of 1.1 with blobs: angle, width and height behind the position.
func blobs(_ number: Int32, alive: [Int32], _ set: [(id: Int32, numbers: [Float])] = []) -> [OSCMessage] {
  let path = "/tuio/2Dblb"
  return [
    OSCMessage(path, [.string("source"), .string("sim")]),
    OSCMessage(path, [.string("alive")] + alive.map { .int($0) }),
  ] + set.map { OSCMessage(path, [.string("set"), .int($0.id)] + $0.numbers.map { .float($0) }) } + [
    OSCMessage(path, [.string("fseq"), .int(number)])
  ]
}

private let still: [OSCMessage.Value] = [.float(0), .float(0), .float(0)]

/// A frame of 2.0.
func frame(_ number: Int32, alive: [Int32], _ messages: [OSCMessage] = [], time: UInt64 = 1, dimension: Int32 = 0)
  -> [OSCMessage]
{
  [OSCMessage("/tuio2/frm", [.int(number), .time(time), .int(dimension), .string("sim:0@host")])] + messages
    + [OSCMessage("/tuio2/alv", alive.map { .int($0) })]
}

func pointer(_ id: Int32, _ x: Float, _ y: Float, type: Int32 = 0, radius: Float = 0, pressure: Float = 1) -> OSCMessage
{
  let numbers = [x, y, 0, 0, radius, pressure]
  return OSCMessage("/tuio2/ptr", [.int(id), .int(type), .int(0)] + numbers.map { .float($0) })
}
