extension Duration {
  /// The duration in nanoseconds, towards zero; saturates at what 64 bits hold.
  @inlinable public var wholeNanoseconds: Int64 {
    // Up to 18 s, what every setting is, 64 bits hold it: the processor divides those, and calls no function for it.
    if let few = UInt64(exactly: attoseconds) { return Int64(few / 1_000_000_000) }
    return Int64(clamping: attoseconds / 1_000_000_000)
  }

  /// The duration in seconds.
  @inlinable public var inSeconds: Double {
    let (seconds, attoseconds) = components
    return Double(seconds) + Double(attoseconds) * 1e-18
  }
}
