/// Why kernel events are not a recording.
struct EvdevFault: Error, Hashable {
  /// What is wrong.
  var reason: String
}
