package import OffhandPlatform

/// Why the bridge cannot start.
package enum BridgeError: Error, CustomStringConvertible {
  case noSeats(String, KernelError)
  /// The kernel makes no touch screens for this process.
  case noTwins(String, KernelError)
  case socket(String, KernelError)

  package var description: String {
    switch self {
    case .noSeats(let folder, let error):
      "\(folder): \(error.reason): without logind name the user who may connect, with --user"
    case .noTwins(let path, let error):
      error.code == KernelError.noSuchFile
        ? "\(path) is missing: modprobe uinput"
        : "\(path): \(error.reason): start it as offhand-bridge.service, whose user may make touch screens"
    case .socket(let path, let error):
      error.isAddressInUse ? "another 'offhand bridge' listens at \(path)" : "\(path): \(error.reason)"
    }
  }
}
