import OffhandCommandLine
import ArgumentParser
import Offhand
import OffhandClient
import OffhandLibinput
import OffhandRecordings

/// `offhand map`: which touch screen lies on which output, found out by touching them.
struct MapCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "map", abstract: "Find out by touch which touch screen lies on which output.",
    discussion: """
      Every output in turn asks to be touched. Then the lines are printed that say it for good: the option of Offhand's \
      commands, and a rule of udev that libinput and several compositors heed too.
      """)

  @Option(help: "How many seconds each output waits for a touch.")
  var seconds = 20.0

  @Flag(help: "Write one JSON object instead of text.")
  var json = false

  @OptionGroup var source: TouchSourceOptions
  @OptionGroup var log: LogOptions

  func validate() throws {
    guard seconds > 0, seconds < 1e6 else { throw ValidationError("--seconds takes a time above 0.") }
    switch source.input.origin {
    case .automatic, .libinput, .evdev: break
    case .wayland, .recording: throw ValidationError("Only touch screens can be mapped: libinput or evdev.")
    }
  }

  func run() throws {
    var input = source.input
    if input.origin == .automatic { input.origin = .libinput(.defaultSeat) }
    let answers = try MapProgram(input: input, patience: .seconds(seconds), logger: log.makeLogger()).run()
    if json {
      var writer = JSONWriter()
      writer.object { writer in
        writer.key("outputs")
        writer.array { writer in for answer in answers { MapCommand.write(answer, to: &writer) } }
      }
      print(String(decoding: writer.bytes, as: UTF8.self))
    } else {
      print(answers.map { MapCommand.text($0) }.joined(), terminator: "")
    }
    if answers.allSatisfy({ $0.screen == nil }) { throw ExitCode(RunFailure.exitCode) }
  }

  static func text(_ answer: MapProgram.Answer) -> String {
    guard let screen = answer.screen else { return "\(answer.output): nobody touched it\n" }
    return """
      \(answer.output): \(screen.name) at \(screen.path)
        --map '\(answer.place)=\(answer.output)'
        \(rule(answer))

      """
  }

  /// The rule that tells it to everyone who asks udev.
  static func rule(_ answer: MapProgram.Answer) -> String {
    let key = answer.place.hasPrefix("/") ? "DEVNAME" : "ID_PATH"
    return
      #"SUBSYSTEM=="input", KERNEL=="event*", ENV{\#(key)}=="\#(answer.place)", ENV{WL_OUTPUT}="\#(answer.output)""#
  }

  private static func write(_ answer: MapProgram.Answer, to writer: inout JSONWriter) {
    writer.object { writer in
      writer.fields([("output", answer.output)])
      guard let screen = answer.screen else { return }
      writer.fields([
        ("name", screen.name), ("path", screen.path), ("map", "\(answer.place)=\(answer.output)"),
        ("rule", rule(answer)),
      ])
    }
  }
}
