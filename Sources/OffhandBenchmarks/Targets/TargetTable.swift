/// The targets as a table in Markdown.
public enum TargetTable {
  /// One row a target, below the machine and the day.
  public static func markdown(_ results: BenchmarkResults) -> String {
    var text = ""
    if let machine = results.machine {
      text +=
        "\(machine.processor), \(machine.processors) processors, \(machine.system), Swift \(machine.build) build, "
      text += "load \(TextTable.number(machine.load, 1)), \(machine.date).\n\n"
    }
    text += "| | target | asked | measured | |\n|---|---|---|---|---|\n"
    for target in results.targets {
      text += "| \(target.id) | \(target.title) | \(target.demand) | \(target.outcome) | \(mark(target)) |\n"
    }
    return text
  }

  private static func mark(_ target: Target) -> String {
    switch target.verdict {
    case .met: "met"
    case .missed: target.worstRatio.map { "missed, \(TextTable.plain($0)) times the limit" } ?? "missed"
    case .unmeasured: "not all measured"
    }
  }
}
