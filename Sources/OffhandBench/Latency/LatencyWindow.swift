import Offhand
import OffhandBenchmarks
import OffhandClient
import OffhandPixman
import OffhandPlatform
import OffhandWayland

/// Draws a dot under every finger and the marker of the commit, and writes down when frames went and what became of them.
final class LatencyWindow: EventSource {
  /// The commits so far.
  private(set) var commits: [LatencyRecord.Commit] = []
  /// What the compositor said so far.
  private(set) var presentations: [LatencyRecord.Presentation] = []
  let role: ToplevelSurface
  /// Whether something is to be shown that no commit shows.
  var needsFrame = true

  private let connection: Connection
  private let renderer: Renderer
  private var list = DisplayList()
  private var before = DisplayList()
  private var grid: PixelGrid?
  private var lastCallback: Timestamp?

  /// When the frame that waits should be drawn.
  private(set) var deadline: Timestamp?
  var descriptor: Int32? { nil }
  func dispatch(at now: Timestamp) { deadline = nil }

  init(_ connection: Connection, policy: any PresentationPolicy) throws {
    self.connection = connection
    renderer = Renderer(fonts: try FontBook())
    role = ToplevelSurface(
      connection, title: "offhand bench latency", applicationID: "offhand", extent: .fullscreen(on: nil), policy: policy
    )
  }

  /// What has to happen in every round; `fingers` lie where dots are wanted, and `onCommit` is told the number of a commit.
  func update(at now: Timestamp, fingers: [Point], onCommit: (Int) -> Void) throws {
    let surface = role.surface
    note(surface)
    guard needsFrame || surface.needsFrame, deadline == nil else { return }
    switch surface.opportunity(at: now) {
    case .later: return
    case .at(let time): deadline = time
    case .now: try draw(surface, fingers, onCommit)
    }
  }

  /// Writes down what the compositor has said since the last round.
  private func note(_ surface: Surface) {
    let callback = surface.pacing.lastCallback
    if callback != lastCallback, !commits.isEmpty {
      lastCallback = callback
      commits[commits.count - 1].answered = callback?.nanoseconds
    }
    for seen in surface.takePresentations() {
      presentations.append(
        LatencyRecord.Presentation(
          commit: seen.commits.upperBound, time: seen.time.nanoseconds, uncertainty: seen.uncertainty.wholeNanoseconds))
    }
  }

  private func draw(_ surface: Surface, _ fingers: [Point], _ onCommit: (Int) -> Void) throws {
    guard let layout = surface.layout else { return }
    swap(&list, &before)
    list.removeAll()
    list.fill(layout.geometry.bounds, Color(rgb: 0x14171C))
    for finger in fingers { list.circle(center: finger, radius: 4, Color(rgb: 0x4CD38A)) }
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
      // What was composed was not shown, so the next frame must differ from the one before.
      swap(&list, &before)
      return
    }
    needsFrame = false
    let begun = OffhandPlatform.MonotonicClock.now().nanoseconds
    try connection.prepareToWait()
    commits.append(
      LatencyRecord.Commit(number: committed, begun: begun, time: OffhandPlatform.MonotonicClock.now().nanoseconds))
    onCommit(committed)
  }
}
