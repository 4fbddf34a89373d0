import ArgumentParser
import OffhandLibinput
import OffhandPlatform
import OffhandRecordings

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
