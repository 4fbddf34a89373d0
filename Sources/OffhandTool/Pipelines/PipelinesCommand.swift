import ArgumentParser
import Offhand
import OffhandRecordings

/// `offhand pipelines`: the pipelines that can be chosen by name, and what is in them.
struct PipelinesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "pipelines", abstract: "List the pipelines that can be chosen by name, and what is in them.")

  @Flag(help: "Write one JSON object a line.")
  var json = false

  func run() throws {
    for entry in PipelineCatalog.entries {
      let names = entry.make(Rect(x: 0, y: 0, width: 300, height: 190), .unknown).names.map(\.description)
      if json {
        var writer = JSONWriter()
        writer.object { writer in
          writer.key("name")
          writer.value(entry.name)
          writer.key("summary")
          writer.value(entry.summary)
          writer.key("recognizers")
          writer.array { writer in for name in names { writer.value(name) } }
        }
        print(String(decoding: writer.bytes, as: UTF8.self))
      } else {
        print("\(entry.name): \(entry.summary)")
        print("  \(names.joined(separator: ", "))")
      }
    }
  }
}
