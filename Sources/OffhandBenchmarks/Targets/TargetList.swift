extension BenchmarkResults {
  private static let workloads = ["drag1", "pinch2", "ten", "taps"]

  /// T1 to T16 and T18, with the measured figures.
  package var targets: [Target] {
    [
      Target("T1", "engine (drag1, pinch2, ten, taps)", unit: "ns a frame", hot([15, 35, 70, 22], .counted)),
      Target(
        "T1", "engine (drag1, pinch2, ten, taps)", unit: "instructions a frame", instructions([300, 550, 1250, 400])),
      Target("T2", "engine, every event delivered", unit: "ns a frame", hot([30, 50, 80, 25], .delivered)),
      Target(
        "T3", "against SDL2's gestures (pinch2, ten, taps)", unit: "of its time",
        zip(["pinch2", "ten", "taps"], [0.7, 0.2, 0.35]).map { workload, limit in
          TargetFigure(workload, .atMost(limit), peer("SDL2", workload))
        }),
      Target(
        "T4", "faster than toolkits on pinch2 (Qt Quick, GTK 4)", unit: "times",
        [
          TargetFigure("Qt Quick", .atLeast(40), peer("Qt", "pinch2").map { 1 / $0 }),
          TargetFigure("GTK 4", .atLeast(200), peer("GTK", "pinch2").map { 1 / $0 }),
        ]),
      Target("T5", "allocations in the steady state", unit: "a pass", allocations),
      Target(
        "T6", "libinput to events, against the plain C drain", unit: "× its instructions",
        BenchmarkResults.workloads.map { workload in
          TargetFigure(workload, .atMost(1.25), quotient("gestures", "drain", workload) { $0.instructions })
        }),
      Target(
        "T6", "libinput to events, against the plain C drain", unit: "× its ns",
        BenchmarkResults.workloads.map { workload in
          TargetFigure(workload, .atMost(1.10), input?.row("gestures", workload)?.ratio?.settled)
        }),
      Target(
        "T7", "evdev against libinput (drag1, pinch2, ten)", unit: "of its ns",
        zip(["drag1", "pinch2", "ten"], [0.6, 0.45, 0.25]).map { workload, limit in
          TargetFigure(workload, .atMost(limit), quotient("evdev", "libinput", workload) { $0.ratio?.settled })
        }),
      Target(
        "T8", "engine, a frame every 2 ms, pinch2 (p50, p99)", unit: "ns",
        [
          TargetFigure("p50", .atMost(250), compute("pinch2", .delivered)?.pacedNs?.median),
          TargetFigure("p99", .atMost(2000), compute("pinch2", .delivered)?.pacedNs?.p99),
        ]),
      Target("T9", "a moving dot; a frame of ten with its commit", unit: "µs", drawnFigures),
      Target(
        "T10", "requests of a commit; damage of a frame",
        [
          TargetFigure("requests", .atMost(6), unit: "µs", drawn("commit alone")),
          TargetFigure(
            "rectangles", .atMost(4), unit: "rectangles", drawing?.surface.map(\.rectangles).max().map(Double.init)),
        ]),
      Target(
        "T11", "commit to frame callback, sway at 1000 Hz (p50)", unit: "ms",
        [TargetFigure("callback", .atMost(1.3), callbackAtThousand)]),
      Target(
        "T12", "placement: decision p50, p99; look at a shown overlay p50", unit: "µs",
        [
          TargetFigure("p50", .atMost(60), placed("M21 p50")),
          TargetFigure("p99", .atMost(150), placed("M21 p99")),
          TargetFigure("look", .atMost(4), placed("M22 p50")),
        ]),
      Target(
        "T13", "wake-ups at rest", unit: "a second",
        [TargetFigure("idle", .atMost(0), program?.rest?.wakeups)]),
      Target(
        "T14", "start to first frame; memory besides buffers, all and its own",
        [
          TargetFigure("start", .atMost(50), unit: "ms", program?.startMs.median),
          TargetFigure("memory", .atMost(20), unit: "MB", program?.rest?.residentMb),
          TargetFigure("own", .atMost(20), unit: "MB of its own", program?.rest?.ownMb),
        ]),
      Target(
        "T15", "error cut 25 ms ahead (drags, drawing, handwriting), p50", unit: "%",
        zip(PredictionReport.targetKinds, [70.0, 57, 52]).map { kind, limit in
          TargetFigure(kind, .atLeast(limit), predictionCut(of: kind).map { 100 * $0.p50 })
        }),
      Target(
        "T15", "error cut 25 ms ahead (drags, drawing, handwriting), p95", unit: "%",
        zip(PredictionReport.targetKinds, [45.0, 38, 42]).map { kind, limit in
          TargetFigure(kind, .atLeast(limit), predictionCut(of: kind).map { 100 * $0.p95 })
        }),
      Target("T16", "a board of 20 photos at 3840x2160, two turned, two threads", boardFigures),
      Target(
        "T18", "from a pull to the socket (p50); events at the program",
        [
          TargetFigure("p50", .atMost(1), unit: "ms", service?.addedMs.median),
          TargetFigure("below", .atMost(0), unit: "events", service.map { Double($0.eventsBelow) }),
        ]),
    ]
  }

  private func compute(_ workload: String, _ delivery: EventDelivery) -> ComputeResult? {
    recognizers?.compute.first { $0.pipeline == "standard" && $0.workload == workload && $0.delivery == delivery }
  }

  private func hot(_ limits: [Double], _ delivery: EventDelivery) -> [TargetFigure] {
    zip(BenchmarkResults.workloads, limits).map { workload, limit in
      TargetFigure(workload, .atMost(limit), compute(workload, delivery)?.hotNs.median)
    }
  }

  private func instructions(_ limits: [Double]) -> [TargetFigure] {
    zip(BenchmarkResults.workloads, limits).map { workload, limit in
      TargetFigure(workload, .atMost(limit), counts?.row("standard \(workload) counted")?.instructions)
    }
  }

  private var allocations: [TargetFigure] {
    BenchmarkResults.workloads.map { workload in
      TargetFigure(workload, .atMost(0), counts?.row("standard \(workload) delivered").map { Double($0.allocations) })
    }
  }

  private func peer(_ name: String, _ workload: String) -> Double? {
    peers?.rows.first { $0.peer.hasPrefix(name) && $0.workload == workload }?.ratio.settled
  }

  private func placed(_ row: String) -> Double? {
    placement?.rows.first { $0.row == row }?.figures["standard"]?.mean
  }

  private func predictionCut(of kind: String) -> (p50: Double, p95: Double)? {
    prediction.flatMap { report in
      report.rows.first { $0.kind == kind && $0.predictor == "steady" && $0.horizonMs == 25 }.flatMap(report.cut)
    }
  }

  private func quotient(
    _ stage: String, _ other: String, _ workload: String, _ value: (InputReport.Row) -> Double?
  ) -> Double? {
    guard let first = input?.row(stage, workload).flatMap(value),
      let second = input?.row(other, workload).flatMap(value), second > 0
    else { return nil }
    return first / second
  }

  private var drawnFigures: [TargetFigure] {
    let dots = drawing?.memory.filter { $0.scene.hasPrefix("dot") } ?? []
    return [
      TargetFigure("dot", .atMost(5), dots.map(\.microseconds.median).max()),
      TargetFigure("ten dots", .atMost(60), drawn("ten dots")),
    ]
  }

  /// With two threads; nothing on a machine with another number of processors.
  private var boardFigures: [TargetFigure] {
    // The whole board under the policy that is the default on sway, where it is shown; in memory, with one thread and with two.
    let board = drawing?.board?.first {
      $0.scene.hasPrefix("board") && $0.scene.hasSuffix("immediate") && $0.width == 3840
    }
    let rows = drawing?.memory.filter { $0.scene.hasPrefix("20 photos") && $0.width == 3840 } ?? []
    let one = rows.first { $0.threads == 1 }?.microseconds.median
    let two = rows.first { $0.threads == 2 }?.microseconds.median
    return [
      TargetFigure("p50", .atMost(12), unit: "ms", board.map { $0.microseconds.median / 1000 }),
      TargetFigure("p99", .atMost(16.7), unit: "ms", board?.microseconds.p99.map { $0 / 1000 }),
      TargetFigure("threads", .atLeast(1.7), unit: "times one thread", one.flatMap { one in two.map { one / $0 } }),
    ]
  }

  private func drawn(_ scene: String) -> Double? {
    drawing?.surface.first { $0.scene == scene }?.microseconds.median
  }

  private var callbackAtThousand: Double? {
    let results = latency?.results.filter { $0.setup.compositor == "sway" && $0.setup.outputHz == 1000 } ?? []
    return results.first { $0.setup.policy == "frame-callback" }?.answer?.p50.median
  }
}
