import OffhandCommandLine
import ArgumentParser
import Foundation
import Offhand
import OffhandBenchmarks
import OffhandClient
import OffhandPlatform
import OffhandWayland

/// `offhand bench latency-client`: one run of `offhand bench latency`, as a separate process.
struct BenchLatencyClientCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "latency-client", abstract: "One run of 'bench latency', as it starts it.", shouldDisplay: false)

  @Option var socket: String
  @Option var commit: CommitArgument
  @Option var inputs: Int
  @Option var rate: Double
  @Option var pipeline: String
  @Option var touchSocket: String?
  @Option var photodiode: PhotodiodeArgument

  func run() throws {
    guard let subject = BenchmarkSubject.named(pipeline) else {
      throw ValidationError("There is no pipeline '\(pipeline)'.")
    }
    let client = LatencyClient(
      socket: socket, policy: commit, inputs: inputs, rate: rate, pipeline: subject, touchSocket: touchSocket,
      photodiode: photodiode)
    var output = StandardOutput()
    try output.write([UInt8](JSONEncoder().encode(client.run())))
    try output.flush()
  }
}

/// One run: a typical program under a compositor, with open-loop touches, whose times are recorded.
struct LatencyClient {
  /// The compositor's socket.
  var socket: String
  /// The commit policy.
  var policy: CommitArgument
  /// The number of touch frames after the warm-up.
  var inputs: Int
  /// Rate of touch frames, in Hz.
  var rate: Double
  /// The pipeline that runs during the measurement.
  var pipeline: BenchmarkSubject
  /// The socket of weston's touch module; `nil` if touches come through a descriptor.
  var touchSocket: String?
  /// Whether the screen is read back.
  var photodiode: PhotodiodeArgument

  /// The warm-up, fixed in time.
  static let warmUp = Duration.seconds(1)
  /// Time from the first frame to the first touch.
  private static let lead = Duration.milliseconds(300)
  /// Time after the last touch in which the compositor may still report presentations.
  private static let patience = Duration.seconds(1)

  /// Makes the run and returns its record, which is partial if interrupted. Throws if the connection is lost.
  func run() throws -> LatencyRecord {
    let connection = try Connection(to: .named(socket))
    let window = try LatencyWindow(connection, policy: policy.policy)
    let surface = window.role.surface
    let bounds = RecognizerBenchmark.bounds
    let post = touchSocket == nil ? try TouchPost() : nil
    let input = LatencyInput(
      post.map { .post($0) } ?? .wayland(WaylandTouchSource(surface: surface)), pipeline: pipeline.make(bounds))
    let meter = Photodiode(socket: socket)
    let diode = try photodiode == .on ? WorkerThread { meter.watch() } : nil
    let generator = makeGenerator(post)
    let loop = try EventLoop()
    let alarm = Alarm()
    var isInterrupted = false
    loop.add(input)
    loop.add(ConnectionSource(connection))
    loop.add(window)
    loop.add(alarm)
    loop.add(try SignalSource { isInterrupted = true })
    var player: WorkerThread?
    var known = 0
    try loop.run { now in
      if input.inputs.count != known {
        known = input.inputs.count
        window.needsFrame = true
      }
      try window.update(at: now, fingers: input.fingers) { input.carry(in: $0) }
      if isInterrupted {
        isInterrupted = false
        generator.stop()
        if player == nil { return loop.stop() }
        // The last touches that were sent still count.
        alarm.time = now + LatencyClient.patience
      }
      if player == nil && !window.commits.isEmpty {
        let start = now + LatencyClient.lead
        player = try WorkerThread { generator.play(from: start) }
        alarm.time = start + generator.duration + LatencyClient.patience
      }
      if let end = alarm.time, now >= end { loop.stop() }
    }
    player?.join()
    meter.stop()
    diode?.join()
    return record(connection, window, input, meter, generator)
  }

  private func makeGenerator(_ post: TouchPost?) -> GeneratedTouches {
    let warmUp = Int(LatencyClient.warmUp / .seconds(1) * rate) + 1
    let workload = Workload.strokes(rate: rate, count: inputs + warmUp)
    let scale = Double(CompositorKind.standardSize.width) / RecognizerBenchmark.bounds.width
    return GeneratedTouches(
      workload, way: post.map { .post($0) } ?? .touchScreen(path: touchSocket ?? "", pixelsPerMillimetre: scale))
  }

  private func record(
    _ connection: Connection, _ window: LatencyWindow, _ input: LatencyInput, _ meter: Photodiode,
    _ generator: GeneratedTouches
  ) -> LatencyRecord {
    let surface = window.role.surface
    var record = LatencyRecord()
    record.inputs = input.inputs.map { input in
      var input = input
      input.sent = generator.sent(due: input.scheduled) ?? input.sent
      return input
    }
    record.commits = window.commits
    record.presentations = window.presentations
    record.sightings = meter.sightings
    record.discarded = surface.feedbackCounts.discarded
    record.buffers = surface.bufferCount
    record.starvations = surface.starvationCount
    record.clock = connection.presentationClock
    record.claimedInterval = surface.output?.state?.refreshRate.map { Int64(1e9 / $0) }
    return record
  }
}

/// Wakes an event loop once.
final class Alarm: EventSource {
  /// The time; `nil` for never.
  var time: Timestamp?

  var descriptor: Int32? { nil }
  var deadline: Timestamp? { time }
  func dispatch(at now: Timestamp) {}
}
