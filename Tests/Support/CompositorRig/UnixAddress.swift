import Glibc

/// The address of a Unix socket, in the form the kernel wants.
struct UnixAddress {
  private var value = sockaddr_un()

  /// Nil if the path has more bytes than an address holds.
  init?(_ path: String) {
    let bytes = Array(path.utf8)
    guard bytes.count < MemoryLayout.size(ofValue: value.sun_path) else { return nil }
    value.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &value.sun_path) { $0.copyBytes(from: bytes) }
  }

  /// Calls `body` with the address and its length.
  func withPointer<Result>(_ body: (UnsafePointer<sockaddr>, socklen_t) -> Result) -> Result {
    withUnsafePointer(to: value) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, socklen_t(MemoryLayout<sockaddr_un>.size)) }
    }
  }
}
