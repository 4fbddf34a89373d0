extension RecognizerReport {
  /// The decisions as comma-separated values with a line of names; an empty field is a figure that was not measured.
  package var decisionsCSV: String {
    let rows = decisions.map { decision in
      [
        decision.pipeline, number(decision.rateHz), decision.gesture, "\(decision.episodes)",
        decision.judged ? "\(decision.misses)" : "", "\(decision.misfires.values.reduce(0, +))",
        number(decision.latencyMs?.median), number(decision.latencyMs?.p90), number(decision.latencyMs?.maximum),
      ]
    }
    return csv(
      ["pipeline", "rate_hz", "gesture", "episodes", "misses", "misfires", "p50_ms", "p90_ms", "max_ms"], rows)
  }

  /// The cost of frames in the same form.
  package var computeCSV: String {
    let rows = compute.map { result in
      [
        result.pipeline, number(result.rateHz), result.workload, "\(result.touches)", result.delivery.rawValue,
        number(result.hotNs.median), number(result.hotNs.low), number(result.hotNs.high),
        number(result.pacedNs?.median), number(result.pacedNs?.p99),
      ]
    }
    return csv(
      [
        "pipeline", "rate_hz", "workload", "fingers", "events", "hot_ns", "hot_low_ns", "hot_high_ns", "paced_p50_ns",
        "paced_p99_ns",
      ], rows)
  }

  private func number(_ value: Double?) -> String { value.map { TextTable.number($0, 3) } ?? "" }

  private func csv(_ names: [String], _ rows: [[String]]) -> String {
    ([names] + rows).map { $0.map(field).joined(separator: ",") + "\n" }.joined()
  }

  /// A field in quotes where it needs them (RFC 4180): the names of plug-ins come from outside.
  private func field(_ text: String) -> String {
    guard text.contains(where: { $0 == "," || $0 == "\"" || $0.isNewline }) else { return text }
    return "\"" + text.reduce(into: "") { $0 += $1 == "\"" ? "\"\"" : String($1) } + "\""
  }
}
