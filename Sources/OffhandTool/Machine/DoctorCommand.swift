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
    discussion: "The exit code is 1 if something does not work at all.")

  @Flag(help: "Write one JSON object instead of text.")
  var json = false

  @OptionGroup var mapping: MappingOptions

  func run() throws {
    let devices: Result<[InputDeviceReport], LibinputError>
    do throws(LibinputError) { devices = .success(try InputDeviceReport.all()) } catch { devices = .failure(error) }
    let examination = Examination(
      devices: devices, compositor: CompositorProbe(.measurements), preferences: mapping.preferences,
      terminal: VirtualTerminal.ofSession()?.number)
    var output = StandardOutput()
    if json {
      try output.writeLine { writer in
        writer.object { writer in
          writer.key("fit")
          writer.value(examination.isFit)
          writer.key("findings")
          writer.array { writer in for finding in examination.findings { finding.write(to: &writer) } }
        }
      }
    } else {
      for finding in examination.findings { try output.write(finding.lines) }
    }
    try output.flush()
    if !examination.isFit { throw ExitCode(RunFailure.exitCode) }
  }
}

/// The facts that a compositor gives about itself; none if there is no compositor.
struct CompositorProbe {
  /// The outputs whose description is complete.
  let outputs: [OutputDescription]
  /// The refresh rate in Hz that each output claims, by name.
  let refreshRates: [String: Double]
  /// The measured rate of frame callbacks, and the output; `nil` if it was not measured.
  let refresh: RefreshMeasurement?
  /// The optional interfaces that it does not offer.
  let unavailable: [UnavailableGlobal]
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

  /// Queries the compositor of the environment, for at most two seconds.
  init(_ depth: Depth = .facts) {
    do throws(ConnectionError) {
      let connection = try Connection(waiting: Connection.Wait(atMost: .seconds(2)))
      let states = connection.outputs.compactMap { $0.state }
      outputs = states.map { $0.description }
      refreshRates = Dictionary(
        states.compactMap { state in state.refreshRate.map { (state.description.name, $0) } },
        uniquingKeysWith: { first, _ in first })
      unavailable = connection.unavailable
      failure = nil
      // A compositor that is lost during this time has reported its facts before.
      refresh = depth == .measurements ? (try? RefreshMeasurement.measure(on: connection)) ?? nil : nil
    } catch {
      (outputs, refreshRates, refresh, unavailable, failure) = ([], [:], nil, [], error)
    }
  }
}
