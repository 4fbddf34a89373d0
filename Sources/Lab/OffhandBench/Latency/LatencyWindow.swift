import Offhand
import OffhandBenchmarks
import OffhandClient
import OffhandPixman
import OffhandPlatform
import OffhandWayland

/// Draws a dot under every finger and the marker of the commit, and records commits and presentations.
final class LatencyWindow: EventSource {
  private(set) var commits: [LatencyRecord.Commit] = []
  private(set) var dots: [Dot] = []
  private(set) var presentations: [LatencyRecord.Sighting] = []
  let role: ToplevelSurface
  /// Whether there is a change that no commit shows.
  var needsFrame = true

  /// The only dot of a commit, where it is drawn and for when.
  struct Dot {
    var commit: Int
    var center: Point
    var forecast: Timestamp
  }

  private static let radius = 4.0
  private static let color = Color(rgb: 0x4CD38A)
  private static let ground = Color(rgb: 0x14171C)

  private let connection: Connection
  private let renderer: Renderer
  private var list = DisplayList()
  private var before = DisplayList()
  private var grid: PixelGrid?
  private var lastCallback: Timestamp?

  /// The time at which the pending frame should be drawn.
  private(set) var deadline: Timestamp?
  var descriptor: Int32? { nil }
  func dispatch(at now: Timestamp) { deadline = nil }

  init(_ connection: Connection, policy: PresentationPolicy) throws {
    self.connection = connection
    renderer = Renderer(fonts: try FontBook())
    role = ToplevelSurface(
      connection, title: "offhand bench latency", applicationID: "offhand", extent: .fullscreen(on: nil), policy: policy
    )
  }

  /// Draws if a frame is needed and the policy allows it; called in every round of the loop. `isPending` says whether the dots move on
  /// without inputs, `fingers` where they are in a frame. `onCommit` gets the number of the commit.
  func update(
    at now: Timestamp, isPending: Bool, fingers: (FrameTime) -> [Point], onCommit: (Int) -> Void
  ) throws {
    let surface = role.surface
    note(surface)
    guard needsFrame || isPending || surface.needsFrame, deadline == nil else { return }
    switch surface.opportunity(at: now, continuing: !needsFrame) {
    case .later: return
    case .at(let time): deadline = time
    case .now:
      let frame = surface.frameTime(at: now)
      try draw(surface, fingers(frame), for: frame, onCommit)
    }
  }

  private func note(_ surface: Surface) {
    let callback = surface.pacing.lastCallback
    if callback != lastCallback, !commits.isEmpty {
      lastCallback = callback
      commits[commits.count - 1].answered = callback?.nanoseconds
    }
    for seen in surface.takePresentations() {
      presentations.append(
        LatencyRecord.Sighting(
          commit: seen.commits.upperBound, time: seen.time.nanoseconds, uncertainty: seen.uncertainty.wholeNanoseconds))
    }
  }

  private func draw(
    _ surface: Surface, _ fingers: [Point], for frame: FrameTime, _ onCommit: (Int) -> Void
  ) throws {
    guard let layout = surface.layout else { return }
    swap(&list, &before)
    list.removeAll()
    list.fill(layout.geometry.bounds, LatencyWindow.ground)
    for finger in fingers { list.circle(center: finger, radius: LatencyWindow.radius, LatencyWindow.color) }
    var damage = layout.grid == grid ? Damage(from: before, to: list, on: layout.grid) : Damage(layout.grid.bounds)
    grid = layout.grid
    damage.add(Damage(FrameMarker.area))
    let number = surface.commitCount + 1
    let outcome = try surface.draw { buffer in
      var region = buffer.missing ?? Damage(layout.grid.bounds)
      region.add(damage)
      renderer.draw(list, on: layout.grid, damage: region, into: buffer.memory, stride: buffer.stride)
      FrameMarker.draw(number, into: buffer)
      return damage
    }
    guard case .committed(let committed) = outcome else {
      // The composed frame was not shown, so the next one is compared with the previous one.
      swap(&list, &before)
      return
    }
    needsFrame = false
    let begun = MonotonicClock.now().nanoseconds
    try connection.prepareToWait()
    commits.append(
      LatencyRecord.Commit(number: committed, begun: begun, time: MonotonicClock.now().nanoseconds))
    if fingers.count == 1 { dots.append(Dot(commit: committed, center: fingers[0], forecast: frame.presentation)) }
    onCommit(committed)
  }
}
