/// Why a text is not the JSON that was expected.
struct JSONFault: Error, Hashable {
  /// The byte at which it was noticed, counted from 1.
  var column: Int
  /// What was expected.
  var reason: String
}
