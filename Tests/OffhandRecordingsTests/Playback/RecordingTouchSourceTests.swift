import Offhand
import OffhandRecordings
import Testing

struct RecordingTouchSourceTests {
  private let text = """
    {"source":"s","trace":"a","device":{"name":"d","mm_basis":"absinfo","width_mm":100,"height_mm":60},"frames":[
    {"t":0.0,"touches":[{"id":7,"x_mm":10,"y_mm":20}]},
    {"t":0.01,"touches":[{"id":7,"x_mm":12,"y_mm":20},{"id":9,"x_mm":50,"y_mm":20}]},
    {"t":0.02,"touches":[{"id":9,"x_mm":50,"y_mm":20}]},
    {"t":0.03,"touches":[],"cancelled":[9]}]}
    """.split(separator: "\n").joined()

  private func source(_ text: String, start: Timestamp) throws -> RecordingTouchSource {
    try withTemporaryFile(text) { path in try RecordingTouchSource(path: path, start: start) }
  }

  private func touches(_ events: [TouchSourceEvent]) -> [TouchEvent.Kind] {
    events.compactMap { if case .touch(let touch) = $0 { touch.kind } else { nil } }
  }

  @Test func `a recording plays when its time has come, not before`() throws {
    let source = try source(text, start: Timestamp(seconds: 5))
    #expect(source.descriptor == nil)
    #expect(source.deadline == Timestamp(seconds: 5))
    var events: [TouchSourceEvent] = []
    try source.dispatch(at: Timestamp(seconds: 4.9)) { events.append($0) }
    #expect(events.isEmpty)
    try source.dispatch(at: Timestamp(seconds: 5.01)) { events.append($0) }
    let kinds: [TouchEvent.Kind] = [
      .down(Point(x: 10, y: 20)), .motion(Point(x: 12, y: 20)), .down(Point(x: 50, y: 20)),
    ]
    #expect(touches(events) == kinds)
    #expect(source.deadline == Timestamp(seconds: 5.02))
  }

  @Test func `a missing contact lifted, a cancelled one was taken away, and the device goes at the end`() throws {
    let source = try source(text, start: .zero)
    var events: [TouchSourceEvent] = []
    try source.dispatch(at: Timestamp(seconds: 60)) { events.append($0) }
    #expect(touches(events).suffix(2) == [.up, .cancel])
    #expect(events.last == .deviceRemoved(DeviceID(rawValue: 1), Timestamp(seconds: 0.03)))
    #expect(source.deadline == nil)
  }

  @Test func `recordings of one file follow each other after a pause, as devices of their own`() throws {
    let source = try source(text + "\n" + text + "\n", start: .zero)
    var events: [TouchSourceEvent] = []
    try source.dispatch(at: Timestamp(seconds: 0.03)) { events.append($0) }
    #expect(source.deadline == Timestamp(seconds: 1.03))
    try source.dispatch(at: Timestamp(seconds: 1.03)) { events.append($0) }
    #expect(touches(events).last == .down(Point(x: 10, y: 20)))
    var devices: [DeviceID] = []
    for case .deviceAdded(let device) in events { devices.append(device.id) }
    #expect(devices == [DeviceID(rawValue: 1), DeviceID(rawValue: 2)])
  }

  @Test func `frames come out of the assembler whole`() throws {
    let source = try source(text, start: .zero)
    var assembler = TouchFrameAssembler()
    var phases: [[Touch.Phase]] = []
    try source.dispatch(at: Timestamp(seconds: 1)) { event in
      assembler.add(event) { frame in phases.append(frame.indices.map { frame[$0].phase }) }
    }
    #expect(phases == [[.began], [.moved, .began], [.ended, .stationary], [.cancelled]])
    #expect(assembler.diagnostics == TouchDiagnostics())
  }
}
