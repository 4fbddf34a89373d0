/// A random generator that repeats its sequence for a seed on every machine: SplitMix64 (Steele, Lea and Flood, 2014).
public struct SeededGenerator: RandomNumberGenerator, Sendable {
  private var state: UInt64

  /// A generator of the sequence of `seed`.
  public init(seed: UInt64) { state = seed }

  /// The next 64 random bits.
  public mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// A uniformly distributed number in `range`.
  public mutating func number(_ range: ClosedRange<Double>) -> Double { Double.random(in: range, using: &self) }

  /// A uniformly distributed number in `range`.
  public mutating func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &self) }

  /// A uniformly distributed number in 0..<1, of 53 bits.
  package mutating func unit() -> Double { Double(next() >> 11) * 0x1p-53 }

  /// An approximately normal number with mean 0 and standard deviation 1: the sum of twelve uniform numbers, less 6.
  package mutating func normal() -> Double {
    var sum = -6.0
    for _ in 0..<12 { sum += unit() }
    return sum
  }

  /// Returns true with this probability.
  public mutating func happens(_ probability: Double) -> Bool { number(0...1) < probability }
}
