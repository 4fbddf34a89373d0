import ArgumentParser

/// A library that cannot be measured here: `LIBRARY=REASON`.
struct MissingPeer: ExpressibleByArgument {
  /// The library.
  var library: String
  /// Why not.
  var reason: String

  init?(argument: String) {
    let parts = argument.split(separator: "=", maxSplits: 1).map(String.init)
    guard parts.count == 2 else { return nil }
    (library, reason) = (parts[0], parts[1])
  }
}
