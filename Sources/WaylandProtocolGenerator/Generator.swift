import Foundation

/// `WaylandProtocolGenerator XML-FOLDER OUT-FOLDER`: writes one Swift file for every interface of every protocol.
///
/// A tool for those who develop Offhand; what it writes is committed. `scripts/generate-protocols` runs it, formats the
/// files, and tells whether the committed ones still follow from the XML.
@main
struct Generator {
  /// Interfaces of the core protocol that a touch surface has no use for: drag and drop, and the shell before xdg_shell.
  static let leftOut: Set = [
    "wl_data_offer", "wl_data_source", "wl_data_device", "wl_data_device_manager", "wl_shell", "wl_shell_surface",
  ]

  static func main() {
    let arguments = CommandLine.arguments
    guard arguments.count == 3 else {
      return fail("usage: WaylandProtocolGenerator XML-FOLDER OUT-FOLDER", code: 64)
    }
    do {
      try generate(from: URL(fileURLWithPath: arguments[1]), into: URL(fileURLWithPath: arguments[2]))
    } catch {
      fail("\(error)", code: 1)
    }
  }

  private static func generate(from folder: URL, into output: URL) throws {
    let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
    let sources = files.filter { $0.pathExtension == "xml" }.sorted { $0.lastPathComponent < $1.lastPathComponent }
    var names: [String] = []
    for source in sources {
      let model = try ProtocolParser.parse(Data(contentsOf: source), file: source.lastPathComponent)
      let place = output.appendingPathComponent(SwiftName.type(model.name))
      try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
      for interface in model.interfaces where !leftOut.contains(interface.name) {
        let name = SwiftName.type(interface.name)
        names.append(name)
        let text = InterfaceEmitter.source(of: interface, file: model.file)
        try text.write(to: place.appendingPathComponent("\(name).swift"), atomically: true, encoding: .utf8)
      }
    }
    try list(of: names).write(
      to: output.appendingPathComponent("InterfaceDescription+All.swift"), atomically: true, encoding: .utf8)
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

  private static func fail(_ message: String, code: Int32) {
    FileHandle.standardError.write(Data("WaylandProtocolGenerator: \(message)\n".utf8))
    exit(code)
  }
}
