import Offhand
import OffhandLibinput
import Testing

@testable import OffhandClient

/// What a source of touches says is passed on to a view, and to an observer.
struct TouchFeedTests {
  private static let device = DeviceID(rawValue: 7)

  private static func screen(width: Double = 300) -> TouchDevice {
    let surface = SurfaceGeometry(
      size: Size(width: width, height: 200), pixelWidth: 0, pixelHeight: 0, provenance: .device)
    return TouchDevice(id: device, name: "panel", surface: surface)
  }

  private static func touch(_ kind: TouchEvent.Kind, at time: Timestamp = .zero) -> TouchSourceEvent {
    .touch(TouchEvent(device: device, slot: 0, timestamp: time, kind: kind))
  }

  private let view = Listener()
  private let observer = Observer()

  private func feed(
    _ batches: [TouchSourceEvent]..., habits: TouchFrameAssembler.Habits = .libinput
  ) throws -> TouchFeed<ScriptedSource> {
    let feed = TouchFeed(ScriptedSource(batches), habits: habits, receiver: view, observer: observer)
    for _ in batches { try feed.dispatch(at: .zero) }
    return feed
  }

  @Test func `a touch without an end of its report is shown when the batch is over`() throws {
    _ = try feed([.deviceAdded(Self.screen()), Self.touch(.down(Point(x: 10, y: 10)))])
    #expect(view.log == ["added 300.0", "began"])
    #expect(observer.batches == 1)
  }

  @Test func `a device that changes, and one that goes, are told to the view`() throws {
    _ = try feed(
      [.deviceAdded(Self.screen())], [.deviceChanged(Self.screen(width: 250))], [.deviceRemoved(Self.device, .zero)])
    #expect(view.log == ["added 300.0", "changed 250.0", "removed"])
    #expect(observer.events == 3)
  }

  @Test func `a source that is abandoned takes its touches and devices with it`() throws {
    let feed = try feed(
      [.deviceAdded(Self.screen())],
      [Self.touch(.down(Point(x: 10, y: 10))), .frame(Self.device, .zero)])
    feed.abandon(at: .zero + .milliseconds(8))
    #expect(view.log == ["added 300.0", "began", "cancelled", "removed"])
    feed.abandon(at: .zero + .milliseconds(16))
    #expect(view.log.count == 4, "only once")
  }
}

/// Says what it was given, a batch at a time.
private final class ScriptedSource: TouchSource {
  let descriptor: Int32? = nil
  let deadline: Timestamp? = nil
  private var batches: ArraySlice<[TouchSourceEvent]>

  init(_ batches: [[TouchSourceEvent]]) { self.batches = batches[...] }

  func dispatch(at now: Timestamp, _ body: (TouchSourceEvent) -> Void) {
    for event in batches.popFirst() ?? [] { body(event) }
  }
}

/// Writes down what a view would receive.
final class Listener: TouchReceiver {
  private(set) var log: [String] = []

  func receive(added device: TouchDevice) { log.append("added \(device.surface.size.width)") }
  func receive(changed device: TouchDevice) { log.append("changed \(device.surface.size.width)") }
  func receive(removed device: DeviceID) { log.append("removed") }
  func receive(_ frame: borrowing TouchFrame) { for index in frame.indices { log.append("\(frame[index].phase)") } }
}

private final class Observer: TouchObserver {
  private(set) var events = 0
  private(set) var batches = 0
  let isSatisfied = false
  let descriptor: Int32? = nil

  func receive(_ event: TouchSourceEvent) { events += 1 }
  func endBatch() { batches += 1 }
  func dispatch(at now: Timestamp) {}
}
