/// Measures the faults of a touch device in its frames, and names the filters that it needs.
///
/// For frames as the device reports them, a few minutes of taps, holds and drags: `offhand doctor FILE` surveys a recording.
public struct FilterSurvey: Sendable {
  /// The standard deviation of still fingers above which pictures under them tremble, in millimetres: twice that of good panels. A
  /// ``JitterFilter`` holds two such deviations.
  package static let visibleNoise = 0.1

  private var glitchFilter = GlitchFilter()
  private var noiseFilter = NoiseFilter()
  private var palmFilter = PalmFilter()
  private var despikeFilter = DespikeFilter()
  private var filtered = TouchFrame()
  private var devices: [DeviceID] = []

  /// The touches that landed.
  public private(set) var touches = 0
  /// The palms that lay beside a finger.
  public private(set) var palms = 0

  /// A survey of no frames.
  public init() { filtered.reserveCapacity() }

  /// Takes one frame in, as the device reported it.
  public mutating func ingest(_ frame: borrowing TouchFrame) {
    for index in frame.indices where frame[index].phase == .began {
      touches += 1
      if !devices.contains(frame[index].device) { devices.append(frame[index].device) }
    }
    filtered.assume(frame)
    glitchFilter.filter(&filtered)
    filtered.assume(frame)
    despikeFilter.filter(&filtered)
    filtered.assume(frame)
    noiseFilter.filter(&filtered)
    let wasFree = palmFilter.isEmpty
    palmFilter.filter(&filtered)
    let fingers = filtered.downCount
    if wasFree, !palmFilter.isEmpty, fingers > 0 { palms += 1 }
  }

  /// The number of times that a contact was lost for a moment.
  package var glitches: Int { devices.reduce(0) { $0 + glitchFilter.glitches(of: $1) } }

  /// The number of single reports that jumped away and came back.
  package var spikes: Int { despikeFilter.spikes }

  /// The standard deviation of still fingers along one axis, of the noisiest device, in millimetres; 0 before it is known.
  public var noise: Double { devices.reduce(0) { max($0, noiseFilter.deviation(of: $1)) } }

  /// The filters that the device needs; none on a good one.
  public var filters: Set<ChosenFilters.Kind> {
    var kinds: Set<ChosenFilters.Kind> = []
    if glitches >= GlitchFilter.glitchesNeeded { kinds.insert(.glitch) }
    if spikes >= GlitchFilter.glitchesNeeded { kinds.insert(.despike) }
    if palms > 0 { kinds.insert(.palm) }
    if noise > FilterSurvey.visibleNoise { kinds.formUnion([.noise, .jitter]) }
    return kinds
  }
}
