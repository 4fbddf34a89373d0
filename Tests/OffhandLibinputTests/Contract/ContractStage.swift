/// A touch screen that a script is played on, with one of the sources behind it.
protocol ContractStage: AnyObject {
  /// Plays the script on a fresh touch screen, ends as `ending` says, and answers the frames.
  func play(_ script: FingerScript, ending: ContractEnding) throws -> [ContractFrame]
}

/// What happens after the last report of a script.
enum ContractEnding {
  /// Nothing.
  case quiet
  /// The touch screen goes.
  case unplugged
}
