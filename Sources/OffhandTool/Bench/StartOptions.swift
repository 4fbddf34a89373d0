import ArgumentParser

/// How often a benchmark starts each program that it measures.
struct StartOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Processes that measure each figure, in turns with the others; figures are medians over them.",
      valueName: "number"))
  var starts = 9

  func validate() throws {
    guard (1...1000).contains(starts) else { throw ValidationError("'--starts' wants 1 to 1000.") }
  }
}
