import FakeEvdev
import Glibc
import Offhand
import OffhandLibinput

/// Measures how touches come in: `input-bench STAGE WORKLOAD ROUNDS`, where STAGE is drain, libinput, gestures, evdev, tuio or tuio-in.
///
/// With `delay` it measures the bridge instead (`BridgeDelay`), with `people` it plays people to bridge and service (`PeopleSoak`).
///
/// Only the turns are timed; making the events is not. For instructions run it under callgrind with
/// `--toggle-collect='*measuredTurn*'`.
@main
enum InputBench {
  static func main() {
    let arguments = CommandLine.arguments
    if let part = arguments.dropFirst().first, ["delay", "people"].contains(part) {
      let words = Array(arguments.dropFirst(2))
      do { return try part == "delay" ? BridgeDelay.run(words) : PeopleSoak.run(words) } catch {
        print(error)
        exit(1)
      }
    }
    guard arguments.count == 4, let workload = Workload(path: arguments[2]), let rounds = Int(arguments[3]) else {
      print("usage: InputBench drain|libinput|gestures|evdev|tuio|tuio-in WORKLOAD.csv ROUNDS")
      exit(64)
    }
    let node = Workload.makeDevice()
    let stage = makeStage(arguments[1], node)
    measuredTurn(stage)
    var best = Int64.max
    var reports = 0
    // An hour ahead: of events that are older than 10 ms libinput writes log lines, which a busy machine or callgrind would make
    // part of what is counted.
    let start = nanoseconds() / 1000 + 3_600_000_000
    for round in 0..<rounds {
      var spent: Int64 = 0
      for index in workload.reports.indices {
        let time = start + (workload.times.last ?? 0) * Int64(round) + Int64(round) * 100_000 + workload.times[index]
        workload.feed(node, report: index, at: time)
        let before = nanoseconds()
        measuredTurn(stage)
        spent += nanoseconds() - before
        reports += 1
      }
      best = min(best, spent / Int64(workload.reports.count))
    }
    print("\(arguments[1]): \(reports) frames, nanoseconds per frame in the best round: \(best)")
  }

  private static func makeStage(_ name: String, _ node: Int32) -> any Stage {
    let panel = Rect(x: 0, y: 0, width: 160, height: 90)
    let selection = DeviceSelection.nodes(["/dev/input/event\(node)"])
    do {
      switch name {
      case "drain": return DrainStage(node)
      case "libinput": return FrameStage(try LibinputTouchSource(selection, opener: BenchOpener()))
      case "evdev": return FrameStage(try EvdevTouchSource(selection, opener: BenchOpener()))
      case "gestures":
        return GestureStage(
          try LibinputTouchSource(selection, opener: BenchOpener()),
          StandardPipeline(outputs: [panel]))
      case "tuio", "tuio-in":
        return try NetworkStage(
          try EvdevTouchSource(selection, opener: BenchOpener()), on: panel, receives: name == "tuio-in")
      default:
        print("no stage '\(name)'")
        exit(64)
      }
    } catch { fatalError("\(error)") }
  }

  private static func nanoseconds() -> Int64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }
}

/// One turn of the stage; a function of its own so that callgrind can be told to count it.
@inline(never) func measuredTurn(_ stage: any Stage) { stage.turn() }
