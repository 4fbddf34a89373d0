import Offhand

/// A hand somewhere on a panel: what the touch screen feels, and what is truly hidden.
struct HandScene {
  /// How the truth is seen.
  enum View: String, CaseIterable {
    case persp
    case ortho
  }

  var panel: PanelModel
  var view: View
  var side: Handedness
  var kind: String
  var azimuth: Double
  /// The fingers, the index first; which finger is which is not told to the strategy.
  var contacts: [Point]
  var silhouette: Silhouette
  /// Relative to the panel's centre, y down.
  var eye: Viewpoint

  /// Sets `pose` on `panel`, mirrored for a left hand, with the index contact at `place`.
  init(_ pose: SilhouettePose, on panel: PanelModel, at place: Point, side: Handedness, view: View) {
    let sign = side == .left ? -1.0 : 1.0
    func set(_ x: Double, _ y: Double) -> Point { Point(x: place.x + sign * x, y: place.y - y) }
    self.panel = panel
    self.view = view
    self.side = side
    kind = pose.kind
    azimuth = pose.azimuthDeg
    contacts = HandScene.order.compactMap { pose.touch[$0] }.map { set($0[0], $0[1]) }
    let rings = view == .persp ? pose.persp : pose.ortho
    silhouette = Silhouette(
      rings.map { ring in stride(from: 0, to: ring.count - 1, by: 2).map { set(ring[$0], ring[$0 + 1]) } })
    let foot = set(pose.eye[0], pose.eye[1])
    eye = .eye(x: foot.x - panel.size.width / 2, y: foot.y - panel.size.height / 2, z: pose.eye[2])
  }

  private static let order = ["ff", "mf", "rf", "lf", "th"]

  var centroid: Point {
    let sum = contacts.reduce(Vector.zero) { $0 + ($1 - .origin) }
    return .origin + sum / Double(contacts.count)
  }

  var isOnPanel: Bool { contacts.allSatisfy { panel.bounds.contains($0) } }

  var gesture: GestureHint.Kind {
    switch kind {
    case "tap": .tap
    case "pinch": .pinch
    default: .multi
    }
  }

  /// Places each pose `count` times on the panel, its fingers on the glass, by chance of `seed`; poses that never fit are left
  /// out. The hand is a left one with probability `left`.
  static func scenes(
    of poses: [SilhouettePose], kinds: Set<String>, on panel: PanelModel, view: View, count: Int, left: Double,
    seed: UInt64
  ) -> [HandScene] {
    var random = SeededRandom(seed: seed)
    var scenes: [HandScene] = []
    for pose in poses where kinds.contains(pose.kind) {
      for _ in 0..<count {
        let side: Handedness = random.unit() < left ? .left : .right
        for _ in 0..<60 {
          let place = Point(x: random.unit() * panel.size.width, y: random.unit() * panel.size.height)
          let scene = HandScene(pose, on: panel, at: place, side: side, view: view)
          guard scene.isOnPanel else { continue }
          scenes.append(scene)
          break
        }
      }
    }
    return scenes
  }

  /// The frame in which all fingers have landed, shaken by up to `jitter` millimetres.
  func frame(at time: Timestamp = Timestamp(nanoseconds: 1_000_000_000), from firstID: UInt64 = 1) -> TouchFrame {
    var frame = TouchFrame(timestamp: time)
    for (index, place) in contacts.enumerated() {
      frame.append(
        Touch(id: Touch.ID(rawValue: firstID + UInt64(index)), slot: Int32(index), position: place, landingTime: time))
    }
    return frame
  }
}
