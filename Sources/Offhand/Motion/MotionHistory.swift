/// The recent positions of all touches that are down, from which predictors compute.
///
/// Of every touch it keeps the newest sample and, in a ring, the mean of each bin of older ones, so that 64 ms of a panel of 1000 Hz
/// are as few numbers as those of one of 250 Hz. All storage is reserved once.
struct MotionHistory: Sendable {
  /// Older samples that come less than this after the first of their bin, in nanoseconds, are averaged.
  private static let binWidth: Int64 = 3_500_000
  /// A longer time without a sample, in nanoseconds, is a pause: no speed is read across it.
  private static let pause: Int64 = 45_000_000
  /// The end of a pause, in nanoseconds, in which the finger moved from its old position to the new one.
  private static let startAfterPause: Int64 = 20_000_000
  /// Longer intervals, in nanoseconds, are not counted as the panel's report interval.
  private static let longestInterval: Int64 = 50_000_000

  /// The mean of the samples of one bin.
  private struct Bin: Sendable {
    /// The time of its first sample, in nanoseconds.
    var first: Int64 = 0
    /// The mean of the times since the first, in seconds.
    var offset = 0.0
    var position = Point.origin
  }

  struct Track: Sendable {
    var id: Touch.ID
    /// Whether it is a finger; a pen is not predicted.
    var isFinger: Bool
    /// The newest sample whose time is known, in nanoseconds, and the one before; its time is the least number if there is none.
    fileprivate(set) var time: Int64
    fileprivate(set) var position: Point
    fileprivate var previousTime = Int64.min
    fileprivate(set) var previousPosition: Point
    /// The newest position, also of a late frame.
    fileprivate(set) var measured: Point
    /// The position of its bins in the storage of all.
    fileprivate var block: Int
    /// The number of bins so far, and the number of the first after the last pause.
    fileprivate var end = 0
    fileprivate var start = 0
    /// The number of samples in the newest bin; 0 if that takes no more.
    fileprivate var open = 0
    fileprivate var intervals = InlineArray<6, Int32>(repeating: 0)
    fileprivate var intervalCount = 0

    fileprivate init(_ touch: Touch, at time: Int64, block: Int) {
      id = touch.id
      isFinger = touch.tool == .finger
      self.time = time
      position = touch.position
      previousPosition = touch.position
      measured = touch.position
      self.block = block
    }

    /// The time between the last two samples, in seconds; `nil` if there is none or it was a pause.
    var lastInterval: Double? {
      previousTime == .min ? nil : Double(time &- previousTime) * 1e-9
    }

    /// The mean of the last six intervals between samples, in seconds; `nil` if there is none.
    var meanInterval: Double? {
      guard intervalCount > 0 else { return nil }
      var sum: Int64 = 0
      let count = min(intervalCount, 6)
      for index in 0..<count { sum &+= Int64(intervals[index]) }
      return Double(sum) * 1e-9 / Double(count)
    }

    /// Seconds from the newest sample to `time`.
    @inline(__always)
    func seconds(to time: Timestamp) -> Double {
      let (difference, overflow) = time.nanoseconds.subtractingReportingOverflow(self.time)
      return Double(overflow ? (time.nanoseconds < self.time ? .min : .max) : difference) * 1e-9
    }
  }

  /// The samples before the newest ones, of all touches.
  private struct Bins: Sendable {
    /// The number of bins kept of a touch; together they reach back 112 ms at least.
    static let perTrack = 32

    private var bins = [Bin](repeating: Bin(), count: TouchFrame.capacity * perTrack)

    /// The bin that is `age` before the next one of `track`.
    @inline(__always)
    subscript(track: Track, age: Int) -> Bin { bins[slot(track.end &- age, of: track)] }

    /// Makes the newest sample of `track` an older one, `elapsed` nanoseconds before the next.
    mutating func advance(_ track: inout Track, by elapsed: Int64) {
      fold(&track)
      if elapsed > MotionHistory.pause {
        // Until shortly before its end the finger rested; the fits begin anew.
        push(track.position, at: track.time &+ elapsed &- MotionHistory.startAfterPause, &track)
        track.open = 0
        track.start = track.end
        track.previousTime = .min
      } else {
        track.previousTime = track.time
        track.previousPosition = track.position
      }
      guard elapsed <= MotionHistory.longestInterval else { return }
      track.intervals[track.intervalCount % 6] = Int32(truncatingIfNeeded: elapsed)
      track.intervalCount &+= 1
    }

    /// Adds the newest sample to the newest bin, or to a bin of its own.
    private mutating func fold(_ track: inout Track) {
      let newest = slot(track.end &- 1, of: track)
      guard track.open > 0, track.time &- bins[newest].first < MotionHistory.binWidth else {
        return push(track.position, at: track.time, &track)
      }
      track.open &+= 1
      let share = 1 / Double(track.open)
      let bin = bins[newest]
      bins[newest].offset += (Double(track.time &- bin.first) * 1e-9 - bin.offset) * share
      bins[newest].position = bin.position + (track.position - bin.position) * share
    }

    private mutating func push(_ position: Point, at time: Int64, _ track: inout Track) {
      bins[slot(track.end, of: track)] = Bin(first: time, offset: 0, position: position)
      track.end &+= 1
      // The place of landing is kept as it is.
      track.open = track.end == 1 ? 0 : 1
    }

    /// The index of the bin numbered `number` of `track`.
    @inline(__always)
    func slot(_ number: Int, of track: Track) -> Int { track.block &* Bins.perTrack &+ (number & (Bins.perTrack &- 1)) }
  }

  /// A sample as predictors see it.
  struct Sample {
    /// Seconds before the newest sample.
    var age: Double
    /// The displacement from the newest sample, in millimetres.
    var offset: Vector
  }

  /// The noise floor of the newest frame, in millimetres.
  private(set) var noiseFloor = 0.0
  private var tracks: [Track] = []
  private var older = Bins()
  private var freeBlocks: UInt32 = .max

  init() { tracks.reserveCapacity(TouchFrame.capacity) }

  /// The touch with the ID `id`; `nil` if it is not down.
  func track(of id: Touch.ID) -> Track? { tracks.first { $0.id == id } }

  mutating func reset() {
    tracks.removeAll(keepingCapacity: true)
    freeBlocks = .max
    noiseFloor = 0
  }

  // MARK: Frames

  mutating func record(_ frame: borrowing TouchFrame) {
    noiseFloor = frame.noiseFloor.isFinite ? max(0, frame.noiseFloor) : 0
    removeTracks(notIn: frame)
    let reporting = MotionHistory.reportingDevice(of: frame)
    for index in frame.indices where frame.touches[index].isDown {
      // A report of one device says nothing about the touches of another.
      if let reporting, frame.touches[index].device != reporting { continue }
      guard frame.touches[index].position.isFinite else { continue }
      add(frame.touches[index], near: index, at: frame.timestamp.nanoseconds, isLate: frame.isLate)
    }
  }

  /// The device that reported `frame`: that of a touch to which something happened; `nil` if nothing happened to any.
  private static func reportingDevice(of frame: borrowing TouchFrame) -> DeviceID? {
    for index in frame.indices where frame.touches[index].phase != .stationary { return frame.touches[index].device }
    return nil
  }

  private mutating func removeTracks(notIn frame: borrowing TouchFrame) {
    var index = 0
    while index < tracks.count {
      let id = tracks[index].id
      // Touches and tracks are usually in the same order.
      let isDown =
        index < frame.count && frame.touches[index].id == id
        ? frame.touches[index].isDown : frame.touch(id)?.isDown ?? false
      if isDown {
        index += 1
      } else {
        freeBlocks |= 1 &<< UInt32(tracks[index].block)
        tracks.remove(at: index)
      }
    }
  }

  private mutating func add(_ touch: Touch, near hint: Int, at time: Int64, isLate: Bool) {
    let id = touch.id
    var index = hint
    if index >= tracks.count || tracks[index].id != id {
      guard let found = tracks.firstIndex(where: { $0.id == id }) else { return append(touch, at: time) }
      index = found
    }
    let position = touch.position
    // A late position is true, but its time is unknown.
    tracks[index].measured = position
    guard !isLate else { return }
    let (elapsed, overflow) = time.subtractingReportingOverflow(tracks[index].time)
    guard elapsed >= 0, !overflow else {
      let block = tracks[index].block
      return tracks[index] = Track(touch, at: time, block: block)
    }
    if elapsed > 0 { older.advance(&tracks[index], by: elapsed) }
    tracks[index].time = time
    tracks[index].position = position
  }

  private mutating func append(_ touch: Touch, at time: Int64) {
    guard freeBlocks != 0 else { return }
    let block = freeBlocks.trailingZeroBitCount
    freeBlocks &= freeBlocks &- 1
    tracks.append(Track(touch, at: time, block: block))
  }

  // MARK: Positions

  /// The number of samples of `track` that are kept, the newest included.
  @inline(__always)
  func count(of track: Track) -> Int { min(track.end, Bins.perTrack) &+ 1 }

  /// The number of samples of `track` since it landed or paused, the newest included.
  @inline(__always)
  func countSincePause(of track: Track) -> Int { min(track.end &- track.start, Bins.perTrack) &+ 1 }

  /// The sample of `track` that is `index` before the newest.
  @inline(__always)
  func sample(_ index: Int, of track: Track) -> Sample {
    guard index > 0 else { return Sample(age: 0, offset: .zero) }
    let bin = older[track, index]
    return Sample(age: Double(track.time &- bin.first) * 1e-9 - bin.offset, offset: bin.position - track.position)
  }

  /// The displacement from the newest sample of `track` to its position `age` seconds before; before the oldest sample the position of
  /// that one.
  func offset(of track: Track, _ age: Double) -> Vector {
    var newer = Sample(age: 0, offset: .zero)
    guard age > 0 else { return .zero }
    for index in 1..<max(count(of: track), 1) {
      let older = sample(index, of: track)
      if older.age >= age {
        return newer.offset + (older.offset - newer.offset) * ((age - newer.age) / (older.age - newer.age))
      }
      newer = older
    }
    return newer.offset
  }

  /// The position of `track` at `time`: interpolated up to the newest sample, and after it displaced by what `step` returns for the
  /// seconds since. The uncertainty is that of a finger that may stop or double its mean speed of the last 24 ms.
  func position(of track: Track, at time: Timestamp, step: (Double) -> Vector) -> PredictedPosition {
    let ahead = track.seconds(to: time)
    guard ahead > 0 else { return interpolated(track, -ahead) }
    let speed = offset(of: track, MotionHistory.recent).length / MotionHistory.recent
    return PredictedPosition(
      position: track.measured + step(ahead), measured: track.measured,
      uncertainty: MotionHistory.noise + ahead * (MotionHistory.drift + speed))
  }

  /// The position of `track`, `age` seconds before the newest sample.
  func interpolated(_ track: Track, _ age: Double) -> PredictedPosition {
    let position = age > 0 ? track.position + offset(of: track, age) : track.measured
    return PredictedPosition(position: position, measured: track.measured, uncertainty: MotionHistory.noise)
  }

  /// The time in seconds over which the mean speed is taken where no line is fitted.
  private static let recent = 0.024
  /// The uncertainty of a sample, in millimetres.
  static let noise = 0.03
  /// The uncertainty in mm/s of fingers whose speed is known.
  static let drift = 12.0
}
