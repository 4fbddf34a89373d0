/// Why a part of a YAML file cannot be understood.
struct YAMLFault: Error, Hashable {
  /// The line in the file, counted from 1.
  var line: Int
  /// What is wrong.
  var reason: String
}
