extension Duration {
  /// The duration in nanoseconds, towards zero; saturates at what 64 bits hold.
  @inlinable public var wholeNanoseconds: Int64 { Int64(clamping: attoseconds / 1_000_000_000) }

  /// The duration in seconds.
  @inlinable public var inSeconds: Double {
    let (seconds, attoseconds) = components
    return Double(seconds) + Double(attoseconds) * 1e-18
  }
}
