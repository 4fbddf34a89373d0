/// A size that the compositor asks a surface to take.
struct SurfaceConfiguration: Hashable {
  /// Logical pixels across.
  var width: Int32
  /// Logical pixels down.
  var height: Int32
  /// What the compositor wants to hear when a frame of that size is committed; `nil` for roles without that.
  var serial: UInt32?
}
