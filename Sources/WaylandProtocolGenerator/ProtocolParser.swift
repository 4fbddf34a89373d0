import Foundation
import FoundationXML

/// Reads the XML in which Wayland protocols are written.
final class ProtocolParser: NSObject, XMLParserDelegate {
  /// What is wrong with an XML file: which one and where.
  struct Failure: Error, CustomStringConvertible {
    var description: String
  }

  private var model: ProtocolModel
  private var fault: String?
  /// Whether the message being read is an event; a description belongs to the innermost thing that is open.
  private var open: [String] = []

  private init(file: String) { model = ProtocolModel(name: "", file: file) }

  /// The protocol in `data`, which was read from `file`.
  static func parse(_ data: Data, file: String) throws -> ProtocolModel {
    let delegate = ProtocolParser(file: file)
    let parser = XMLParser(data: data)
    parser.delegate = delegate
    guard parser.parse(), delegate.fault == nil else {
      let reason = delegate.fault ?? parser.parserError.map { "\($0)" } ?? "not a protocol"
      throw Failure(description: "\(file):\(parser.lineNumber): \(reason)")
    }
    return delegate.model
  }

  func parser(
    _ parser: XMLParser, didStartElement element: String, namespaceURI: String?, qualifiedName: String?,
    attributes: [String: String]
  ) {
    let name = attributes["name"] ?? ""
    switch element {
    case "protocol": model.name = name
    case "interface":
      model.interfaces.append(InterfaceModel(name: name, version: Int(attributes["version"] ?? "") ?? 1))
    case "request", "event":
      let message = MessageModel(
        name: name, since: Int(attributes["since"] ?? "") ?? 1, isDestructor: attributes["type"] == "destructor")
      change { element == "request" ? $0.requests.append(message) : $0.events.append(message) }
    case "enum":
      let enumeration = EnumerationModel(name: name, isBitfield: attributes["bitfield"] == "true")
      change { $0.enumerations.append(enumeration) }
    case "entry": addEntry(name, attributes)
    case "arg": addArgument(name, attributes)
    case "description": describe(attributes["summary"] ?? "")
    default: break
    }
    open.append(element)
  }

  func parser(
    _ parser: XMLParser, didEndElement element: String, namespaceURI: String?, qualifiedName: String?
  ) {
    open.removeLast()
  }

  private func change(_ body: (inout InterfaceModel) -> Void) {
    guard !model.interfaces.isEmpty else { return }
    body(&model.interfaces[model.interfaces.count - 1])
  }

  private func changeMessage(_ body: (inout MessageModel) -> Void) {
    change { interface in
      if open.last == "request" {
        body(&interface.requests[interface.requests.count - 1])
      } else {
        body(&interface.events[interface.events.count - 1])
      }
    }
  }

  private func addEntry(_ name: String, _ attributes: [String: String]) {
    let text = attributes["value"] ?? ""
    let value = text.hasPrefix("0x") ? UInt32(text.dropFirst(2), radix: 16) : UInt32(text)
    guard let value else { return fault = "the entry \(name) has no value" }
    change {
      $0.enumerations[$0.enumerations.count - 1].entries.append((name, value, attributes["summary"] ?? ""))
    }
  }

  private func addArgument(_ name: String, _ attributes: [String: String]) {
    guard let kind = ArgumentModel.Kind(rawValue: attributes["type"] ?? "") else {
      return fault = "the argument \(name) is of an unknown type"
    }
    changeMessage {
      $0.arguments.append(
        ArgumentModel(
          name: name, kind: kind, interface: attributes["interface"], enumeration: attributes["enum"],
          isNullable: attributes["allow-null"] == "true"))
    }
  }

  private func describe(_ summary: String) {
    switch open.last {
    case "interface": change { $0.summary = summary }
    case "request", "event": changeMessage { $0.summary = summary }
    case "enum": change { $0.enumerations[$0.enumerations.count - 1].summary = summary }
    default: break
    }
  }
}
