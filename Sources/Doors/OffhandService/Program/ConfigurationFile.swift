package import Logging
import OffhandPlatform

/// The file with the configuration of the service.
package struct ConfigurationFile: Sendable {
  /// The file cannot be read, or has faults.
  package struct Failure: Error, Sendable, CustomStringConvertible {
    /// One line per fault, each with the path and, if it is known, line and column.
    package let lines: [String]

    init(lines: [String]) { self.lines = lines }

    /// The faults of the file at `path`.
    init(_ path: String, _ faults: ConfigurationFaults) {
      var lines = faults.faults.prefix(ConfigurationFile.mostFaults).map { "\(path):\($0)" }
      let more = faults.faults.count - lines.count
      if more > 0 { lines.append("\(path): \(more) more faults") }
      self.lines = lines
    }

    package var description: String { lines.joined(separator: "; ") }
  }

  /// The longest file that is read, in bytes.
  private static let limit = 1 << 24
  /// The most faults that are listed.
  private static let mostFaults = 20

  package let path: String
  /// Whether the user named it, so that it must exist.
  private let isNamed: Bool
  /// The file about the panel that counts in place of the one that the configuration names.
  private let panel: String?

  /// The file at `path`; without one, `offhand/serve.toml` in `$XDG_CONFIG_HOME` or `~/.config`. A `panel` file counts in place of the one
  /// that it names.
  package init(path: String?, panel: String? = nil) {
    let folder = Environment.folder("XDG_CONFIG_HOME", or: ".config") ?? "/.config"
    self.init(path ?? "\(folder)/offhand/serve.toml", isNamed: path != nil, panel: panel)
  }

  init(_ path: String, isNamed: Bool, panel: String? = nil) {
    (self.path, self.isNamed, self.panel) = (path, isNamed, panel)
  }

  /// Whether there is a file.
  package var exists: Bool { (try? Descriptor.status(of: path)) != nil }

  /// Makes its folder if the user did not name it, so that a file that comes later is read without a right to the folders above. Returns
  /// whether the folder is there.
  package func makeFolder() -> Bool {
    guard !isNamed, let slash = path.lastIndex(of: "/") else { return true }
    return (try? Files.makeDirectory(String(path[..<slash]))) != nil
  }

  /// Reads it; without a file that the user did not name, an empty configuration: requests are still served. Read `again`, a file has to
  /// be there: an editor may be about to replace it. Throws all its faults.
  package func read(_ logger: Logger, again: Bool = false) throws(Failure) -> ServiceConfiguration {
    let bytes: [UInt8]
    let isFile: Bool
    do throws(KernelError) {
      let file = try Descriptor(opening: path, .reading)
      let status = try file.status()
      bytes = try file.contents(atMost: ConfigurationFile.limit + 1)
      // A pipe or a socket is empty until it is written to, and an empty configuration would remove all edges.
      isFile = status.isRegular || status.isCharacterDevice
    } catch {
      guard isNamed || again || error.code != KernelError.noSuchFile else {
        logger.notice(
          "there is no \(path): requests are served, but no edges, corners or gestures; write it, and SIGHUP reads it")
        return try addingPanel(to: ServiceConfiguration())
      }
      throw Failure(lines: ["\(path): \(error.reason)"])
    }
    guard isFile else { throw Failure(lines: ["\(path): this is not a file but a pipe or a socket"]) }
    guard bytes.count <= ConfigurationFile.limit else {
      throw Failure(lines: ["\(path): longer than \(ConfigurationFile.limit) bytes"])
    }
    let configuration: ServiceConfiguration
    do throws(ConfigurationFaults) { configuration = try ServiceConfiguration(toml: bytes) } catch {
      throw Failure(path, error)
    }
    return try addingPanel(to: configuration)
  }

  /// The path of the file about the panel that counts for `configuration`; `nil` if there is none.
  func panelPath(for configuration: ServiceConfiguration) -> String? {
    let folder = path.lastIndex(of: "/").map { path[...$0] } ?? ""
    return panel ?? configuration.panelFile.map { $0.hasPrefix("/") ? $0 : folder + $0 }
  }

  /// Reads the file about the panel that counts for `configuration`.
  private func addingPanel(to configuration: ServiceConfiguration) throws(Failure) -> ServiceConfiguration {
    guard let file = panelPath(for: configuration) else { return configuration }
    var configuration = configuration
    configuration.panel = try PanelProfile(file: file)
    return configuration
  }
}
