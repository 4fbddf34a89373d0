import Offhand
import OffhandRecordings

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
