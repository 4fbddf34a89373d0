/// What is wrong with an input file, where, in one plain line.
struct InputFault: Error, CustomStringConvertible {
  var file: String
  var line: Int?
  var reason: String

  init(file: String, line: Int? = nil, reason: String) {
    self.file = file
    self.line = line
    self.reason = reason
  }

  var description: String { line.map { "\(file):\($0): \(reason)" } ?? "\(file): \(reason)" }
}
