import Foundation
import OffhandRecordings

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
