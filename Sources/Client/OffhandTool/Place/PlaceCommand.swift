import OffhandCommandLine
import ArgumentParser
import Offhand
import OffhandRecordings
import OffhandService

/// `offhand place`: places overlays in bulk, for tests and for programs in other languages.
struct PlaceCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "place",
    abstract: "Place overlays: requests in, placements out, one JSON object per line.",
    discussion: """
      Each line of FILE (plain or gzip; - is the standard input) is one scene, version 1. Millimetres, origin top left, y down:

        {"scene":"name","panel":[width,height],
         "posture":"flat-tablet","eye":[x,y,z],
         "contacts":[{"id":1,"x":100,"y":60,"t":0,"tool":"finger"}],
         "gesture":"pinch","hand":"right","prior_right":0.9,
         "anchor":[x,y,width,height],"overlay":[width,height],
         "overhang":0}

      on one line. Numbers are finite, ids are integers, no key occurs twice, and unknown fields are ignored, or refused with --strict. panel, contacts and \
      overlay are required; the others may be null or missing. posture: \
      \(Posture.allCases.map(\.rawValue).joined(separator: ", ")). eye: from the panel's center, z towards the viewer; without \
      it, the usual position for the posture and a view from straight above are both taken into account. contacts: t in seconds; \
      several positions of one id are its path, and the overlay is placed at the last moment; tool: finger or pen. gesture: \
      \(GestureHint.Kind.allCases.map(\.rawValue).joined(separator: ", ")). hand: if it is known for certain. prior_right: the \
      probability of a right hand before anything is known, 0.9 if missing. anchor: what the overlay belongs to, else the \
      touches. overhang: how far the fingertips extend beyond their contacts, compared with bare ones; some 8 mm in gloves or \
      with long nails.

      Each line of output is the placement for one line of input, in order:

        {"version":1,"scene":"name","rect":[x,y,width,height],
         "side":"left","hidden":0.02,"quality":"clear",
         "hand":"right","confidence":0.97,"why":"least-hidden"}

      side is the position of the overlay relative to its anchor: above, below-left and so on, or center. \
      hidden is the expected hidden fraction, quality is clear, partial or obstructed. Both are null with original and classic, \
      which judge no hand. hand is left, right, both or unknown, and confidence its probability, or the likelier side's \
      if unknown. why is one of \
      \(PlacementReason.allCases.map(\.rawValue).joined(separator: ", ")). \
      An invalid line ends the program with the line's number and the reason.

      Examples:

        offhand place scenes.jsonl
        offhand place --placement classic --strict - <scenes.jsonl
      """)

  @Option(
    name: [.customLong("placement"), .customLong("preset")],
    help: "The strategy: \(PlacementPreset.allCases.map(\.rawValue).joined(separator: ", ")).")
  var preset = PlacementPreset.best

  @Flag(help: "Refuse unknown fields: they are often misspelled.")
  var strict = false

  @OptionGroup var color: ColorOptions

  @Argument(help: "A file of requests; - reads the standard input.")
  var file: String

  /// The longest line in bytes: ten thousand times that of a scene with ten touches.
  private static let lineLimit = 1 << 24

  /// The bytes of an empty line: the white space of JSON.
  private static let blanks: Set<UInt8> = [UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r")]

  func validate() throws {
    guard file.hasPrefix("{") else { return }
    throw ValidationError("The argument is a file of scenes; give one scene by: echo SCENE | offhand place -")
  }

  func run() throws {
    let lines = try LineReader(path: file, limit: PlaceCommand.lineLimit)
    var output = StandardOutput()
    while true {
      // A program that writes one request and waits for its result gets it, also where an empty line ends the request.
      if !lines.hasLine { try output.flush() }
      guard let line = try lines.next() else { return }
      guard !line.allSatisfy({ PlaceCommand.blanks.contains($0) }) else { continue }
      let scene: PlaceScene
      do throws(PlaceFault) { scene = try PlaceScene(line, isStrict: strict) } catch {
        try output.flush()
        throw PlaceInputFault(file: file == "-" ? "standard input" : file, line: lines.number, fault: error)
      }
      var strategy = preset.strategy(in: scene.environment)
      let placement = scene.place(by: &strategy)
      try output.writeLine { $0.placement(placement, of: scene.name, isJudged: preset == .standard) }
    }
  }
}

/// A fault of one line of the input.
struct PlaceInputFault: Error, CustomStringConvertible {
  var file: String
  var line: Int
  var fault: PlaceFault

  var description: String { "\(file):\(line): \(fault)" }
}
