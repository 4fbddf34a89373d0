import ArgumentParser
import Logging
import Offhand
import OffhandClient
import OffhandDemos
import OffhandLibinput
import OffhandPixman
import OffhandPlatform

/// `offhand record`: records the touches of one touch screen, as `libinput record` does.
struct RecordCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "record", abstract: "Record the touches of a touch screen.",
    discussion: """
      The file is in the format of 'libinput record', for 'libinput replay' and 'offhand replay', or, if its name ends in \
      .jsonl or .json, one line of JSON. It is complete after every report, whatever interrupts it, and is removed if there \
      were no touches. It holds the touches of one touch screen and nothing else: keyboards are never opened. Control-C ends it.

      With --source wayland it holds the touches that the compositor reports for a window that fills the screen and shows \
      them; Escape ends the program too. With --source tuio:PORT it holds those of the first table that is touched.

      Examples:

        offhand record -o bug.jsonl
        offhand record -o tablet.events --seconds 60 --source wayland
      """)

  @Option(name: [.customLong("output"), .customShort("o")], help: "The file to create; it must not exist.")
  var output: String

  @Option(help: "End after this many seconds.")
  var seconds: Double?

  @Option(help: "The format: libinput or jsonl; without it, the file's name decides.")
  var format: RecordingFormat?

  @OptionGroup var source: TouchSourceOptions
  @OptionGroup var log: LogOptions

  func validate() throws {
    if let seconds, !(seconds > 0 && seconds < 1e6) {
      throw ValidationError("'--seconds' takes a time above 0, for example 10.")
    }
    switch source.input.origin {
    case .recording(let path):
      throw ValidationError("\(path) is a recording already; record libinput, evdev or wayland.")
    case .automatic, .libinput, .evdev, .wayland, .custom: break
    }
  }

  func run() throws {
    switch source.input.origin {
    case .wayland: try recordWindow()
    case .custom(let touches): try recordFeed(of: touches)
    case .automatic, .libinput, .evdev, .recording: try recordScreen()
    }
  }

  private var writtenFormat: RecordingFormat { format ?? RecordingFormat(path: output) }

  /// It writes the open file, which another process removes if there were no touches (`FileRemover`); it opens its own touch screen again
  /// after a change of the virtual terminal, and no other device.
  private func confinement(reading devices: [String]) -> Confinement {
    Confinement(readable: Confinement.systemFiles + devices)
  }

  private func end(from start: Timestamp) -> Timestamp? { seconds.map { start + .seconds($0) } }

  private func recordWindow() throws {
    let logger = log.makeLogger()
    let remover = try FileRemover([output])
    let recording = WindowRecording(format: writtenFormat, end: end(from: MonotonicClock.now()))
    do {
      let strategy = StandardPlacement(environment: PanelSetup(panel: Rect(origin: .origin, size: .zero)))
      let program = try ViewProgram(
        TouchMonitorProgram.view(strategy), title: "offhand record", renderer: Renderer(fonts: try FontBook()),
        input: source.input, display: ViewDisplay(), posture: nil, observer: recording, logger: logger)
      recording.file = try RecordingFile(path: output, remove: remover.remove)
      logger.notice("recording the compositor's touches into \(output); Escape or Control-C ends it")
      confinement(reading: []).apply(logger)
      try program.run()
    } catch {
      // Keeps the reports from before the loss of the compositor.
      _ = try? recording.finish()
      throw error
    }
    logEnd(try recording.finish(), logger)
  }

  private func recordFeed(of touches: CustomTouchSource) throws {
    let logger = log.makeLogger()
    let loop = try EventLoop()
    let recording = WindowRecording(format: writtenFormat, end: end(from: MonotonicClock.now()))
    loop.add(try touches.open(source.input.preferences, for: recording, observer: recording))
    loop.add(recording)
    recording.file = try RecordingFile(path: output, remove: FileRemover([output]).remove)
    loop.add(try SignalSource { loop.stop() })
    logger.notice("recording \(touches.name) into \(output); Control-C ends it")
    confinement(reading: []).apply(logger)
    try loop.run { _ in if recording.isSatisfied { loop.stop() } }
    logEnd(try recording.finish(), logger)
  }

  private func recordScreen() throws {
    let logger = log.makeLogger()
    let touches: any DeviceTouchSource
    do { touches = try makeSource() } catch {
      for device in (try? InputDeviceReport.all()) ?? [] {
        guard let lookalike = device.lookalike else { continue }
        logger.warning("\(device.name) (\(device.path)) is \(lookalike.text); \(lookalike.remedy)")
      }
      throw error
    }
    let device = try soleDevice(touches)
    let reports = try InputDeviceReport.all()
    let report = reports.first { $0.path == device.path }
    let hasPen = reports.contains { $0.kind == .tablet }
    let file = try RecordingFile(path: output, remove: FileRemover([output]).remove)
    let loop = try EventLoop()
    let start = MonotonicClock.now()
    let recorder = try TouchRecorder(
      device, facts: report?.screen, habits: .libinput, file: file, format: writtenFormat)
    let recording = ScreenRecording(touches, into: recorder, end: end(from: start)) { loop.stop() }
    loop.add(recording)
    loop.add(try SignalSource { loop.stop() })
    let watch = SessionWatch { state, now in
      switch state {
      case .background:
        recording.suspend(at: now)
        logger.notice("the session is in the background: nothing is recorded")
      case .foreground:
        try recording.resume(at: now)
        logger.notice(
          "the session is in the foreground: \(recorder.isOver ? "the touch screen is gone" : "the recording continues")"
        )
      }
    }
    if let watch { loop.add(watch) }
    do {
      // It starts a thread, and the process that removes the file is made before there are any.
      try capture(touches, device, logger)
      logger.notice("recording \(device.name) at \(device.path) into \(output); Control-C ends it")
      if hasPen { logger.notice("the pen is not in it: 'libinput record' records pen and touch screen together") }
      confinement(reading: [device.path]).apply(logger)
      try loop.run { _ in }
    } catch {
      // Keeps the reports from before; without any no file stays.
      _ = try? recorder.finish()
      throw error
    }
    touches.suspend(at: MonotonicClock.now()) { recorder.receive($0) }
    try recorder.finish()
    logEnd(recorder, logger)
  }

  private func logEnd(_ recorder: TouchRecorder, _ logger: Logger) {
    if recorder.isFull { logger.warning("the recording ended, because a longer one could not be read") }
    let reports = recorder.reports
    logger.notice(
      reports > 0 ? "\(reports) reports written to \(output)" : "there were no touches; \(output) was removed")
  }

  /// Opens the source.
  private func makeSource() throws(TouchDeviceError) -> any DeviceTouchSource {
    let input = source.input
    switch input.origin {
    case .libinput(let selection): return try LibinputTouchSource(selection, preferences: input.preferences)
    case .evdev(let selection): return try EvdevTouchSource(selection, preferences: input.preferences)
    case .automatic, .wayland, .recording, .custom: return try TouchInput.unprocessed(input.preferences)
    }
  }

  private func capture(_ touches: any DeviceTouchSource, _ device: TouchDevice, _ logger: Logger) throws {
    touches.onCapture = { device, state in logger.notice("\(device.name) \(state)") }
    guard source.grab else { return }
    touches.capture(.exclusive)
    if case .refused(let reason) = touches.captureState(of: device.id) { throw reason }
  }

  private func soleDevice(_ source: any DeviceTouchSource) throws -> TouchDevice {
    let devices = source.devices
    guard devices.count == 1 else { throw SeveralTouchScreens(devices: devices) }
    return devices[0]
  }
}

/// There are several touch screens, and a recording holds one.
struct SeveralTouchScreens: Error, CustomStringConvertible {
  let devices: [TouchDevice]

  var description: String {
    let list = devices.map { "--source evdev:\($0.path) (\($0.name))" }.joined(separator: ", or ")
    return "there are \(devices.count) touch screens and a recording holds one: give \(list)"
  }
}
