import Offhand

/// A person who makes one gesture after the other on a panel with the standard strategy.
struct HandSession {
  var placer: StandardPlacement
  private var time = Timestamp(nanoseconds: 1_000_000_000)
  private var nextID: UInt64 = 1

  init(_ environment: PanelSetup) { placer = StandardPlacement(environment: environment) }

  /// Makes a whole gesture: lands, stays for 100 ms, lifts, waits for a second.
  mutating func perform(_ scene: HandScene) {
    var frame = land(scene)
    time = time + .milliseconds(100)
    frame.settle()
    frame.timestamp = time
    for index in frame.indices { frame[index].phase = .ended }
    placer.ingest(frame)
    time = time + .seconds(1)
    placer.ingest(TouchFrame(timestamp: time))
  }

  /// Lands, and asks for an overlay in the same frame.
  mutating func begin(_ scene: HandScene, _ request: OverlayRequest) -> Placement {
    _ = land(scene)
    return placer.place(request)
  }

  /// Lands; answers how likely a right hand seems.
  mutating func belief(_ scene: HandScene) -> Double {
    _ = land(scene)
    return placer.estimator.tracks.count > 0 ? placer.estimator.tracks[0].rightProbability : 0.5
  }

  private mutating func land(_ scene: HandScene) -> TouchFrame {
    let frame = scene.frame(at: time, from: nextID)
    nextID += UInt64(frame.count)
    placer.ingest(frame)
    placer.estimator.note(scene.gesture)
    return frame
  }
}
