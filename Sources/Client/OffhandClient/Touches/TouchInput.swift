package import Logging
public import Offhand
public import OffhandLibinput
import OffhandRecordings

/// The touch source of a program, and the user's settings for the touch screens.
public struct TouchInput: Sendable, Hashable {
  /// A kind of touch source.
  public enum Origin: Sendable, Hashable {
    /// libinput if a touch screen can be read, else the compositor.
    case automatic
    /// Touch screens through libinput.
    case libinput(DeviceSelection)
    /// Touch screens straight from their device nodes, without libinput.
    case evdev(DeviceSelection)
    /// The compositor's `wl_touch`.
    case wayland
    /// A file of recordings, played in real time.
    case recording(String)
    /// A source of the program's own.
    case custom(CustomTouchSource)
  }

  /// What a program does at the end of a recording.
  public enum RecordingEnd: Sendable, Hashable {
    /// It stays; a mouse may go on.
    case stays
    /// It ends, once nothing moves.
    case exits
    /// It plays the recording again.
    case repeats
  }

  /// The source of touches.
  public var origin: Origin
  /// What the program does at the end of a recording.
  public var recordingEnd: RecordingEnd
  /// Whether other programs get the touches too; only touch screens that are read here can be captured.
  public var capture: CaptureMode
  /// The outputs and sizes of touch screens that the user stated.
  public var preferences: MappingPreferences

  /// The filters that frames pass before the view. By default those that learn of a device's faults and do nothing on a good one.
  public var filters: Set<ChosenFilters.Kind>

  /// What touches count as after the filters.
  public var accommodations = Accommodations()

  /// The areas of the glass, in millimetres, in which no touch counts that lands there.
  public var deadAreas: [Rect] = []

  /// The sizes of touch screens that were measured, by their names: they count where the user states none.
  package var measuredSizes: [String: Size] = [:]
  /// What puts the positions of touch screens right that are read here, as was measured, by their names.
  package var measuredCalibrations: [String: CalibrationMatrix] = [:]

  /// The time without a report after which a touch counts as lost while others land: only of touches from a compositor that is known
  /// not to report cancelled ones (page *Compositors*), never of touch screens that are read here. At least a second.
  public var lostAfter: Duration = .seconds(10) {
    didSet { lostAfter = max(lostAfter, .seconds(1)) }
  }

  /// Touches from `origin`.
  public init(
    _ origin: Origin = .automatic, capture: CaptureMode = .shared,
    preferences: MappingPreferences = MappingPreferences(), filters: Set<ChosenFilters.Kind> = [.glitch, .noise],
    recordingEnd: RecordingEnd = .stays
  ) {
    self.recordingEnd = recordingEnd
    self.filters = filters
    self.origin = origin
    self.capture = capture
    self.preferences = preferences
  }
}

extension TouchInput {
  /// An opened touch source.
  package enum Opened {
    /// Touch screens that are read here.
    case screens(any TouchScreenFeed)
    /// A recording, to be played once there is a surface to touch.
    case recording(RecordedTouches)
    /// The compositor; `notice` is to be logged once it is there.
    case wayland(notice: String)
    /// A source of the program's own, whose touches are those of screens that it names.
    case custom(any EventSource)
  }

  /// Whether it may read touch screens of this machine.
  package var readsScreens: Bool {
    switch origin {
    case .automatic, .libinput, .evdev: true
    case .wayland, .recording, .custom: false
    }
  }

  /// What touch screens are opened with.
  fileprivate var screenPreferences: MappingPreferences {
    var preferences = preferences
    if preferences.defaultSize == nil { preferences.sizes.merge(measuredSizes) { stated, _ in stated } }
    preferences.calibrations = measuredCalibrations
    return preferences
  }

  /// The input of a program in a role: where it is free to choose, a window, which does not know where it is on the screen, takes the
  /// touches of the compositor.
  func fitting(_ role: ViewRole) -> TouchInput {
    guard role.isWindow, origin == .automatic, capture == .shared, preferences.outputs.isEmpty else {
      return self
    }
    var input = self
    input.origin = .wayland
    return input
  }

  /// Opens the source for `receiver` and logs which it is and, if it was chosen automatically, why; `opener` opens device nodes.
  ///
  /// Throws if it cannot be opened; only the automatic choice has an alternative.
  package func open(
    for receiver: any TouchReceiver, in frames: SharedFrames = SharedFrames(),
    opener: any InputDeviceOpener = NodeOpener(), logger: Logger
  ) throws -> Opened {
    // The filter takes jumps out, and the guard would make other fingers of them.
    if filters.contains(.despike) { frames.allowJumps() }
    return try Opener(input: self, receiver: receiver, frames: frames, nodes: opener, logger: logger).open()
  }

  private struct Opener {
    let input: TouchInput
    let receiver: any TouchReceiver
    let frames: SharedFrames
    let nodes: any InputDeviceOpener
    let logger: Logger

    func open() throws -> Opened {
      switch input.origin {
      case .automatic: return try automatic()
      case .libinput(let selection): return .screens(try libinput(selection))
      case .evdev(let selection): return .screens(try evdev(selection))
      case .wayland:
        return .wayland(notice: "touches come from the compositor (wl_touch)")
      case .recording(let path): return try recording(path)
      case .custom(let source):
        let feed = try source.open(input.preferences, in: frames, for: receiver)
        logger.notice("touches come from \(source.name)")
        return .custom(feed)
      }
    }

    /// The compositor is no alternative if touches are to be captured or the user stated where touch screens lie.
    private func automatic() throws(TouchDeviceError) -> Opened {
      do throws(TouchDeviceError) {
        return .screens(try libinput(.defaultSeat))
      } catch {
        guard input.capture == .shared, input.preferences.outputs.isEmpty else { throw error }
        return .wayland(notice: "touches come from the compositor (wl_touch), because libinput has none: \(error)")
      }
    }

    private func libinput(_ selection: DeviceSelection) throws(TouchDeviceError) -> any TouchScreenFeed {
      // While devices are opened, libinput's complaints are part of the error that is thrown.
      var isOpening = true
      let source = try LibinputTouchSource(selection, preferences: input.screenPreferences, opener: nodes) {
        [logger] line in
        logger.log(level: isOpening ? .info : line.priority.level, "libinput: \(line.message)")
      }
      isOpening = false
      return try feed(source, called: "libinput")
    }

    private func evdev(_ selection: DeviceSelection) throws(TouchDeviceError) -> any TouchScreenFeed {
      try feed(try EvdevTouchSource(selection, preferences: input.screenPreferences, opener: nodes), called: "evdev")
    }

    private func feed(_ source: some DeviceTouchSource, called name: String) throws(TouchDeviceError)
      -> any TouchScreenFeed
    {
      try input.prepare(source, called: name, logger: logger)
      return TouchFeed(source, habits: .libinput, in: frames, receiver: receiver)
    }

    /// Reads the first recording of the file, so that a broken one is reported at once.
    private func recording(_ path: String) throws(RecordingError) -> Opened {
      let source = try RecordingTouchSource(path: path, start: .zero)
      let caveat = source.caveat.map { " (\($0))" } ?? ""
      logger.notice("touches come from the recording \(path)\(caveat)")
      return .recording(RecordedTouches(path: path, surface: source.surface, end: input.recordingEnd))
    }
  }
}

extension TouchInput {
  /// Logs the touch screens of `source` and the names that none of them has, and captures them if configured. Throws if another
  /// program has one.
  func prepare(_ source: some DeviceTouchSource, called name: String, logger: Logger) throws(TouchDeviceError) {
    let screens = source.devices.map { "\($0.name) at \($0.path)" }.joined(separator: ", ")
    logger.notice("touches come from \(name): \(screens)")
    // A size may be that of an output.
    for unknown in preferences.unknown(among: source.devices.map { source.names(of: $0.id) })
    where preferences.outputs[unknown] != nil {
      let names = source.devices.map(\.name).joined(separator: ", ")
      logger.warning(
        "no touch screen is named '\(unknown)'; there are \(names), and 'offhand devices' lists more names")
    }
    source.onRangeFault = { device, fault in logger.warning("\(device.name) at \(device.path): \(fault)") }
    source.onCapture = { device, state in logger.notice("\(device.name) \(state)") }
    guard capture == .exclusive else { return }
    source.capture(.exclusive)
    for device in source.devices {
      if case .refused(let reason) = source.captureState(of: device.id) { throw reason }
    }
  }
}

extension MappingPreferences {
  /// The names of stated sizes that no output and no touch screen has, each with what to say of it; each of `screens` holds all names of
  /// one. None while no output is known.
  package func missingSizes(outputs: [String], screens: [[String]]) -> [(name: String, text: String)] {
    let present = (outputs + screens.compactMap(\.last)).joined(separator: ", ")
    return outputs.isEmpty
      ? []
      : unknown(among: screens + [outputs]).filter { sizes[$0] != nil }.map {
        (
          $0,
          "no output and no touch screen that is read here is named '\($0)', so its size has no effect; there are \(present)"
        )
      }
  }
}

extension LibinputLogLine.Priority {
  /// The log level of a line.
  fileprivate var level: Logger.Level {
    switch self {
    case .debug: .debug
    case .info: .info
    case .error: .warning
    }
  }
}
