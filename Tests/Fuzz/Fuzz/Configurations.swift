import OffhandService
import OffhandTOML

/// Configurations of the service.
///
/// A faulty one has faults with a position in the file, in ascending order; one that is accepted names only menus that it has.
enum Configurations {
  static func take(_ content: [UInt8]) {
    do throws(ConfigurationFaults) {
      let configuration = try ServiceConfiguration(toml: content)
      for case .menu(let name) in configuration.actions {
        precondition(configuration.menus[name] != nil, "there is no menu \(name)")
      }
      precondition(configuration.edges.allSatisfy { $0.depth.isFinite && $0.travel.isFinite && $0.travel > 0 })
    } catch {
      precondition(!error.faults.isEmpty)
      precondition(zip(error.faults, error.faults.dropFirst()).allSatisfy { !($1.position < $0.position) })
      precondition(error.faults.allSatisfy { !"\($0)".isEmpty })
    }
  }
}
