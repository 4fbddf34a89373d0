import ArgumentParser
import Offhand

/// The argument of `--filter`: filters of the package, written with commas, or `none`.
struct FilterArgument: ExpressibleByArgument {
  var kinds: Set<ChosenFilters.Kind>

  init(kinds: Set<ChosenFilters.Kind>) { self.kinds = kinds }

  init?(argument: String) {
    kinds = []
    if argument == "none" { return }
    for word in argument.split(separator: ",", omittingEmptySubsequences: false) {
      guard let kind = ChosenFilters.Kind(rawValue: String(word)) else { return nil }
      kinds.insert(kind)
    }
  }

  var defaultValueDescription: String { "\(self)" }

  static var allValueStrings: [String] { ChosenFilters.Kind.allCases.map(\.rawValue) + ["none"] }
}

extension FilterArgument: CustomStringConvertible {
  var description: String {
    kinds.isEmpty ? "none" : ChosenFilters.Kind.allCases.filter(kinds.contains).map(\.rawValue).joined(separator: ",")
  }
}
