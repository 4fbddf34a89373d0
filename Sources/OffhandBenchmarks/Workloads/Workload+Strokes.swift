import Offhand
import OffhandTesting

extension Workload {
  /// Strokes of half a second from side to side, one after the other with a short pause: every one a pan that begins, moves
  /// and ends, until at least `count` frames have come.
  public static func strokes(rate: Double, count: Int, seed: UInt64 = 6) -> Workload {
    var builder = WorkloadBuilder(name: "strokes", rate: rate, seed: seed)
    var frames = 0
    var isRightward = true
    while frames < count {
      let y = builder.generator.number(25.0...65.0)
      let (from, to) = isRightward ? (30.0, 130.0) : (130.0, 30.0)
      builder.sample(
        [
          FingerPath(landing: 0, lift: 0.5) { time in
            Point(x: from + (to - from) * MinimumJerk.part(time / 0.5), y: y)
          }
        ], pause: 0.1)
      frames = builder.frameCount
      isRightward.toggle()
    }
    return builder.workload
  }
}
