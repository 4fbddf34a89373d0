import OffhandCommandLine
import ArgumentParser
import Logging
import Offhand
import OffhandClient
import OffhandLibinput
import OffhandRecordings
import OffhandService

/// `offhand replay`: the events of a pipeline on recordings.
struct ReplayCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "replay",
    abstract: "Run recordings through a pipeline in virtual time and print what it recognizes; or play one.",
    discussion: """
      With --uinput every program on this machine sees the recording in real time, on a virtual touch screen like the recorded \
      one; 'offhand DEMO --source FILE' shows it to a demo.

      Recordings are JSON lines, evemu (.events or .evemu, with the description in the file or beside it) and what libinput record \
      writes; plain or compressed with gzip. Lengths are millimetres, times seconds from the start of the recording, \
      angles radians, clockwise positive. A hand is named once it is 65 % likely, until the other one is likelier.

      Examples:

        offhand replay pinch.jsonl
        offhand replay --json --states began,ended *.jsonl
        offhand replay --svg pinch.jsonl >pinch.svg
        offhand zoom --source pinch.jsonl
      """)

  @Argument(help: ArgumentHelp("Recordings; - is the standard input.", valueName: "file"))
  var files: [String]

  @Option(help: ArgumentHelp("The pipeline, as 'offhand pipelines' lists them.", valueName: "name"))
  var pipeline = "standard"

  @Option(help: ArgumentHelp("The filters before the pipeline, separated by commas, or none.", valueName: "filters"))
  var filter = FilterArgument(kinds: [])

  @OptionGroup var accommodating: AccommodateOptions

  @OptionGroup var hands: HandOptions

  @Option(
    help: ArgumentHelp(
      "When a swipe is recognized: as soon as it is long enough, or at the lift if the fingers still move at 50 mm/s.",
      valueName: "moment"))
  var swipe = ServiceConfiguration.SwipeMoment.threshold

  @Flag(help: "Print one JSON object per line.")
  var json = false

  @Flag(help: "Draw the paths on the glass, and when each recognizer waited for others, failed or was recognized.")
  var svg = false

  @Option(help: ArgumentHelp("Print only these states, separated by commas.", valueName: "states"))
  var states: ReplayStates?

  @Flag(help: "Print the number of events of each recognizer, one line per recording, instead of each event.")
  var summary = false

  @Option(
    name: .customLong("px-per-mm"),
    help: ArgumentHelp(
      "Pixels, or the device's units, per millimetre, for recordings without a physical size.",
      discussion: "Without it, pixels are taken as 96 to the inch, and a device as 220 mm long, a touchpad as 100 mm.",
      valueName: "number"))
  var pixelsPerMillimetre: Double?

  @OptionGroup var hand: HandPriorOptions

  @Flag(help: "Report a broken recording and continue with the next; the exit code is still 1.")
  var keepGoing = false

  @Flag(
    help: "Play the recording in real time on a virtual touch screen of the kernel; needs write access to /dev/uinput.")
  var uinput = false

  @OptionGroup var log: LogOptions

  func validate() throws {
    if uinput {
      guard files.count == 1 else { throw ValidationError("One file at a time can be played in real time.") }
      if let option = unread {
        throw ValidationError(
          "'\(option)' does nothing where a recording is played: omit it, or '--uinput'.")
      }
    }
    guard !files.isEmpty else { throw ValidationError("Name at least one recording.") }
    if svg, let option = [("--json", json), ("--states", states != nil), ("--summary", summary)].first(where: \.1)?.0 {
      throw ValidationError("'\(option)' does nothing in a drawing: omit it, or '--svg'.")
    }
    if let pixelsPerMillimetre, !(pixelsPerMillimetre > 0 && pixelsPerMillimetre.isFinite) {
      throw ValidationError("'--px-per-mm' takes a positive number.")
    }
    guard let entry = PipelineCatalog.entries.first(where: { $0.name == pipeline }) else {
      let names = PipelineCatalog.entries.map(\.name).joined(separator: ", ")
      throw ValidationError("There is no pipeline '\(pipeline)'; there are \(names).")
    }
    if swipe != .threshold, !entry.hasSwipes {
      throw ValidationError("'--swipe' does nothing with the pipeline '\(pipeline)', which has no swipes: omit it.")
    }
  }

  /// An option that was given although nothing reads it where a recording is played.
  private var unread: String? {
    let given = [
      ("--json", json), ("--svg", svg), ("--states", states != nil), ("--summary", summary),
      ("--keep-going", keepGoing),
      ("--pipeline", pipeline != "standard"), ("--filter", !filter.kinds.isEmpty), ("--hands", hands.hands != .each),
      ("--swipe", swipe != .threshold), ("--prior-right", hand.priorRight != 0.9),
    ]
    return given.first { $0.1 }?.0
  }

  func run() throws {
    if uinput { return try playIntoKernel(files[0]) }
    var output = StandardOutput()
    var picture = ReplayPicture()
    var progress = TerminalProgress()
    var isWhole = true
    for file in files {
      do {
        isWhole = try replay(file, to: &output, &picture, &progress) && isWhole
      } catch let fault as RecordingError {
        try output.flush()
        guard keepGoing else { throw fault }
        StandardError.write("offhand: \(TerminalText.name("\(fault)"))\n", in: .red)
        isWhole = false
      }
    }
    if svg { try output.write(picture.document) }
    try output.flush()
    if !isWhole { throw ExitCode(RunFailure.exitCode) }
  }

  private func playIntoKernel(_ file: String) throws {
    let logger = log.makeLogger()
    let loop = try EventLoop()
    var isOver = false
    let player = try KernelPlayer(
      path: file, pixelsPerMillimetre: pixelsPerMillimetre,
      announce: { screen, recording in
        logger.notice("playing \(recording.trace) on \(recording.device.name) at \(screen.node)")
      },
      stop: {
        isOver = true
        loop.stop()
      })
    loop.add(player)
    loop.add(try SignalSource { loop.stop() })
    if !isOver { try loop.run { _ in } }
    logger.notice("\(player.reports) reports played")
  }

  /// Replays all recordings of `file`. Returns whether none was broken; without `keepGoing`, throws at the first broken one.
  private func replay(
    _ file: String, to output: inout StandardOutput, _ picture: inout ReplayPicture, _ progress: inout TerminalProgress
  ) throws -> Bool {
    var reader = try RecordingReader(path: file)
    var caveats = ReplayCaveats(file: file)
    var (isWhole, count) = (true, 0)
    defer { progress.clear() }
    while true {
      let recording: Recording?
      do {
        recording = try reader.next()
      } catch {
        try output.flush()
        guard keepGoing else { throw error }
        StandardError.write("offhand: \(TerminalText.name("\(error)"))\n", in: .red)
        isWhole = false
        continue
      }
      guard let recording else { break }
      count += 1
      progress.show("\(file): recording \(count)")
      let scale = RecordingScale(recording, pixelsPerMillimetre: pixelsPerMillimetre)
      caveats.note(scale.caveat)
      if filter.kinds.contains(.pen), !recording.frames.contains(where: { $0.touches.contains(where: \.isPen) }) {
        caveats.note("no pen: evemu and JSON lines hold one device; 'libinput record' holds pen and touch screen")
      }
      guard
        let pipeline = PipelineCatalog.pipeline(
          named: pipeline, bounds: scale.surface.bounds, posture: scale.posture(of: recording.device),
          rightHandPrior: hand.priorRight,
          separation: hands.separation(scale.separation(of: recording.device)),
          swipe: swipe.trigger)
      else { break }
      if filter.kinds.isEmpty, accommodating.value.isEmpty {
        try replay(recording, scale, through: pipeline, to: &output, &picture)
      } else {
        try replayFiltered(recording, scale, through: pipeline, to: &output, &picture)
      }
    }
    caveats.report()
    return isWhole
  }

  private func replayFiltered(
    _ recording: Recording, _ scale: RecordingScale, through pipeline: some GesturePipeline,
    to output: inout StandardOutput, _ picture: inout ReplayPicture
  ) throws {
    let filters = UserFilters(ChosenFilters(filter.kinds), accommodating.value)
    try replay(recording, scale, through: pipeline.filtered { filters }, to: &output, &picture)
  }

  private func replay(
    _ recording: Recording, _ scale: RecordingScale, through pipeline: some GesturePipeline,
    to output: inout StandardOutput, _ picture: inout ReplayPicture
  ) throws {
    let allowingJumps = filter.kinds.contains(.despike)
    if svg {
      var replay = Replay(recording, scale: scale, through: WatchedPipeline(pipeline), allowingJumps: allowingJumps)
      replay.run { _, _ in }
      return picture.add(recording, on: scale.surface, replay.pipeline)
    }
    var replay = Replay(recording, scale: scale, through: pipeline, allowingJumps: allowingJumps)
    var counts = ReplaySummary()
    var writer = JSONWriter()
    var text = ""
    replay.run { event, touches in
      if let states, !states.contains(event.state) { return }
      if summary { return counts.add(event) }
      let line = ReplayLine(trace: recording.trace, event: event, touches: touches)
      if json { line.write(to: &writer) } else { text += line.text }
    }
    if summary {
      if json {
        counts.write(recording, scale: scale, frames: replay.frames, to: &writer)
      } else {
        text = counts.line(recording)
      }
    }
    if json { try output.write(writer.bytes) } else { try output.write(text) }
  }
}

/// A selection of gesture states, written with commas.
struct ReplayStates: ExpressibleByArgument {
  private var states: Set<GestureState>

  init?(argument: String) {
    states = []
    for word in argument.split(separator: ",", omittingEmptySubsequences: false) {
      guard let state = GestureState.allCases.first(where: { $0.word == word }) else { return nil }
      states.insert(state)
    }
  }

  func contains(_ state: GestureState) -> Bool { states.contains(state) }

  static var allValueStrings: [String] { [GestureState.allCases.map(\.word).joined(separator: ",")] }
}

extension ServiceConfiguration.SwipeMoment: ExpressibleByArgument {}

/// The caveats about a file, each reported once per file.
struct ReplayCaveats {
  let file: String
  private var counts: [(caveat: String, recordings: Int)] = []

  init(file: String) { self.file = file }

  mutating func note(_ caveat: String?) {
    guard let caveat else { return }
    if let index = counts.firstIndex(where: { $0.caveat == caveat }) {
      counts[index].recordings += 1
    } else {
      counts.append((caveat, 1))
    }
  }

  func report() {
    for (caveat, recordings) in counts {
      StandardError.write(
        "offhand: \(file): \(recordings == 1 ? "one recording" : "\(recordings) recordings"): \(caveat)\n")
    }
  }
}
