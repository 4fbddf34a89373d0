import OffhandCommandLine
import ArgumentParser
import Offhand
import OffhandClient
import OffhandLibinput
import OffhandPlatform
import OffhandRecordings
import OffhandWayland

/// `offhand doctor`: everything that keeps this machine from working, each with a remedy.
struct DoctorCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "doctor", abstract: "Find what keeps touches or pictures from working, and how to fix it.",
    discussion: """
      The exit code is 1 if something does not work at all.

      With recordings, report instead which filters their devices need: a minute of taps, holds and drags, recorded with \
      'offhand record', is enough. With --seconds it measures touch screens in the same way. Ghosts, reports that jump, and \
      dead time are named.

      Examples:

        offhand doctor
        offhand doctor --seconds 60
        offhand doctor --json
        offhand doctor taps.jsonl

      Files:

        /etc/udev/rules.d/70-offhand-touchscreen.rules    lets the user at the screen read touch screens
      """)

  @Argument(help: ArgumentHelp("Recordings of the devices to measure; - is the standard input.", valueName: "file"))
  var files: [String] = []

  @Flag(help: "Write one JSON object instead of text.")
  var json = false

  @Option(help: "Measure the touch screens for this many seconds, too.")
  var seconds: Double?

  @OptionGroup var mapping: MappingOptions
  @OptionGroup var log: LogOptions

  func validate() throws {
    guard let seconds else { return }
    guard seconds > 0, seconds < 1e6 else { throw ValidationError("'--seconds' takes a time above 0, for example 60.") }
    if !files.isEmpty { throw ValidationError("'--seconds' is for touch screens, not for recordings.") }
  }

  func run() throws {
    guard files.isEmpty else { return try report(RecordedDevices(files).findings, isFit: true) }
    let devices: Result<[InputDeviceReport], TouchDeviceError>
    do throws(TouchDeviceError) { devices = .success(try InputDeviceReport.all()) } catch { devices = .failure(error) }
    let compositor = CompositorProbe(.measurements, stated: mapping.preferences)
    let programs = compositor.failure == nil ? ScreenKeyboard.runningPrograms : []
    var examination = Examination(
      devices: devices, compositor: compositor, preferences: mapping.preferences,
      terminal: VirtualTerminal.ofSession()?.number,
      keyboard: compositor.failure == nil ? ScreenKeyboard(programs: programs, compositor) : nil,
      labwc: LabwcTouch(programs: programs))
    examination.bridge = BridgeProbe(under: compositor.program)
    try report(examination.findings + watched(), isFit: examination.isFit)
  }

  /// What the touch screens show while they are read, if that is asked for.
  private func watched() throws -> [Finding] {
    guard let seconds else { return [] }
    do {
      return try WatchedDevices.findings(in: seconds, preferences: mapping.preferences, logger: log.makeLogger())
    } catch let error as TouchDeviceError {
      return [Finding(subject: "touch screen", verdict: .impaired, text: "none is read: \(error)")]
    }
  }

  private func report(_ findings: [Finding], isFit: Bool) throws {
    var output = StandardOutput()
    if json {
      try output.writeLine { writer in
        writer.object { writer in
          writer.field("fit", isFit)
          writer.array("findings") { writer in for finding in findings { finding.write(to: &writer) } }
        }
      }
    } else {
      for finding in findings {
        try output.write(finding.mark.text, in: finding.mark.color)
        try output.write(finding.line)
        if let remedy = finding.remedyLine { try output.write(remedy, in: .bold) }
      }
    }
    try output.flush()
    if !isFit { throw ExitCode(RunFailure.exitCode) }
  }
}

/// The facts that a compositor gives about itself; none if there is no compositor.
struct CompositorProbe {
  /// The outputs whose description is complete.
  let outputs: [OutputDescription]
  /// The top left corner of each output in the layout of all, in logical pixels, by name.
  var positions: [String: Point] = [:]
  /// The refresh rate in Hz that each output claims, by name.
  let refreshRates: [String: Double]
  /// The measured rate of frame callbacks, and the output; `nil` if it was not measured.
  let refresh: RefreshMeasurement?
  /// The optional interfaces that it does not offer.
  let unavailable: [UnavailableGlobal]
  /// Whether it tells screen keyboards of text fields.
  var hasInputMethods = false
  /// Its program; `nil` if it is not known.
  var program: CompositorProgram?
  /// The application ids of the windows in full screen; `nil` if it does not tell.
  var fullScreenPrograms: [String]?
  /// The reason for which it could not be reached; `nil` if it was.
  let failure: ConnectionError?

  init(
    outputs: [OutputDescription], refreshRates: [String: Double], refresh: RefreshMeasurement? = nil,
    unavailable: [UnavailableGlobal], failure: ConnectionError?
  ) {
    (self.outputs, self.refreshRates, self.refresh) = (outputs, refreshRates, refresh)
    (self.unavailable, self.failure) = (unavailable, failure)
  }

  /// The facts to query.
  enum Depth {
    /// The facts that the compositor reports.
    case facts
    /// Also the rate of frame callbacks; shows a small window for up to two seconds.
    case measurements
  }

  /// Queries the compositor at `endpoint`, for at most two seconds; outputs have the sizes that the user `stated`.
  init(
    _ depth: Depth = .facts, at endpoint: Connection.Endpoint = .environment,
    stated: MappingPreferences = MappingPreferences()
  ) {
    do throws(ConnectionError) {
      let connection = try Connection(to: endpoint, waiting: Connection.Wait(atMost: .seconds(2)))
      connection.stated = stated
      let states = connection.outputs.compactMap { $0.state }
      outputs = states.map { $0.description }
      refreshRates = Dictionary(
        states.compactMap { state in state.refreshRate.map { (state.description.name, $0) } },
        uniquingKeysWith: { first, _ in first })
      for state in states { positions[state.description.name] = state.position }
      unavailable = connection.unavailable
      program = connection.program
      hasInputMethods = connection.offers.contains { $0.interface == "zwp_input_method_manager_v2" }
      fullScreenPrograms = depth == .measurements ? CompositorProbe.fullScreenPrograms(on: connection) : nil
      failure = nil
      // A compositor that is lost during this time has reported its facts before.
      refresh = depth == .measurements ? (try? RefreshMeasurement.measure(on: connection)) ?? nil : nil
    } catch {
      (outputs, refreshRates, refresh, unavailable, failure) = ([], [:], nil, [], error)
    }
  }

  private static func fullScreenPrograms(on connection: Connection) -> [String]? {
    guard let programs = OpenPrograms(connection) else { return nil }
    // The windows come with the first answer, what they are with the second. A compositor that is lost has told nothing.
    do throws(ConnectionError) {
      try connection.roundTrip()
      try connection.roundTrip()
      return programs.fullScreen
    } catch {
      return nil
    }
  }
}
