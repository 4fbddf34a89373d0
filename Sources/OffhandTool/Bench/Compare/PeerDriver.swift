import ArgumentParser

/// A program that measures another library: `LIBRARY:WHAT=PATH`.
struct PeerDriver: ExpressibleByArgument, Hashable {
  /// The library, with its version.
  var library: String
  /// What of it is measured.
  var what: String
  /// The program.
  var path: String

  init?(argument: String) {
    let parts = argument.split(separator: "=", maxSplits: 1).map(String.init)
    let names = parts.first?.split(separator: ":", maxSplits: 1).map(String.init) ?? []
    guard parts.count == 2, names.count == 2 else { return nil }
    (library, what, path) = (names[0], names[1], parts[1])
  }
}
