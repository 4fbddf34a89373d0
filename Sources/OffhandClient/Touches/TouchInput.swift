import Logging
public import Offhand
public import OffhandLibinput
import OffhandRecordings

/// Where a program takes its touches from, and what the user said about the touch screens.
public struct TouchInput: Sendable, Hashable {
  /// Who says what fingers do.
  public enum Origin: Sendable, Hashable {
    /// libinput where a touch screen can be read, else the compositor.
    case automatic
    /// Touch screens through libinput.
    case libinput(DeviceSelection)
    /// Touch screens straight from their device nodes, without libinput.
    case evdev(DeviceSelection)
    /// The compositor's `wl_touch`.
    case wayland
    /// A file with recordings, played in real time.
    case recording(String)
  }

  /// Who says what fingers do.
  public var origin: Origin
  /// Who else gets the touches; only touch screens that are read here can be captured.
  public var capture: CaptureMode
  /// Which outputs the touch screens lie on and how large they are, where the user said so.
  public var preferences: MappingPreferences

  /// Touches from `origin`.
  public init(
    _ origin: Origin = .automatic, capture: CaptureMode = .shared,
    preferences: MappingPreferences = MappingPreferences()
  ) {
    self.origin = origin
    self.capture = capture
    self.preferences = preferences
  }
}

/// Opens what a program takes its touches from, and says which and why.
struct TouchInputs {
  /// What was opened.
  enum Opened {
    /// Touch screens that are read here.
    case screens(any TouchScreenFeed)
    /// A recording, to be played once there is something to touch.
    case recording(path: String)
    /// The compositor; `notice` is to be told once there is one.
    case wayland(notice: String)
  }

  private let input: TouchInput
  private let receiver: any TouchReceiver
  private let logger: Logger

  /// Opens what `input` names, and tells of it: where touches come from and, where nobody had chosen, why.
  ///
  /// Throws where it cannot be had; only the automatic choice has an alternative.
  static func open(_ input: TouchInput, for receiver: any TouchReceiver, logger: Logger) throws -> Opened {
    try TouchInputs(input: input, receiver: receiver, logger: logger).open()
  }

  private func open() throws -> Opened {
    switch input.origin {
    case .automatic: return try automatic()
    case .libinput(let selection): return .screens(try libinput(selection))
    case .evdev(let selection): return .screens(try evdev(selection))
    case .wayland:
      return .wayland(notice: "touches come from the compositor (wl_touch)")
    case .recording(let path): return try recording(path)
    }
  }

  /// Whoever wants touches alone, or speaks of touch screens, does not want the compositor's.
  private func automatic() throws(LibinputError) -> Opened {
    do throws(LibinputError) {
      return .screens(try libinput(.defaultSeat))
    } catch {
      guard input.capture == .shared, input.preferences == MappingPreferences() else { throw error }
      return .wayland(notice: "touches come from the compositor (wl_touch), because libinput has none: \(error)")
    }
  }

  private func libinput(_ selection: DeviceSelection) throws(LibinputError) -> any TouchScreenFeed {
    // What goes wrong while devices are opened is the error that is thrown.
    var isOpening = true
    let source = try LibinputTouchSource(selection, preferences: input.preferences) { [logger] line in
      logger.log(level: isOpening ? .info : line.priority.level, "libinput: \(line.message)")
    }
    isOpening = false
    return try feed(source, called: "libinput")
  }

  private func evdev(_ selection: DeviceSelection) throws(LibinputError) -> any TouchScreenFeed {
    try feed(try EvdevTouchSource(selection, preferences: input.preferences), called: "evdev")
  }

  private func feed(_ source: some DeviceTouchSource, called name: String) throws(LibinputError) -> any TouchScreenFeed
  {
    let screens = source.devices.map { "\($0.name) at \($0.path)" }.joined(separator: ", ")
    logger.notice("touches come from \(name): \(screens)")
    for unknown in input.preferences.unknown(among: source.devices.map { source.names(of: $0.id) }) {
      logger.warning("no touch screen goes by '\(unknown)' now; 'offhand devices' lists their names")
    }
    source.onCapture = { [logger] device, state in logger.notice("\(device.name) \(state)") }
    if input.capture == .exclusive {
      source.capture(.exclusive)
      for device in source.devices {
        if case .refused(let reason) = source.captureState(of: device.id) { throw reason }
      }
    }
    return TouchFeed(source, habits: .libinput, receiver: receiver)
  }

  /// Reads the first recording of the file, so that a broken one is told of at once.
  private func recording(_ path: String) throws(RecordingError) -> Opened {
    let source = try RecordingTouchSource(path: path, start: .zero)
    let caveat = source.caveat.map { " (\($0))" } ?? ""
    logger.notice("touches come from the recording \(path)\(caveat)")
    return .recording(path: path)
  }
}

extension LibinputLogLine.Priority {
  /// The same on the logger's scale.
  fileprivate var level: Logger.Level {
    switch self {
    case .debug: .debug
    case .info: .info
    case .error: .warning
    }
  }
}
