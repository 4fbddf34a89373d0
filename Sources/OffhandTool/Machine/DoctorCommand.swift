import OffhandCommandLine
import ArgumentParser
import Offhand
import OffhandClient
import OffhandLibinput
import OffhandPlatform
import OffhandRecordings
import OffhandWayland

/// `offhand doctor`: everything that keeps this machine from working, each with the line to run.
struct DoctorCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "doctor", abstract: "Find what keeps touches or pictures from working, and what to do about it.",
    discussion: "Ends with exit code 1 where something does not work at all.")

  @Flag(help: "Write one JSON object instead of text.")
  var json = false

  @OptionGroup var mapping: MappingOptions

  func run() throws {
    let devices: Result<[InputDeviceReport], LibinputError>
    do throws(LibinputError) { devices = .success(try InputDeviceReport.all()) } catch { devices = .failure(error) }
    let examination = Examination(
      devices: devices, compositor: CompositorProbe(.measurements), preferences: mapping.preferences,
      terminal: VirtualTerminal.ofSession()?.number)
    if json {
      var writer = JSONWriter()
      writer.object { writer in
        writer.key("fit")
        writer.value(examination.isFit)
        writer.key("findings")
        writer.array { writer in for finding in examination.findings { finding.write(to: &writer) } }
      }
      print(String(decoding: writer.bytes, as: UTF8.self))
    } else {
      print(examination.findings.map { $0.lines }.joined(), terminator: "")
    }
    if !examination.isFit { throw ExitCode(RunFailure.exitCode) }
  }
}

/// What a compositor says of itself when asked once; nothing where there is none.
struct CompositorProbe {
  /// The outputs that have said all about themselves.
  let outputs: [OutputDescription]
  /// The frames a second that each output claims, by name.
  let refreshRates: [String: Double]
  /// How often it really asks for a frame, and where; `nil` where that was not measured.
  let refresh: RefreshMeasurement?
  /// What it does not offer though we could use it.
  let unavailable: [UnavailableGlobal]
  /// Why it could not be asked.
  let failure: ConnectionError?

  /// What a compositor said, as given.
  init(
    outputs: [OutputDescription], refreshRates: [String: Double], refresh: RefreshMeasurement? = nil,
    unavailable: [UnavailableGlobal], failure: ConnectionError?
  ) {
    (self.outputs, self.refreshRates, self.refresh) = (outputs, refreshRates, refresh)
    (self.unavailable, self.failure) = (unavailable, failure)
  }

  /// How much is asked.
  enum Depth {
    /// What the compositor says of itself.
    case facts
    /// Also how often it asks for frames; shows a small window for up to two seconds.
    case measurements
  }

  /// Asks the compositor of the environment, for at most two seconds.
  init(_ depth: Depth = .facts) {
    do throws(ConnectionError) {
      let connection = try Connection(patience: .seconds(2))
      let states = connection.outputs.compactMap { $0.state }
      outputs = states.map { $0.description }
      refreshRates = Dictionary(
        states.compactMap { state in state.refreshRate.map { (state.description.name, $0) } },
        uniquingKeysWith: { first, _ in first })
      unavailable = connection.unavailable
      failure = nil
      // A compositor that is lost meanwhile has told what it could.
      refresh = depth == .measurements ? (try? RefreshMeasurement.measure(on: connection)) ?? nil : nil
    } catch {
      (outputs, refreshRates, refresh, unavailable, failure) = ([], [:], nil, [], error)
    }
  }
}
