/// A parabola through the samples of a window that slides along: two quantities of a `VelocityTracker`, and the speed that it found.
struct SlidingFit: Sendable {
  /// The numbers of the first sample in it, and of the next one to come in.
  private(set) var first: Int
  private(set) var end: Int
  /// When the time is counted from that goes into the sums.
  private(set) var origin: Int64
  /// How fast the quantities change, a second.
  private(set) var velocity = SIMD2<Double>.zero
  private var originValue: SIMD2<Double>
  private var parabola = ParabolaFit()

  /// A fit to nothing.
  init() {
    self.init(from: 0, origin: .min, value: .zero)
    end = -1
  }

  /// A fit that will begin with the sample numbered `first`, counted from `value` at `origin`: sums of large numbers lose digits.
  @inline(__always)
  init(from first: Int, origin: Int64, value: SIMD2<Double>) {
    self.first = first
    end = first
    self.origin = origin
    originValue = value
  }

  /// Takes the next sample in.
  @inline(__always)
  mutating func append(_ value: SIMD2<Double>, at time: Int64) {
    parabola.add(value - originValue, at: seconds(to: time))
    end &+= 1
  }

  /// Takes the oldest sample out.
  @inline(__always)
  mutating func removeFirst(_ value: SIMD2<Double>, at time: Int64) {
    parabola.remove(value - originValue, at: seconds(to: time))
    first &+= 1
  }

  /// The slope at `time`.
  @inline(__always)
  func slope(at time: Int64) -> SIMD2<Double> { parabola.slope(at: seconds(to: time)) }

  /// Takes `slope` for the speed; where it points against the way `net` that the quantity went, it is an artefact of the lift.
  @inline(__always)
  mutating func answer(_ slope: SIMD2<Double>, along net: SIMD2<Double>) {
    velocity = slope.replacing(with: 0, where: slope * net .< 0)
  }

  @inline(__always)
  private func seconds(to time: Int64) -> Double { Double(time &- origin) * 1e-9 }
}
