import ArgumentParser
import Offhand
import OffhandRecordings

/// `offhand place`: answers requests in bulk, for tests and for programs in other languages.
struct PlaceCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "place",
    abstract: "Say where overlays should stand: requests in, answers out, one JSON object a line.",
    discussion: """
      Each line of FILE (plain or gzip; - is the standard input) is one scene, version 1. Millimetres, origin top left, y down:

        {"scene":"name","panel":[width,height],
         "posture":"flat-tablet","eye":[x,y,z],
         "contacts":[{"id":1,"x":100,"y":60,"t":0,"tool":"finger"}],
         "gesture":"pinch","hand":"right","prior_right":0.9,
         "anchor":[x,y,width,height],"overlay":[width,height],
         "overhang":0}

      but without the line ends. Numbers are finite, ids whole, and no key stands twice; other fields are passed over. panel, contacts and overlay are needed; the rest may be null or left out. posture: \
      \(Posture.allCases.map(\.rawValue).joined(separator: ", ")). eye: from the panel's centre, z towards the viewer; without \
      it the posture's usual place and a view from straight above are both allowed for. contacts: t in seconds; several \
      places of one id are its way, and the overlay is placed in the last moment; tool: finger or pen. gesture: \
      \(GestureHint.Kind.allCases.map(\.rawValue).joined(separator: ", ")). hand: what is known for certain. prior_right: how \
      likely a right hand is beforehand, 0.9 if left out. anchor: what the overlay belongs to, else the fingers. overhang: how much further than bare ones the \
      fingertips reach beyond their contacts, some 8 mm in gloves or with long nails.

      Each line of output answers the line of input at the same place:

        {"version":1,"scene":"name","rect":[x,y,width,height],
         "side":"left","hidden":0.02,"quality":"clear",
         "hand":"right","confidence":0.97,"why":"least-hidden"}

      side is where the overlay stands, seen from its anchor: above, below-left and so on, or center. \
      hidden is the expected hidden fraction, quality is clear, partial or obstructed, hand is left, right, both or unknown, and \
      confidence how likely it is; of an unknown one, how likely the likelier side is. why is one of \
      \(PlacementReason.allCases.map(\.rawValue).joined(separator: ", ")). \
      A line that makes no sense ends the program with its number and the reason.
      """)

  @Option(help: "The strategy: \(PlacementPreset.allCases.map(\.rawValue).joined(separator: ", ")).")
  var preset = PlacementPreset.best

  @Argument(help: "A file of requests; - reads the standard input.")
  var file: String

  func run() throws {
    let bytes = try GzipFile.contents(of: file, limit: 1 << 30)
    var output = StandardOutput()
    var number = 0
    for line in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
      number += 1
      guard !line.allSatisfy({ PlaceCommand.blanks.contains($0) }) else { continue }
      let answered: PlaceAnswer
      do {
        let read = try PlaceLine.read(line)
        answered = PlaceAnswer(scene: read.scene, placement: answer(try PlaceScene(read)))
      } catch {
        try output.flush()
        throw InputFault(file: file == "-" ? "standard input" : file, line: number, reason: "\(error)")
      }
      try output.write(answered.line + "\n")
    }
    try output.flush()
  }

  /// What an empty line may hold: the blanks of JSON.
  private static let blanks: Set<UInt8> = [UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r")]

  private func answer(_ scene: PlaceScene) -> Placement {
    var strategy = preset.strategy(in: scene.environment)
    return scene.place(by: &strategy)
  }
}
