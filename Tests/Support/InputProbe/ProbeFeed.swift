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
        writer.field("capture", "\(state)".split(separator: ":").first.map { String($0) } ?? "")
        writer.field("device", Int(device.id.rawValue))
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
        writer.field("removed", Int(device.rawValue))
      }
    }
  }

  /// Writes down the error numbers of opening a node directly and through the broker; 0 if it was opened.
  func write(opening path: String, direct: Int, brokered: Int) {
    log.line { writer in
      writer.field("opening", path)
      writer.field("direct", direct)
      writer.field("brokered", brokered)
    }
  }

  /// Writes down what went wrong.
  func summarize() {
    log.line { writer in
      for (name, count) in [("drops", source.drops), ("unknown", assembler.diagnostics.unknownContacts)] {
        writer.field(name, count)
      }
    }
  }

  private func write(_ device: TouchDevice) {
    log.line { writer in
      writer.field("added", Int(device.id.rawValue))
      writer.field("name", device.name)
      writer.field("width", device.surface.size.width, roundedTo: 4)
      writer.field("height", device.surface.size.height, roundedTo: 4)
      writer.field("basis", device.surface.provenance.rawValue)
    }
  }

  private func write(_ frame: borrowing TouchFrame) {
    let count = frame.count
    let touches = (0..<count).map { frame[$0] }
    let time = frame.timestamp
    log.line { writer in
      writer.field("time", Int(time.nanoseconds / 1000))
      writer.array("touches") { writer in
        for touch in touches {
          writer.object { writer in
            writer.field("device", Int(touch.device.rawValue))
            writer.field("slot", Int(touch.slot))
            writer.field("id", Int(touch.id.rawValue))
            writer.field("phase", "\(touch.phase)")
            writer.field("x", touch.position.x, roundedTo: 4)
            writer.field("y", touch.position.y, roundedTo: 4)
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
