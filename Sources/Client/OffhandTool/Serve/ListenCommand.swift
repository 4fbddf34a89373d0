import ArgumentParser
import Offhand
import OffhandClient
import OffhandCommandLine
import OffhandLibinput
import OffhandPlatform
import OffhandRecordings
import OffhandService

/// `offhand listen`: the gestures on a touch screen as they happen.
struct ListenCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "listen",
    abstract: "Print the gestures on touch screens as they happen; other programs receive the touches too.",
    discussion: """
      The lines look as from 'offhand replay', with the touch screen's output in place of the recording.

      Examples:

        offhand listen --json --states recognized,ended
        offhand listen --filter glitch,palm,noise
      """)

  @Option(help: ArgumentHelp("The pipeline, as 'offhand pipelines' lists them.", valueName: "name"))
  var pipeline = "standard"

  @Flag(help: "Print one JSON object per line.")
  var json = false

  @Option(help: ArgumentHelp("Print only these states, separated by commas.", valueName: "states"))
  var states: ReplayStates?

  @OptionGroup var source: TouchSourceOptions
  @OptionGroup var log: LogOptions

  func validate() throws {
    guard PipelineCatalog.entries.contains(where: { $0.name == pipeline }) else {
      let names = PipelineCatalog.entries.map(\.name).joined(separator: ", ")
      throw ValidationError("There is no pipeline '\(pipeline)'; there are \(names).")
    }
    if source.input.origin == .wayland { throw ValidationError("\(ListenError.compositorTouches)") }
  }

  func run() throws {
    let logger = log.makeLogger()
    var input = source.input
    if input.origin == .automatic { input.origin = .libinput(.defaultSeat) }
    let (name, json, states) = (pipeline, json, states)
    let program = try ListenProgram(
      input,
      pipeline: { surface in
        guard
          let pipeline = PipelineCatalog.pipeline(
            named: name, bounds: surface.bounds, posture: Posture(of: surface.size))
        else { preconditionFailure("the pipeline \(name) was checked when the command line was parsed") }
        return pipeline
      }, logger: logger
    ) { event, touches, screen in
      if let states, !states.contains(event.state) { return }
      let line = ReplayLine(trace: screen, event: event, touches: touches.map { Int($0.slot) })
      var output = StandardOutput()
      if json {
        var writer = JSONWriter()
        line.write(to: &writer)
        try output.write(writer.bytes)
      } else {
        try output.write(line.text)
      }
      try output.flush()
    }
    // Touch screens are opened by another process (`BrokeredOpener`).
    Confinement(readable: Confinement.systemFiles).apply(logger)
    try program.run()
  }
}
