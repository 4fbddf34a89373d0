package import Logging
import OffhandPlatform

/// The file with the configuration of the service.
package struct ConfigurationFile: Sendable {
  /// The file cannot be read, or has faults.
  package struct Failure: Error, Sendable, CustomStringConvertible {
    /// One line per fault, each with the path and, if it is known, line and column.
    package let lines: [String]
    package var description: String { lines.joined(separator: "; ") }
  }

  /// The longest file that is read, in bytes.
  private static let limit = 1 << 24
  /// The most faults that are listed.
  private static let mostFaults = 20

  package let path: String
  /// Whether the user named it, so that it must exist.
  private let isNamed: Bool

  /// The file at `path`; without one, `offhand/serve.toml` in `$XDG_CONFIG_HOME` or `~/.config`.
  package init(path: String?) {
    let home = Environment["XDG_CONFIG_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
    self.init(
      path ?? "\(home ?? "\(Environment["HOME"] ?? "")/.config")/offhand/serve.toml", isNamed: path != nil)
  }

  init(_ path: String, isNamed: Bool) { (self.path, self.isNamed) = (path, isNamed) }

  /// Whether there is a file.
  package var exists: Bool { (try? Descriptor.status(of: path)) != nil }

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
        logger.notice("there is no \(path): no edges, corners, gestures or menus; requests are served")
        return ServiceConfiguration()
      }
      throw Failure(lines: ["\(path): \(error.reason)"])
    }
    guard isFile else { throw Failure(lines: ["\(path): this is not a file but a pipe or a socket"]) }
    guard bytes.count <= ConfigurationFile.limit else {
      throw Failure(lines: ["\(path): longer than \(ConfigurationFile.limit) bytes"])
    }
    do throws(ConfigurationFaults) { return try ServiceConfiguration(toml: bytes) } catch {
      var lines = error.faults.prefix(ConfigurationFile.mostFaults).map { "\(path):\($0)" }
      let more = error.faults.count - lines.count
      if more > 0 { lines.append("\(path): \(more) more faults") }
      throw Failure(lines: lines)
    }
  }
}
