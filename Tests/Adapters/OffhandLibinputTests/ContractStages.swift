import CompositorRig
import Glibc
import Offhand
import OffhandLibinput
import OffhandPlatform
import OffhandRecordings
import OffhandWayland
import Testing

/// A touch screen that a script is played on, with one of the sources behind it.
protocol ContractStage: AnyObject {
  /// Plays the script on a fresh touch screen, ends as `ending` says, and answers the frames.
  func play(_ script: FingerScript, ending: ContractEnding) throws -> [ContractFrame]
}

/// What happens after the last report of a script.
enum ContractEnding {
  /// Nothing.
  case quiet
  /// The touch screen goes.
  case unplugged
}

/// Every way in which touches come in.
enum ContractSource: String, CaseIterable, CustomTestStringConvertible {
  case libinput
  case evdev
  case jsonLines
  case libinputRecord
  case weston
  case sway
  case cage

  var testDescription: String { rawValue }

  /// Those that this machine can try.
  static var present: [ContractSource] {
    allCases.filter { source in
      switch source {
      case .libinput, .evdev, .jsonLines, .libinputRecord: true
      case .weston: Weston.isAvailable
      case .sway: Weston.isAvailable && Sway.isAvailable
      case .cage: Weston.isAvailable && Cage.isAvailable
      }
    }
  }

  /// A touch screen that can be played on, and the source behind it.
  func stage() throws -> any ContractStage {
    switch self {
    case .libinput: try KernelStage(.libinput)
    case .evdev: try KernelStage(.evdev)
    case .jsonLines: RecordingStage(extension: "jsonl")
    case .libinputRecord: RecordingStage(extension: "yml")
    case .weston: try CompositorStage(touching: Weston()) { $0 }
    case .sway: try CompositorStage(touching: Weston(touchScreen: .later)) { try Sway(inside: $0) }
    case .cage: try CompositorStage(touching: Weston(touchScreen: .later)) { try Cage(inside: $0) }
    }
  }
}

/// A fake kernel device, read by libinput or by the raw source.
final class KernelStage: ContractStage {
  private let screen: FakeTouchScreen
  private let listener: Listener

  init(_ kind: SourceKind) throws {
    let seat = "seat-\(UInt64.random(in: 0 ... .max))"
    screen = FakeTouchScreen(seat: seat)
    screen.plug()
    listener = try Listener(kind, .seat(seat))
  }

  func play(_ script: FingerScript, ending: ContractEnding) throws -> [ContractFrame] {
    for (index, report) in script.reports.enumerated() {
      let time = Double(report.milliseconds)
      for (slot, change) in script.changes(at: index) {
        switch change {
        case .down(let place): screen.down(Int32(slot), units(place).x, units(place).y, at: time)
        case .motion(let place): screen.move(Int32(slot), units(place).x, units(place).y, at: time)
        case .up: screen.up(Int32(slot), at: time)
        case .rest: break
        }
      }
      screen.report(at: time)
      try listener.turn()
    }
    let size = listener.source.devices[0].surface.size
    if ending == .unplugged {
      screen.unplug()
      try listener.turn()
    }
    return ContractFrame.frames(listener.frames, on: size)
  }

  private func units(_ place: FingerScript.Place) -> (x: Int32, y: Int32) {
    (Int32((place.x * 6001).rounded()), Int32((place.y * 4001).rounded()))
  }
}

/// A window on a real compositor, whose touches come from weston's synthetic touch screen.
final class CompositorStage: ContractStage {
  private let compositor: any Compositor
  private let weston: Weston
  private let connection: Connection
  private let window: ToplevelSurface
  private let source: WaylandTouchSource
  private var assembler = TouchFrameAssembler(habits: .wayland)
  private var frames: [TouchFrame] = []

  /// A window on what `start` starts, in `weston` or beside it.
  init(touching weston: Weston, _ start: (Weston) throws -> any Compositor) throws {
    (compositor, self.weston) = (try start(weston), weston)
    connection = try Connection(to: .named(compositor.socketPath))
    window = ToplevelSurface(connection, title: "Contract", applicationID: "test", extent: .fullscreen(on: nil))
    source = WaylandTouchSource(surface: window.surface)
    try pump("a window that covers the screen, and a touch screen") {
      window.surface.layout?.width == 1024 && window.surface.commitCount >= 5
        && connection.seats.contains(where: \.hasTouch)
    }
  }

  func play(_ script: FingerScript, ending: ContractEnding) throws -> [ContractFrame] {
    let size = try size()
    // Where a compositor shows the window only some frames later, the first landing would go elsewhere.
    try pump("a window that gets touches") {
      try weston.touch(.down(id: 9, x: 512, y: 320), .frame, .up(id: 9), .frame)
      return !frames.isEmpty
    }
    // None of these may come later than the script: behind a finger at another place there are no more.
    try weston.touch(.down(id: 9, x: 102, y: 64), .frame, .up(id: 9), .frame)
    try pump("the last of them") {
      frames.last.map { $0.count == 1 && $0[0].phase == .ended && $0[0].position.x < size.width / 4 } ?? false
    }
    frames = []
    let start = CompositorStage.now()
    for (index, report) in script.reports.enumerated() {
      let time = start + Int64(report.milliseconds) * 1_000_000
      let commands = script.changes(at: index).compactMap { slot, change -> TouchCommand? in
        switch change {
        case .down(let place): .down(id: slot, x: place.x * 1024, y: place.y * 640, at: time)
        case .motion(let place): .motion(id: slot, x: place.x * 1024, y: place.y * 640, at: time)
        case .up: .up(id: slot, at: time)
        case .rest: nil
        }
      }
      // Not ahead of its time, as no finger is.
      while CompositorStage.now() < time { try turn() }
      try weston.touch(commands + [.frame])
      try pump("report \(index)") { frames.count > index }
    }
    if ending == .unplugged {
      try weston.touch(.touchRemove)
      try pump("the touch screen to go") { frames.count > script.reports.count }
    }
    try rest()
    return ContractFrame.frames(frames, on: size)
  }

  private func size() throws -> Size {
    guard let geometry = window.surface.layout?.geometry else { throw RigError("the window has no size") }
    return geometry.size
  }

  /// Gives whatever may still come the time to come.
  private func rest() throws {
    let end = ContinuousClock.now + .milliseconds(100)
    while ContinuousClock.now < end { try turn() }
  }

  private func pump(_ what: String, until condition: () throws -> Bool) throws {
    try Waiting.until(what) {
      if try condition() { return true }
      try turn()
      return false
    }
  }

  private func turn() throws {
    let now = Timestamp(nanoseconds: CompositorStage.now())
    if window.surface.opportunity(at: now) == .now {
      _ = try window.surface.draw { Damage(PixelRect(x: 0, y: 0, width: $0.width, height: $0.height)) }
    }
    try source.dispatch(at: now) { event in assembler.add(event) { frames.append(copy $0) } }
    assembler.endBatch { frames.append(copy $0) }
    try connection.prepareToWait()
    var socket = pollfd(fd: connection.descriptor ?? -1, events: Int16(POLLIN), revents: 0)
    _ = poll(&socket, 1, 5)
    try connection.dispatch()
  }

  private static func now() -> Int64 { MonotonicClock.now().nanoseconds }
}

/// A recording, played as a source.
final class RecordingStage: ContractStage {
  private let path: String

  init(extension name: String) {
    path = "/tmp/offhand-contract-\(UInt64.random(in: 0 ... .max)).\(name)"
  }

  deinit { unlink(path) }

  func play(_ script: FingerScript, ending: ContractEnding) throws -> [ContractFrame] {
    var recording = Recording(source: "contract", trace: "script", device: RecordedDevice())
    (recording.device.width, recording.device.height) = (300, 200)
    recording.frames = script.reports.map { report in
      RecordedFrame(
        time: Timestamp(nanoseconds: Int64(report.milliseconds) * 1_000_000),
        touches: report.fingers.sorted { $0.key < $1.key }.map { slot, place in
          RecordedTouch(id: slot, x: place.x * 300, y: place.y * 200)
        })
    }
    let bytes = path.hasSuffix("jsonl") ? JSONLinesWriter.line(recording) : LibinputRecordWriter.file(recording)
    try Files.write(bytes, to: path)

    let source = try RecordingTouchSource(path: path, start: Timestamp(seconds: 5))
    var assembler = TouchFrameAssembler()
    var frames: [TouchFrame] = []
    var size = Size.zero
    // A recording that is over is a touch screen that goes.
    while let time = source.deadline {
      let isOver = ending == .quiet && frames.count == script.reports.count
      if isOver { break }
      try source.dispatch(at: time) { event in
        if case .deviceAdded(let device) = event { size = device.surface.size }
        assembler.add(event) { frames.append(copy $0) }
      }
      assembler.endBatch { frames.append(copy $0) }
    }
    return ContractFrame.frames(frames, on: size)
  }
}
