import CompositorRig
import Glibc
import Offhand
import OffhandLibinput
import OffhandOSC
import OffhandPlatform
import OffhandRecordings
import Testing

@testable import OffhandTool

struct TouchRecorderTests {
  private let path = "/tmp/offhand-test-\(UInt64.random(in: 0 ... .max)).yml"
  private let device = TouchDevice(
    id: DeviceID(rawValue: 1), name: "Test Screen", path: "/dev/input/event5",
    surface: SurfaceGeometry(size: Size(width: 300, height: 200), pixelWidth: 0, pixelHeight: 0, provenance: .device))

  private func touch(_ slot: Int32, at milliseconds: Int64, _ kind: TouchEvent.Kind) -> TouchSourceEvent {
    .touch(
      TouchEvent(
        device: device.id, slot: slot, timestamp: Timestamp(nanoseconds: milliseconds * 1_000_000), kind: kind))
  }

  @Test func `the touches of a table are recorded from the network`() throws {
    let folder = try TemporaryFolder()
    let port = try DatagramSocket(receivingAt: "127.0.0.1", port: 0).port
    let file = folder.file("table.jsonl")
    let program = try Program([
      Program.built("offhand"), "record", "--source", "tuio:\(port)", "--size", "1000x500", "-o", file,
    ])
    try program.waitForOutput("recording TUIO at 127.0.0.1:\(port)")
    var (assembler, frames) = (TouchFrameAssembler(), TUIOWriter(.first, name: "t", size: Size(width: 1, height: 1)))
    let sender = try TUIOSender(to: [#require(TUIOAddress("127.0.0.1:\(port)"))])
    assembler.add(touch(0, at: 0, .down(Point(x: 0.25, y: 0.5)))) { _ in }
    assembler.add(.frame(device.id, .zero)) { sender.send(frames.datagrams(for: $0)) }
    var found: Recording?
    try Waiting.until("a touch in \(file)") {
      var reader = try? RecordingReader(path: file)
      found = try? reader?.next()
      return found?.frames.isEmpty == false
    }
    program.signal(SIGINT)
    #expect(try program.wait() == .exited(0), "\(program.standardError)")
    let recording = try #require(found)
    let place = try RecordingScale(recording).position(of: #require(recording.frames.first?.touches.first))
    #expect(abs(place.x - 250) < 0.1 && abs(place.y - 250) < 0.1, "\(place)")
  }

  @Test(arguments: RecordingFormat.allCases)
  func `what was recorded reads back as it was, report by report`(format: RecordingFormat) throws {
    defer { unlink(path) }
    let recorder = try TouchRecorder(device, habits: .libinput, file: RecordingFile(path: path), format: format)
    recorder.receive(touch(0, at: 1000, .down(Point(x: 10, y: 20))))
    recorder.receive(touch(1, at: 1000, .down(Point(x: 110.5, y: 20))))
    recorder.receive(.frame(device.id, .zero))
    recorder.receive(touch(0, at: 1008, .motion(Point(x: 11, y: 20))))
    recorder.receive(.frame(device.id, .zero))
    #expect(recorder.reports == 2)
    // Nothing was closed or finished: this is what an interruption leaves.
    var reader = try RecordingReader(path: path)
    let early = try #require(try reader.next())
    #expect(early.frames.map { $0.touches.count } == [2, 2])
    recorder.receive(touch(0, at: 1016, .up))
    recorder.receive(.frame(device.id, .zero))
    recorder.receive(.deviceRemoved(device.id, Timestamp(nanoseconds: 1_024_000_000)))
    try recorder.finish()
    #expect(recorder.isOver)
    var again = try RecordingReader(path: path)
    let recording = try #require(try again.next())
    #expect(recording.device.name == "Test Screen")
    #expect(recording.frames.map { $0.touches.count } == [2, 2, 1, 0])
    #expect(recording.frames.map { $0.time.nanoseconds / 1_000_000 } == [0, 8, 16, 24])
    let scale = RecordingScale(recording)
    let place = scale.position(of: recording.frames[1].touches[0])
    #expect(abs(place.x - 11) < 0.01 && abs(place.y - 20) < 0.01)
  }

  @Test func `a jump that the device reports is recorded as one touch, with its shape`() throws {
    defer { unlink(path) }
    let recorder = try TouchRecorder(device, habits: .libinput, file: RecordingFile(path: path), format: .jsonl)
    recorder.receive(touch(0, at: 1000, .down(Point(x: 10, y: 20))))
    recorder.receive(
      touch(0, at: 1000, .shape(ContactShape(major: 9, minor: 7, orientationRadians: .pi / 4, pressure: 0.5))))
    recorder.receive(.frame(device.id, .zero))
    recorder.receive(touch(0, at: 1008, .motion(Point(x: 210, y: 20))))
    recorder.receive(.frame(device.id, .zero))
    try recorder.finish()
    var reader = try RecordingReader(path: path)
    let frames = try #require(try reader.next()).frames
    #expect(frames.map { $0.touches.map(\.x) } == [[10], [210]])
    #expect(Set(frames.flatMap(\.touches).map(\.id)).count == 1 && frames.allSatisfy { $0.cancelled.isEmpty })
    let first = try #require(frames.first?.touches.first)
    #expect(first.majorMillimetres == 9 && first.minorMillimetres == 7 && first.pressure == 0.5)
    #expect(abs((first.orientationDegrees ?? 0) - 45) < 1e-3)
  }

  @Test func `the name of a file decides its format`() {
    #expect(RecordingFormat(path: "a.jsonl") == .jsonl && RecordingFormat(path: "b/a.json") == .jsonl)
    #expect(RecordingFormat(path: "a.yml") == .libinput && RecordingFormat(path: "jsonl") == .libinput)
  }

  @Test func `a recording is readable by its owner only, and removed without touches`() throws {
    defer { unlink(path) }
    let recorder = try TouchRecorder(device, habits: .libinput, file: RecordingFile(path: path), format: .jsonl)
    var status = stat()
    #expect(stat(path, &status) == 0 && status.st_mode & 0o777 == 0o600)
    try recorder.finish()
    // At once: an event loop may hold the recorder until the process ends.
    #expect(access(path, F_OK) != 0)
    withExtendedLifetime(recorder) {}
  }

  @Test
  func
    `while the session is in the background nothing is recorded, and then the screen continues under another number`()
    throws
  {
    defer { unlink(path) }
    let source = SilentSource()
    let recorder = try TouchRecorder(device, habits: .libinput, file: RecordingFile(path: path), format: .jsonl)
    let screen = ScreenRecording(source, into: recorder, end: nil) {}
    recorder.receive(touch(0, at: 1000, .down(Point(x: 10, y: 20))))
    recorder.receive(.frame(device.id, .zero))
    source.news = [.deviceRemoved(device.id, Timestamp(nanoseconds: 1_100_000_000))]
    screen.suspend(at: Timestamp(nanoseconds: 1_100_000_000))
    #expect(!recorder.isOver)
    var again = device
    again.id = DeviceID(rawValue: 2)
    source.news = [.deviceAdded(again)]
    source.devices = [again]
    try screen.resume(at: Timestamp(nanoseconds: 2_000_000_000))
    recorder.receive(
      .touch(
        TouchEvent(
          device: again.id, slot: 0, timestamp: Timestamp(nanoseconds: 2_100_000_000), kind: .down(Point(x: 5, y: 5)))))
    recorder.receive(.frame(again.id, .zero))
    recorder.receive(.deviceRemoved(again.id, Timestamp(nanoseconds: 2_200_000_000)))
    #expect(recorder.isOver)
    var reader = try RecordingReader(path: path)
    let recording = try #require(try reader.next())
    #expect(recording.frames.map { $0.touches.count } == [1, 0, 1, 0])
    #expect(recording.frames.map { $0.cancelled.count } == [0, 1, 0, 1])
  }

  @Test func `a touch screen that went away in the background ends the recording`() throws {
    defer { unlink(path) }
    var stops = 0
    let recorder = try TouchRecorder(device, habits: .libinput, file: RecordingFile(path: path), format: .jsonl)
    let screen = ScreenRecording(SilentSource(), into: recorder, end: nil) { stops += 1 }
    screen.suspend(at: .zero)
    try screen.resume(at: .zero)
    #expect(recorder.isOver && stops == 1)
  }

  @Test(arguments: [
    (RecordingFormat.libinput, 10, Int.max), (.jsonl, 10, .max), (.jsonl, .max, 800),
  ])
  func `a recording ends before it is too long to be read`(format: RecordingFormat, samples: Int, length: Int) throws {
    defer { unlink(path) }
    var limits = RecordingLimits()
    (limits.samples, limits.lineLength) = (samples, length)
    let recorder = try TouchRecorder(
      device, habits: .libinput, file: RecordingFile(path: path), format: format, limits: limits)
    for step in 0..<20 {
      recorder.receive(
        touch(0, at: Int64(step) * 8, step == 0 ? .down(.origin) : .motion(Point(x: Double(step), y: 0))))
      recorder.receive(.frame(device.id, .zero))
    }
    try recorder.finish()
    #expect(recorder.isFull && recorder.isOver && recorder.reports > 1)
    var reader = try RecordingReader(path: path, limits: limits)
    #expect(try reader.next()?.frames.count == recorder.reports)
  }

  @Test func `where the disk is full the file stays as it was`() async throws {
    // In a process of its own, because the limit holds for every file of a process.
    await #expect(processExitsWith: .success) {
      let path = "/tmp/offhand-test-\(UInt64.random(in: 0 ... .max)).jsonl"
      defer { unlink(path) }
      let file = try RecordingFile(path: path)
      try file.append(Array("head[".utf8), end: Array("]\n".utf8))
      // The signal would end the process before the call could fail.
      signal(SIGXFSZ, SIG_IGN)
      var limit = rlimit(rlim_cur: 10, rlim_max: 10)
      setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
      let failure = #expect(throws: RecordingFile.Failure.self) {
        try file.append(Array(repeating: UInt8(ascii: "1"), count: 100), end: Array("]\n".utf8))
      }
      #expect(failure?.description.contains("what was written before can be read") == true)
      let stream = try #require(fopen(path, "r"))
      var bytes = [UInt8](repeating: 0, count: 200)
      let count = fread(&bytes, 1, bytes.count, stream)
      fclose(stream)
      #expect(String(decoding: bytes[..<count], as: UTF8.self) == "head[]\n")
    }
  }

  @Test func `a file that exists is not overwritten`() throws {
    defer { unlink(path) }
    let file = try RecordingFile(path: path)
    try file.append([1], end: [])
    let failure = #expect(throws: RecordingFile.Failure.self) { _ = try RecordingFile(path: path) }
    #expect(failure?.description.contains("exists already") == true)
  }

  @Test func `a file that cannot be made is refused`() throws {
    #expect(throws: RecordingFile.Failure.self) { _ = try RecordingFile(path: "/dev/null/none") }
  }

  @Test func `recording ends after the configured time`() throws {
    defer { unlink(path) }
    var stops = 0
    let recorder = try TouchRecorder(device, habits: .libinput, file: RecordingFile(path: path), format: .libinput)
    let recording = ScreenRecording(SilentSource(), into: recorder, end: Timestamp(seconds: 5)) { stops += 1 }
    #expect(recording.deadline == Timestamp(seconds: 5))
    try recording.dispatch(at: Timestamp(seconds: 4))
    #expect(stops == 0)
    try recording.dispatch(at: Timestamp(seconds: 5))
    #expect(stops == 1)
  }

  @Test func `of a window the first seat that is touched is recorded, in the window's size, and no other`() throws {
    defer { unlink(path) }
    let recording = WindowRecording(format: .jsonl, end: Timestamp(seconds: 5))
    recording.file = try RecordingFile(path: path)
    var other = device
    other.id = DeviceID(rawValue: 2)
    recording.receive(.deviceAdded(other))
    recording.receive(.deviceAdded(device))
    var larger = device
    larger.surface.size = Size(width: 600, height: 400)
    recording.receive(.deviceChanged(larger))
    recording.receive(touch(0, at: 1000, .down(Point(x: 10, y: 20))))
    recording.receive(
      .touch(
        TouchEvent(
          device: other.id, slot: 0, timestamp: Timestamp(nanoseconds: 1_001_000_000), kind: .down(Point(x: 5, y: 5)))))
    recording.receive(.frame(device.id, Timestamp(nanoseconds: 1_002_000_000)))
    recording.endBatch()
    #expect(!recording.isSatisfied)
    recording.receive(.deviceRemoved(device.id, Timestamp(nanoseconds: 1_100_000_000)))
    #expect(recording.isSatisfied)
    _ = try recording.finish()
    var reader = try RecordingReader(path: path)
    let recorded = try #require(try reader.next())
    #expect(recorded.device.width == 600)
    #expect(recorded.frames.map { $0.touches.map(\.x) } == [[10], []])
  }

  @Test func `where nothing touches a window no file stays`() throws {
    let recording = WindowRecording(format: .libinput, end: Timestamp(seconds: 5))
    recording.file = try RecordingFile(path: path)
    recording.dispatch(at: Timestamp(seconds: 4))
    #expect(!recording.isSatisfied)
    recording.dispatch(at: Timestamp(seconds: 5))
    #expect(recording.isSatisfied)
    #expect(throws: NoTouchOnWindow.self) { try recording.finish() }
  }

  @Test func `a file in which nothing was written does not stay`() throws {
    _ = try RecordingFile(path: path)
    #expect(access(path, F_OK) != 0)
  }
}

/// A source whose only events are those of suspending and resuming.
final class SilentSource: DeviceTouchSource {
  /// The next events.
  var news: [TouchSourceEvent] = []

  private func tell(_ body: (TouchSourceEvent) -> Void) {
    for event in news { body(event) }
  }

  var preferences = MappingPreferences()
  var devices: [TouchDevice] = []
  let drops = 0
  let descriptor: Int32? = nil
  let deadline: Timestamp? = nil
  func panel(of id: DeviceID) -> TouchPanel? { nil }
  func mapping(of id: DeviceID) -> OutputMapping? { nil }
  func place(on outputs: [OutputDescription], at now: Timestamp, _ body: (TouchSourceEvent) -> Void) {}
  func suspend(at now: Timestamp, _ body: (TouchSourceEvent) -> Void) { tell(body) }
  func resume(at now: Timestamp, _ body: (TouchSourceEvent) -> Void) throws(TouchDeviceError) { tell(body) }
  func dispatch(at now: Timestamp, _ body: (TouchSourceEvent) -> Void) throws(TouchDeviceError) {}
  func capture(_ mode: CaptureMode) {}
  var onCapture: (TouchDevice, CaptureState) -> Void = { _, _ in }
  var onRangeFault: (TouchDevice, RangeEvidence.Fault) -> Void = { _, _ in }
  func captureState(of id: DeviceID) -> CaptureState { .shared }
  func names(of id: DeviceID) -> [String] { [] }
}
