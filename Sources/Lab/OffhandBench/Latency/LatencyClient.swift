import OffhandCommandLine
import ArgumentParser
import Foundation
import Glibc
import Offhand
import OffhandBenchmarks
import OffhandClient
import OffhandPlatform
import OffhandWayland

/// `offhand bench latency-client`: one run of `offhand bench latency`, as a separate process: a typical program under a compositor, with
/// open-loop touches, whose times are recorded.
struct LatencyClient: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "latency-client", abstract: "Run once what 'bench latency' measures, as it does.", shouldDisplay: false
  )

  @Option var socket: String
  @Option var commit: CommitArgument
  /// The number of touch frames after the warm-up.
  @Option var inputs: Int
  @Option var rate = 120.0
  @Option var pipeline = "standard"
  @Option var photodiode = PhotodiodeArgument.on
  @Option var predict = PredictionRule.none
  /// The motion of the finger; `nil` for strokes.
  @Option var path: FingerMotion?

  /// The warm-up, fixed in time.
  static let warmUp = Duration.seconds(1)
  /// Time from the first frame to the first touch.
  private static let lead = Duration.milliseconds(300)
  /// Time after the last touch in which the compositor may still report presentations.
  private static let patience = Duration.seconds(1)

  func run() throws {
    var output = StandardOutput()
    try output.write([UInt8](JSONEncoder().encode(record())))
    try output.flush()
  }

  /// Makes the run and returns its record, which is partial if interrupted. Throws if the connection is lost.
  func record() throws -> LatencyRecord {
    guard let subject = BenchmarkSubject.named(pipeline) else {
      throw ValidationError("There is no pipeline '\(pipeline)'.")
    }
    let connection = try Connection(to: .named(socket))
    let window = try LatencyWindow(connection, policy: commit.policy)
    let post = try TouchPost()
    let input = LatencyInput(
      post, pipeline: subject.make(RecognizerBenchmark.bounds),
      prediction: ViewPrediction(predict, panel: RecognizerBenchmark.bounds))
    let meter = Photodiode(socket: socket)
    let diode = try photodiode == .on ? WorkerThread { meter.watch() } : nil
    let count = inputs + Int(LatencyClient.warmUp / .seconds(1) * rate) + 1
    let workload = path?.workload(rate: rate, count: count) ?? Workload.strokes(rate: rate, count: count)
    let loop = try EventLoop()
    let alarm = Alarm()
    var isInterrupted = false
    loop.add(input)
    loop.add(ConnectionSource(connection))
    loop.add(window)
    loop.add(alarm)
    loop.add(try SignalSource { isInterrupted = true })
    var player: WorkerThread?
    // The beginning of the finger's motion: its time, and what had happened until then.
    var play = (start: Timestamp.zero, wakeups: 0, processor: Int64(0))
    var known = 0
    try loop.run { now in
      if input.inputs.count != known {
        known = input.inputs.count
        window.needsFrame = true
      }
      try window.update(
        at: now, isPending: input.prediction.isPending(at: now), fingers: input.positions, onCommit: input.carry)
      if isInterrupted {
        isInterrupted = false
        post.close()
        if player == nil { return loop.stop() }
        // The last touches that were sent still count.
        alarm.set(now + LatencyClient.patience)
      }
      if player == nil && !window.commits.isEmpty {
        let start = now + LatencyClient.lead
        play = (start, loop.wakeups, MonotonicClock.nanoseconds(of: CLOCK_THREAD_CPUTIME_ID))
        player = try WorkerThread { post.play(workload, from: start) }
        // Until a second after the last touch.
        alarm.set(start + workload.period)
      }
      if alarm.hasRung { loop.stop() }
    }
    player?.join()
    meter.stop()
    diode?.join()
    let processor = Double(MonotonicClock.nanoseconds(of: CLOCK_THREAD_CPUTIME_ID) - play.processor) / 1e9
    let surface = window.role.surface
    var record = LatencyRecord()
    record.inputs = input.inputs
    record.commits = window.commits
    record.presentations = window.presentations
    record.sightings = meter.sightings
    record.discarded = surface.feedbackCounts.discarded
    record.buffers = surface.bufferCount
    record.starvations = surface.starvationCount
    record.clock = connection.presentationClock
    record.claimedInterval = surface.output?.state?.refreshRate.map { Int64(1e9 / $0) }
    if let path {
      record.gap = gap(
        path, from: play.start, record, window.dots, wakeups: loop.wakeups - play.wakeups, processorSeconds: processor)
    }
    return record
  }

  /// Compares every dot that was seen with the finger's true position at that moment.
  private func gap(
    _ motion: FingerMotion, from start: Timestamp, _ record: LatencyRecord, _ dots: [LatencyWindow.Dot], wakeups: Int,
    processorSeconds: Double
  ) -> LatencyRecord.Gap {
    let isReadBack = record.presentations.isEmpty
    let seen = Dictionary(
      (isReadBack ? record.sightings : record.presentations).map { ($0.commit, $0.time) }
    ) { first, _ in first }
    var frames: [LatencyGap.Frame] = []
    for dot in dots {
      guard let time = seen[dot.commit] else { continue }
      let moment = Timestamp(nanoseconds: time)
      let elapsed = moment.seconds(since: start)
      guard let truth = motion.position(at: elapsed)?.point else { continue }
      guard moment - start >= LatencyClient.warmUp, motion.isMoving(at: elapsed) else { continue }
      frames.append(
        LatencyGap.Frame(distance: dot.center.distance(to: truth), lateness: time - dot.forecast.nanoseconds))
    }
    let last = record.inputs.last?.scheduled ?? start.nanoseconds
    return LatencyRecord.Gap(
      frames: frames, isReadBack: isReadBack, seconds: Double(last - start.nanoseconds) / 1e9,
      draws: record.commits.count { $0.begun >= start.nanoseconds }, wakeups: wakeups,
      processorSeconds: processorSeconds)
  }
}
