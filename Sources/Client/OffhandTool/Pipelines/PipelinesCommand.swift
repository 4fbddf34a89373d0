import ArgumentParser
import OffhandCommandLine
import Offhand
import OffhandRecordings

/// `offhand pipelines`: the pipelines that can be chosen by name, and their recognizers.
struct PipelinesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "pipelines", abstract: "List the pipelines that can be chosen by name, and their recognizers.",
    discussion: """
      Examples:

        offhand pipelines
        offhand pipelines --json
      """)

  @Flag(help: "Write one JSON object per line.")
  var json = false

  func run() throws {
    var output = StandardOutput()
    for entry in PipelineCatalog.entries {
      let names = entry.make(PanelSetup(panel: Rect(x: 0, y: 0, width: 300, height: 190))).names.map(\.description)
      if json {
        try output.writeLine { writer in
          writer.object { writer in
            writer.field("name", entry.name)
            writer.field("summary", entry.summary)
            writer.array("recognizers", names)
          }
        }
      } else {
        try output.write("\(entry.name): \(entry.summary)\n  \(names.joined(separator: ", "))\n")
      }
    }
    try output.flush()
  }
}
