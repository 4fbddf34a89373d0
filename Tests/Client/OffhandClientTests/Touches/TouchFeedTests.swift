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
    _ batches: [TouchSourceEvent]..., habits: TouchFrameAssembler.Habits = .libinput,
    in frames: SharedFrames = SharedFrames()
  ) throws -> TouchFeed<ScriptedSource> {
    let feed = TouchFeed(ScriptedSource(batches), habits: habits, in: frames, receiver: view, observer: observer)
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

  @Test func `a touch that lands in a dead area does not count until it lifts, one that comes into it does`() throws {
    let (frames, dead, live) = (SharedFrames(), Point(x: 10, y: 10), Point(x: 50, y: 10))
    var events = 0
    frames.deadAreas = { $0 == Self.device ? [Rect(x: 0, y: 0, width: 20, height: 100)] : [] }
    frames.onDeadTouch = { events += 1 }
    func later(_ kind: TouchEvent.Kind) -> TouchSourceEvent { Self.touch(kind, at: .zero + .milliseconds(100)) }
    _ = try feed(
      [.deviceAdded(Self.screen())], [Self.touch(.down(dead))], [later(.motion(live))], [later(.up)], in: frames)
    #expect(view.log == ["added 300.0"] && events == 3 && observer.events == 4)
    _ = try feed([Self.touch(.down(live))], [later(.motion(dead))], [later(.up)], in: frames)
    #expect(view.log.dropFirst() == ["began", "moved", "ended"] && events == 3)
    // What is cancelled is forgotten.
    _ = try feed([Self.touch(.down(dead)), .cancelled(nil, .zero)], [later(.down(live))], in: frames)
    #expect(view.log.last == "began" && events == 4)
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
