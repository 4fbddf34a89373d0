import ArgumentParser
import Offhand

/// Which states of a gesture are wanted, as a list with commas.
struct ReplayStates: ExpressibleByArgument {
  private var wanted: Set<GestureState>

  init?(argument: String) {
    wanted = []
    for word in argument.split(separator: ",", omittingEmptySubsequences: false) {
      guard let state = GestureState.allCases.first(where: { $0.word == word }) else { return nil }
      wanted.insert(state)
    }
  }

  func contains(_ state: GestureState) -> Bool { wanted.contains(state) }

  static var allValueStrings: [String] { [GestureState.allCases.map(\.word).joined(separator: ",")] }
}

extension GestureState {
  /// How results call the state.
  var word: String { "\(self)" }
}
