import OffhandCommandLine
import ArgumentParser
import Offhand
import OffhandClient
import OffhandLibinput
import OffhandPlatform
import OffhandRecordings

/// `offhand map`: which touch screen lies on which output, found out by touch.
struct MapCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "map", abstract: "Find out which touch screen belongs to which output, by touching them.",
    discussion: """
      Each output in turn asks to be touched. Then the lines to keep are printed: the option for Offhand's commands, and a \
      udev rule that libinput and several compositors use as well.

      Examples:

        offhand map
        offhand map --seconds 60 --json
      """)

  @Option(help: "How many seconds each output waits for a touch.")
  var seconds = 20.0

  @Flag(help: "Write one JSON object instead of text.")
  var json = false

  @OptionGroup var source: TouchSourceOptions
  @OptionGroup var log: LogOptions

  func validate() throws {
    guard seconds > 0, seconds < 1e6 else { throw ValidationError("'--seconds' takes a time above 0, for example 20.") }
    guard source.input.readsScreens else {
      throw ValidationError("Only touch screens can be mapped: libinput or evdev.")
    }
  }

  func run() throws {
    var input = source.input
    if input.origin == .automatic { input.origin = .libinput(.defaultSeat) }
    let results = try MapProgram(input: input, patience: .seconds(seconds), logger: log.makeLogger()).run()
    var output = StandardOutput()
    if json {
      try output.writeLine { writer in
        writer.object { writer in
          writer.array("outputs") { writer in for result in results { MapCommand.write(result, to: &writer) } }
        }
      }
    } else {
      let names = Dictionary(
        results.compactMap { result in result.screen.map { (result.output, [$0.name]) } }, uniquingKeysWith: +)
      let compositor = CompositorProbe(stated: source.mapping.preferences)
      try OutputDrawing(compositor, touched: names).write(to: &output)
      for result in results { try output.write(MapCommand.text(result), in: result.screen == nil ? .yellow : .green) }
    }
    try output.flush()
    if results.allSatisfy({ $0.screen == nil }) { throw ExitCode(RunFailure.exitCode) }
  }

  static func text(_ result: MapProgram.MappedOutput) -> String {
    guard let screen = result.screen else { return "\(TerminalText.name(result.output)): not touched\n" }
    return """
      \(TerminalText.name("\(result.output): \(screen.name) at \(screen.path)"))
        --map \(ForeignText.shellWord("\(result.busPath)=\(result.output)"))
        \(rule(result))

      """
  }

  /// The udev rule that names the output.
  static func rule(_ result: MapProgram.MappedOutput) -> String {
    let key = result.busPath.hasPrefix("/") ? "DEVNAME" : "ID_PATH"
    let screen = #"SUBSYSTEM=="input", KERNEL=="event*", ENV{\#(key)}==\#(ForeignText.udevPattern(result.busPath))"#
    return "\(screen), ENV{WL_OUTPUT}=\(ForeignText.udevValue(result.output))"
  }

  private static func write(_ result: MapProgram.MappedOutput, to writer: inout JSONWriter) {
    writer.object { writer in
      writer.field("output", result.output)
      guard let screen = result.screen else { return }
      writer.field("name", screen.name)
      writer.field("path", screen.path)
      writer.field("map", "\(result.busPath)=\(result.output)")
      writer.field("rule", rule(result))
    }
  }
}
