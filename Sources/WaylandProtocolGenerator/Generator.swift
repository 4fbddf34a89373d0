import Glibc
import OffhandPlatform

/// `WaylandProtocolGenerator XML-DIRECTORY OUT-DIRECTORY`: writes a Swift file for every interface of every protocol.
///
/// `scripts/generate-protocols` runs it, formats the files, and checks whether the committed ones still follow from the XML.
@main
struct Generator {
  /// Interfaces of the core protocol that a touch surface does not need: drag and drop, and the shell before xdg_shell.
  static let leftOut: Set = [
    "wl_data_offer", "wl_data_source", "wl_data_device", "wl_data_device_manager", "wl_shell", "wl_shell_surface",
  ]

  static func main() {
    let arguments = CommandLine.arguments
    guard arguments.count == 3 else {
      fail("usage: WaylandProtocolGenerator XML-DIRECTORY OUT-DIRECTORY", code: 64)
    }
    do {
      try generate(from: arguments[1], into: arguments[2])
    } catch {
      fail("\(error)", code: 1)
    }
  }

  private static func generate(from input: String, into output: String) throws {
    var names: [String] = []
    for file in try Files.names(in: input) where file.hasSuffix(".xml") {
      let model = try ProtocolParser.parse(Files.contents(of: "\(input)/\(file)"), file: file)
      let folder = "\(output)/\(SwiftName.type(model.name))"
      try Files.makeDirectory(folder)
      for interface in model.interfaces where !leftOut.contains(interface.name) {
        let name = SwiftName.type(interface.name)
        names.append(name)
        try write(InterfaceEmitter.source(of: interface, file: file), to: "\(folder)/\(name).swift")
      }
    }
    try write(list(of: names), to: "\(output)/InterfaceDescription+All.swift")
  }

  private static func list(of names: [String]) -> String {
    let rows = names.map { "\($0).description," }.joined(separator: "\n")
    return """
      // Generated from protocols/ by scripts/generate-protocols; do not edit.

      extension InterfaceDescription {
      /// Every interface that this module speaks.
      static let all: [InterfaceDescription] = [
      \(rows)
      ]
      }

      """
  }

  private static func write(_ text: String, to path: String) throws { try Files.write(Array(text.utf8), to: path) }

  private static func fail(_ message: String, code: Int32) -> Never {
    try? Descriptor.write(Array("WaylandProtocolGenerator: \(message)\n".utf8), to: 2)
    exit(code)
  }
}
