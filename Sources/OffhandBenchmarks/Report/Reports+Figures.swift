extension RecognizerReport {
  /// What a frame costs, hot and paced, and how late verdicts are.
  public var figures: [ReportFigure] {
    let costs = compute.flatMap { result in
      let name = "\(result.pipeline) \(result.workload) \(Int(result.rateHz)) Hz \(result.answers.rawValue)"
      let paced = result.pacedNs.map { [ReportFigure("\(name), paced ns", $0.median)] } ?? []
      return [ReportFigure("\(name), hot ns", result.hotNs.median)] + paced
    }
    let verdicts = decisions.compactMap { decision in
      decision.latencyMs.map {
        ReportFigure("\(decision.pipeline) \(decision.gesture) \(Int(decision.rateHz)) Hz, decided ms", $0.median)
      }
    }
    return costs + verdicts
  }
}

extension LatencyReport {
  /// The median of every stage of every setup.
  public var figures: [ReportFigure] {
    results.flatMap { result in
      let setup = result.setup
      let name = "\(setup.compositor) \(Int(setup.outputHz)) Hz \(setup.policy) \(setup.program)"
      return LatencyStage.allCases.compactMap { stage in
        result.stages[stage.rawValue].map { ReportFigure("\(name), \(stage.title) ms", $0.p50.median) }
      }
    }
  }
}

extension DrawingReport {
  /// The median of every scene.
  public var figures: [ReportFigure] {
    (memory + surface).map { ReportFigure("\($0.scene) \($0.width)x\($0.height), µs", $0.microseconds.median) }
  }
}

extension InputReport {
  /// Every stage on every workload.
  public var figures: [ReportFigure] {
    rows.flatMap { row in
      let counted = row.instructions.map { [ReportFigure("\(row.stage) \(row.workload), instructions", $0)] } ?? []
      return [ReportFigure("\(row.stage) \(row.workload), ns", row.nanoseconds.minimum)] + counted
    }
  }
}

extension ProgramReport {
  /// Start, memory and wake-ups.
  public var figures: [ReportFigure] {
    let resting = rest.map { rest in
      [
        ReportFigure("own memory, MB", rest.ownMb), ReportFigure("memory of files, MB", rest.fileMb),
        ReportFigure("idle, wake-ups a second", rest.wakeups),
      ]
    }
    return [ReportFigure("start, ms", startMs.median)] + (resting ?? [])
  }
}

extension PeerReport {
  /// This package against every peer.
  public var figures: [ReportFigure] {
    rows.compactMap { row in row.ratio.settled.map { ReportFigure("against \(row.peer) \(row.workload)", $0) } }
  }
}
