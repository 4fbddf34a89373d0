package import OffhandPlatform

/// Why the bridge cannot start.
package enum BridgeError: Error, CustomStringConvertible {
  case noSeats(String, KernelError)
  case socket(String, KernelError)

  package var description: String {
    switch self {
    case .noSeats(let folder, let error):
      "\(folder): \(error.reason): without logind name the user who may connect, with --user"
    case .socket(let path, let error):
      error.isAddressInUse ? "another 'offhand bridge' listens at \(path)" : "\(path): \(error.reason)"
    }
  }
}
