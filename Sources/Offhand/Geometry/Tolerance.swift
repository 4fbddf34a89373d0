/// What two lengths may differ by and still be the same: sums of doubles are not exact, and a threshold means what it says.
enum Tolerance {
  /// A picometre, in millimetres.
  static var length: Double { 1e-9 }
}
