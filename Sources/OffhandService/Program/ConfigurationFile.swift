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
    isNamed = path != nil
    let home = Environment["XDG_CONFIG_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
    self.path = path ?? "\(home ?? "\(Environment["HOME"] ?? "")/.config")/offhand/serve.toml"
  }

  /// Whether there is a file.
  package var exists: Bool { (try? Descriptor.status(of: path)) != nil }

  /// Reads it; without a file that the user did not name, an empty configuration: requests are still served. Throws all its faults.
  package func read(_ logger: Logger) throws(Failure) -> ServiceConfiguration {
    let bytes: [UInt8]
    do throws(KernelError) {
      bytes = try Files.contents(of: path, atMost: ConfigurationFile.limit + 1)
    } catch {
      guard isNamed || error.code != KernelError.noSuchFile else {
        logger.notice("there is no \(path): no edges, corners, gestures or menus; requests are served")
        return ServiceConfiguration()
      }
      throw Failure(lines: ["\(path): \(error.reason)"])
    }
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
