import OffhandRecordings

/// One thing that the doctor looked at.
struct Finding: Equatable {
  /// How bad it is.
  enum Verdict: String {
    /// As it should be.
    case good
    /// Something works less well than it could.
    case impaired
    /// Something does not work.
    case broken
  }

  /// What was looked at.
  var subject: String
  /// How bad it is.
  var verdict: Verdict
  /// What was found.
  var text: String
  /// The line to run, or what to do.
  var remedy: String?

  /// The finding in a line, and the remedy in another.
  var lines: String {
    let mark =
      switch verdict {
      case .good: "ok  "
      case .impaired: "--  "
      case .broken: "!!  "
      }
    return "\(mark)\(subject): \(text)\n" + (remedy.map { "      do: \($0)\n" } ?? "")
  }

  /// The finding as an object.
  func write(to writer: inout JSONWriter) {
    writer.object { writer in
      writer.fields([("subject", subject), ("verdict", verdict.rawValue), ("text", text)])
      if let remedy { writer.fields([("remedy", remedy)]) }
    }
  }
}
