package import OffhandPlatform

/// Why the service cannot start.
package enum ServiceError: Error, CustomStringConvertible {
  case socket(String, KernelError)
  /// No variable says where sockets go.
  case noRuntimeDirectory
  /// The process that starts the programs of actions is gone.
  case launcherEnded
  /// The process that opens touch screens is gone.
  case openerEnded
  /// The process that connects to the bridge is gone.
  case connectorEnded

  package var description: String {
    switch self {
    case .socket(let path, let error):
      error.isAddressInUse
        ? "another 'offhand serve' listens at \(path); end it, or name another socket with --socket"
        : error.isExisting ? "\(error); name another socket with --socket" : "\(path): \(error.reason)"
    case .launcherEnded: "the process that starts the programs of actions has ended"
    case .openerEnded: "the process that opens touch screens has ended"
    case .connectorEnded: "the process that connects to the bridge has ended"
    case .noRuntimeDirectory: "XDG_RUNTIME_DIR is not set; run it in a login session, or name a socket with --socket"
    }
  }
}
