/// The time of a `wl_touch` event as it came.
struct TouchStamp: Hashable {
  /// Milliseconds on a clock of the compositor's choice, modulo 2³².
  var milliseconds: UInt32
  /// The same in nanoseconds, not cut, where the compositor speaks `zwp_input_timestamps_v1`.
  var nanoseconds: Int64?
}
