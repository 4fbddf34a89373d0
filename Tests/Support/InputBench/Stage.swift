import FakeEvdev
import Glibc
import Offhand
import OffhandLibinput
import OffhandOSC
import OffhandPlatform
import PlainDrain

/// One way to take touches in, up to some point.
protocol Stage: AnyObject {
  /// Takes in what is there.
  func turn()
}

/// The plain drain of libinput in C.
final class DrainStage: Stage {
  private let drain: OpaquePointer
  @exclusivity(unchecked) private var sum = 0.0

  init(_ node: Int32) {
    guard let drain = plain_drain_open("/dev/input/event\(node)", fake_device_open(node)) else {
      fatalError("libinput refuses the fake device")
    }
    self.drain = drain
  }

  func turn() { sum += plain_drain_turn(drain) }
}

/// A source of ours, up to whole frames.
final class FrameStage<Source: DeviceTouchSource>: Stage {
  private let source: Source
  @exclusivity(unchecked) private var assembler = TouchFrameAssembler(habits: .libinput)
  @exclusivity(unchecked) private var sum = 0.0

  init(_ source: Source) { self.source = source }

  func turn() {
    do {
      try source.dispatch(at: .zero) { event in assembler.add(event) { sum += $0.timestamp.seconds } }
    } catch { fatalError("\(error)") }
    assembler.endBatch { sum += $0.timestamp.seconds }
  }
}

/// A source of ours, up to answers of recognizers.
final class GestureStage: Stage {
  private let source: LibinputTouchSource
  @exclusivity(unchecked) private var assembler = TouchFrameAssembler(habits: .libinput)
  @exclusivity(unchecked) private var pipeline: StandardPipeline
  @exclusivity(unchecked) private var answers = 0

  init(_ source: LibinputTouchSource, _ pipeline: StandardPipeline) {
    self.source = source
    self.pipeline = pipeline
  }

  func turn() {
    do {
      try source.dispatch(at: .zero) { event in assembler.add(event) { take($0) } }
    } catch { fatalError("\(error)") }
    assembler.endBatch { take($0) }
  }

  private func take(_ frame: borrowing TouchFrame) {
    pipeline.process(frame)
    answers += pipeline.events.count
  }
}

/// A source of ours, up to TUIO 2.0 with people on its way to this machine, and, if it is to be received as well, to frames again.
final class NetworkStage: Stage {
  private let source: EvdevTouchSource
  private let sender: TUIOSender
  private let receiver: TUIOTouchSource
  private let receives: Bool
  @exclusivity(unchecked) private var assembler = TouchFrameAssembler(habits: .libinput)
  @exclusivity(unchecked) private var frames = TouchFrameAssembler()
  @exclusivity(unchecked) private var people: People
  @exclusivity(unchecked) private var writer: TUIOWriter
  @exclusivity(unchecked) private var sum = 0.0

  init(_ source: EvdevTouchSource, on panel: Rect, receives: Bool) throws {
    (self.source, self.receives) = (source, receives)
    let port = try DatagramSocket(receivingAt: "127.0.0.1", port: 0).port
    guard let address = TUIOAddress("\(port)") else { fatalError("there is no port") }
    receiver = try TUIOTouchSource(TUIOPort(address), MappingPreferences(defaultSize: panel.size))
    sender = try TUIOSender(to: [address])
    people = People(at: PanelSetup(panel: panel))
    writer = TUIOWriter(.second, name: "bench@host", size: panel.size)
  }

  func turn() {
    do {
      try source.dispatch(at: .zero) { event in assembler.add(event) { send($0) } }
      assembler.endBatch { send($0) }
      guard receives else { return }
      try receiver.dispatch(at: MonotonicClock.now()) { event in frames.add(event) { sum += $0.timestamp.seconds } }
    } catch { fatalError("\(error)") }
  }

  private func send(_ frame: borrowing TouchFrame) {
    people.process(frame)
    sender.send(writer.datagrams(for: frame, of: people.hands(in: frame)))
  }
}
