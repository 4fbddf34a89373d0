/// One event of `wl_touch` as it came, in surface coordinates.
enum TouchReport {
  case down(Int32, surface: OpaquePointer?, x: Double, y: Double, TouchStamp)
  case motion(Int32, x: Double, y: Double, TouchStamp)
  case up(Int32, TouchStamp)
  case shape(Int32, major: Double, minor: Double)
  case orientation(Int32, degrees: Double)
  case frame
  case cancel
}
