import CPlatform
import Glibc

/// Salted hashes of what a person types, as the system keeps those of passwords (`crypt`).
package enum PasswordHash {
  /// A hash of `secret` with a salt of its own, by the method that the system prefers; `nil` if it has none.
  package static func make(_ secret: String) -> String? {
    guard let setting = crypt_gensalt_ra(nil, 0, nil, 0) else { return nil }
    defer { free(setting) }
    return hash(secret, setting)
  }

  private static func hash(_ secret: String, _ setting: UnsafePointer<CChar>) -> String? {
    var (memory, size) = (UnsafeMutableRawPointer?.none, CInt(0))
    defer { free(memory) }
    // A failure is a text, too.
    return crypt_ra(secret, setting, &memory, &size).map { String(cString: $0) }.flatMap {
      $0.hasPrefix("$") ? $0 : nil
    }
  }

  /// Whether `secret` has this hash. Takes a tenth of a second or so, so that guessing takes long.
  package static func matches(_ secret: String, _ hash: String) -> Bool {
    guard let other = PasswordHash.hash(secret, hash), other.utf8.count == hash.utf8.count else { return false }
    // All bytes are compared, so that the time tells nothing of the first one that differs.
    return zip(other.utf8, hash.utf8).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
  }
}

extension PasswordHash {
  /// Asks for a secret at the terminal, which does not show it, or takes the first line of an input that is none; `nil` at its end.
  package static func ask(_ prompt: String) -> String? {
    guard isatty(0) == 1 else { return readLine() }
    return getpass(prompt).map { String(cString: $0) }
  }
}
