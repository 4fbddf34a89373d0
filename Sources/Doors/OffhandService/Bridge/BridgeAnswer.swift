package import OffhandPlatform
import OffhandRecordings
package import OffhandWayland

/// What `offhand bridge --check` has found of a compositor.
package struct BridgeAnswer: Sendable, Hashable {
  /// The longest file that is read, in bytes.
  private static let limit = 4096

  package var compositor: CompositorProgram
  /// Whether it passes on that a touch was taken away.
  package var takesBack: Bool

  package init(_ compositor: CompositorProgram, takesBack: Bool) {
    (self.compositor, self.takesBack) = (compositor, takesBack)
  }

  /// The file with the result: `offhand/bridge.json` in `$XDG_STATE_HOME` or `~/.local/state`; `nil` if there is no home.
  package static var path: String? {
    Environment.folder("XDG_STATE_HOME", or: ".local/state").map { "\($0)/offhand/bridge.json" }
  }

  /// The result in the file at `path`; `nil` if there is none of this `compositor`.
  package init?(at path: String? = BridgeAnswer.path, of compositor: CompositorProgram?) {
    guard let path, let compositor, let bytes = try? Files.contents(of: path, atMost: BridgeAnswer.limit),
      let value = try? JSONScanner.read(bytes, { (scanner) throws(JSONFault) in try scanner.value() }),
      let fields = value.object, fields["compositor"]?.string == compositor.name,
      fields["build"]?.string == compositor.build, let way = fields["way"]?.string
    else { return nil }
    self.init(compositor, takesBack: way == "take-back")
  }

  /// Replaces the result in the file at `path`.
  package func write(to path: String) throws(KernelError) {
    let line = JSONWriter.line { writer in
      writer.field("compositor", compositor.name)
      writer.field("build", compositor.build)
      writer.field("way", takesBack ? "take-back" : "hold")
    }
    if let slash = path.lastIndex(of: "/") { try Files.makeDirectory(String(path[..<slash]), permissions: 0o700) }
    try Files.write(line, to: path)
  }
}
