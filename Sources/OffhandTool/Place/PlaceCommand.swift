import OffhandCommandLine
import ArgumentParser
import Foundation
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

/// One line of input of `offhand place`, version 1.
struct PlaceLine: Decodable {
  /// The version of input and output that this program speaks.
  static let version = 1

  /// A text or a number that is handed through.
  enum Name: Decodable {
    case text(String)
    case number(Double)

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if let text = try? container.decode(String.self) {
        self = .text(text)
      } else {
        self = .number(try container.decode(Double.self))
      }
    }
  }

  /// A whole number, however large; what is none is told with its field, which the decoder's own complaint is not.
  struct WholeNumber: Decodable {
    var value: Int

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if let value = try? container.decode(Int.self) {
        self.value = value
      } else {
        _ = try container.decode(Double.self)
        throw DecodingError.dataCorruptedError(in: container, debugDescription: "must be a whole number of 64 bits")
      }
    }
  }

  /// A finger at a place at a moment; several of one id are its way.
  struct Contact: Decodable {
    var id: WholeNumber
    var x: Double
    var y: Double
    var t: Double?
    var tool: String?
  }

  var version: WholeNumber?
  var scene: Name?
  var panel: [Double]
  var posture: String?
  var eye: [Double]?
  var contacts: [Contact]
  var gesture: String?
  var hand: String?
  var priorRight: Double?
  var anchor: [Double]?
  var overlay: [Double]
  var overhang: Double?

  private enum CodingKeys: String, CodingKey {
    case version, scene, panel, posture, eye, contacts, gesture, hand, anchor, overlay, overhang
    case priorRight = "prior_right"
  }

  /// Reads a line; throws the reason if it is nonsense.
  static func read(_ line: some Sequence<UInt8>) throws(PlaceLineFault) -> PlaceLine {
    let bytes = Array(line)
    // The decoder says not where a fault is, and takes a comma before the end of an object.
    if let fault = JSONValue.fault(in: bytes) { throw PlaceLineFault("is not JSON: \(fault)") }
    do {
      return try JSONDecoder().decode(PlaceLine.self, from: Data(bytes))
    } catch let error as DecodingError {
      throw PlaceLineFault(error)
    } catch {
      throw PlaceLineFault("\(error)")
    }
  }
}

/// One line of output of `offhand place`, version 1.
struct PlaceAnswer {
  var scene: PlaceLine.Name?
  var placement: Placement

  /// The line, as JSON, without its end.
  var line: String {
    let rect = placement.rect
    let numbers = [rect.minX, rect.minY, rect.width, rect.height].map { decimal($0, 6) }.joined(separator: ",")
    return """
      {"version":\(PlaceLine.version),"scene":\(sceneText),"rect":[\(numbers)],"side":"\(placement.side.rawValue)",\
      "hidden":\(decimal(placement.hidden, 4)),"quality":"\(placement.quality.rawValue)",\
      "hand":"\(placement.hand.side.rawValue)","confidence":\(decimal(placement.hand.confidence, 4)),\
      "why":"\(placement.reason.rawValue)"}
      """
  }

  private var sceneText: String {
    switch scene {
    case .text(let text): PlaceAnswer.quoted(text)
    case .number(let number): decimal(number, 9)
    case nil: "null"
    }
  }

  private func decimal(_ value: Double, _ digits: Int) -> String {
    DecimalText.rounded(value, digits: digits, trimmed: true)
  }

  private static func quoted(_ text: String) -> String {
    var line = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": line += "\\\""
      case "\\": line += "\\\\"
      case "\n": line += "\\n"
      case "\r": line += "\\r"
      case "\t": line += "\\t"
      default:
        if scalar.value < 0x20 {
          let hex = String(scalar.value, radix: 16)
          line += "\\u" + String(repeating: "0", count: 4 - hex.count) + hex
        } else {
          line.unicodeScalars.append(scalar)
        }
      }
    }
    return line + "\""
  }
}

/// Why a line cannot be placed.
struct PlaceLineFault: Error, CustomStringConvertible {
  let description: String

  init(_ reason: String) { description = reason }

  /// The decoder's complaint, with the field it is about.
  init(_ error: DecodingError) {
    switch error {
    case .keyNotFound(let key, let context): self.init(PlaceLineFault.place(context.codingPath + [key]) + "is missing")
    case .typeMismatch(_, let context): self.init(PlaceLineFault.place(context.codingPath) + "has the wrong type")
    case .valueNotFound(_, let context): self.init(PlaceLineFault.place(context.codingPath) + "must not be null")
    case .dataCorrupted(let context): self.init(PlaceLineFault.place(context.codingPath) + context.debugDescription)
    @unknown default: self.init("\(error)")
    }
  }

  private static func place(_ keys: [any CodingKey]) -> String {
    guard !keys.isEmpty else { return "the line, which must be a JSON object, " }
    return keys.reduce("") { path, key in
      key.intValue.map { "\(path)[\($0)]" } ?? (path.isEmpty ? key.stringValue : "\(path).\(key.stringValue)")
    } + " "
  }
}

/// What is wrong with an input file, where, in one plain line.
struct InputFault: Error, CustomStringConvertible {
  var file: String
  var line: Int?
  var reason: String

  init(file: String, line: Int? = nil, reason: String) {
    self.file = file
    self.line = line
    self.reason = reason
  }

  var description: String { line.map { "\(file):\($0): \(reason)" } ?? "\(file): \(reason)" }
}
