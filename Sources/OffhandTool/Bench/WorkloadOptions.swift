import ArgumentParser

/// Which synthetic workloads other programs are measured on.
struct WorkloadOptions: ParsableArguments {
  @Option(help: ArgumentHelp("Frames of touches a second.", valueName: "Hz"))
  var rate = 120.0

  func validate() throws {
    guard WorkloadOptions.rates.contains(rate) else { throw ValidationError(WorkloadOptions.rateFault) }
  }

  /// What touch screens deliver, and more.
  static let rates = 10.0...4000
  static let rateFault = "'--rate' wants 10 to 4000 Hz."
}
