import Glibc
import Offhand
import OffhandClient
import OffhandLibinput
import OffhandPlatform
import OffhandRecordings

/// Gives a source its turns and writes down its devices, whole frames and capture.
final class ProbeFeed: EventSource {
  let source: any DeviceTouchSource
  private let log: ProbeLog
  private var assembler = TouchFrameAssembler(habits: .libinput)

  init(_ source: any DeviceTouchSource, _ log: ProbeLog) {
    self.source = source
    self.log = log
    // Positions are written as the source gave them, however far they jump.
    assembler.teleportGuard = nil
    source.onCapture = { device, state in
      log.line { writer in
        writer.key("capture")
        writer.value("\(state)".split(separator: ":").first.map { String($0) } ?? "")
        writer.key("device")
        writer.value(Int(device.id.rawValue))
      }
    }
  }

  var descriptor: Int32? { source.descriptor }
  var deadline: Timestamp? { source.deadline }

  func dispatch(at now: Timestamp) throws {
    try source.dispatch(at: now) { take($0) }
    assembler.endBatch { write($0) }
  }

  /// Takes one event of the source in.
  func take(_ event: TouchSourceEvent) {
    if case .deviceAdded(let device) = event { write(device) }
    assembler.add(event) { write($0) }
    if case .deviceRemoved(let device, _) = event {
      log.line { writer in
        writer.key("removed")
        writer.value(Int(device.rawValue))
      }
    }
  }

  /// Writes down the error numbers of opening a node directly and through the broker; 0 if it was opened.
  func write(opening path: String, direct: Int, brokered: Int) {
    log.line { writer in
      writer.key("opening")
      writer.value(path)
      writer.key("direct")
      writer.value(direct)
      writer.key("brokered")
      writer.value(brokered)
    }
  }

  /// Writes down what went wrong.
  func summarize() {
    log.line { writer in
      for (name, count) in [("drops", source.drops), ("unknown", assembler.diagnostics.unknownContacts)] {
        writer.key(name)
        writer.value(count)
      }
    }
  }

  private func write(_ device: TouchDevice) {
    log.line { writer in
      writer.key("added")
      writer.value(Int(device.id.rawValue))
      writer.key("name")
      writer.value(device.name)
      writer.key("width")
      writer.value(device.surface.size.width, roundedTo: 4)
      writer.key("height")
      writer.value(device.surface.size.height, roundedTo: 4)
      writer.key("basis")
      writer.value(device.surface.provenance.rawValue)
    }
  }

  private func write(_ frame: borrowing TouchFrame) {
    let count = frame.count
    let touches = (0..<count).map { frame[$0] }
    let time = frame.timestamp
    log.line { writer in
      writer.key("time")
      writer.value(Int(time.nanoseconds / 1000))
      writer.key("touches")
      writer.array { writer in
        for touch in touches {
          writer.object { writer in
            writer.key("device")
            writer.value(Int(touch.device.rawValue))
            writer.key("slot")
            writer.value(Int(touch.slot))
            writer.key("id")
            writer.value(Int(touch.id.rawValue))
            writer.key("phase")
            writer.value("\(touch.phase)")
            writer.key("x")
            writer.value(touch.position.x, roundedTo: 4)
            writer.key("y")
            writer.value(touch.position.y, roundedTo: 4)
          }
        }
      }
    }
  }
}

/// The lines of a probe, gathered and written once a turn of the loop.
final class ProbeLog {
  private let descriptor: Int32
  private var writer = JSONWriter()

  struct Failure: Error { let code: Int32 }

  init(path: String) throws {
    descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
    if descriptor < 0 { throw Failure(code: errno) }
  }

  /// Adds an object.
  func line(_ body: (inout JSONWriter) -> Void) {
    writer.object(body)
    writer.endLine()
  }

  /// Writes what was added.
  func flush() {
    var rest = writer.bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
      guard count > 0 else { break }
      rest = rest.dropFirst(count)
    }
    writer.removeAll()
  }
}
