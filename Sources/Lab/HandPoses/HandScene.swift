import OffhandTesting
package import Offhand

/// A device on which scenes are set.
package struct PanelModel {
  package let name: String
  package let size: Size
  package let posture: Posture

  package init(name: String, size: Size, posture: Posture) {
    (self.name, self.size, self.posture) = (name, size, posture)
  }

  package static let phone = PanelModel(name: "phone", size: Size(width: 68, height: 150), posture: .handheld)
  package static let tablet = PanelModel(name: "tablet", size: Size(width: 217, height: 136), posture: .flatTablet)
  package static let monitor = PanelModel(name: "monitor", size: Size(width: 527, height: 296), posture: .monitor)

  package var bounds: Rect { Rect(origin: .origin, size: size) }
}

/// A hand on a panel: its touches and what it hides.
package struct HandScene {
  /// The projection of the silhouette.
  package enum View: String, CaseIterable {
    case persp
    case ortho
  }

  package var panel: PanelModel
  package var view: View
  package var side: Handedness
  package var kind: String
  /// Positions of the fingertips, the index finger first. Strategies do not get the order.
  package var contacts: [Point]
  package var silhouette: Silhouette
  /// The eye relative to the panel's centre, y down.
  package var eye: Viewpoint

  /// Sets `pose` on `panel`, mirrored for a left hand, with the index finger at `place`.
  package init(_ pose: SilhouettePose, on panel: PanelModel, at place: Point, side: Handedness, view: View) {
    let sign = side == .left ? -1.0 : 1.0
    func set(_ x: Double, _ y: Double) -> Point { Point(x: place.x + sign * x, y: place.y - y) }
    self.panel = panel
    self.view = view
    self.side = side
    kind = pose.kind
    contacts = HandScene.order.compactMap { pose.touch[$0] }.map { set($0[0], $0[1]) }
    let rings = view == .persp ? pose.persp : pose.ortho
    silhouette = Silhouette(
      rings.map { ring in stride(from: 0, to: ring.count - 1, by: 2).map { set(ring[$0], ring[$0 + 1]) } })
    let foot = set(pose.eye[0], pose.eye[1])
    eye = .eye(x: foot.x - panel.size.width / 2, y: foot.y - panel.size.height / 2, z: pose.eye[2])
  }

  private static let order = ["ff", "mf", "rf", "lf", "th"]

  package var centroid: Point {
    let sum = contacts.reduce(Vector.zero) { $0 + ($1 - .origin) }
    return .origin + sum / Double(contacts.count)
  }

  package var isOnPanel: Bool { contacts.allSatisfy { panel.bounds.contains($0) } }

  package var gesture: GestureHint.Kind {
    switch kind {
    case "tap": .tap
    case "pinch": .pinch
    default: .multi
    }
  }

  /// Sets each pose `count` times at random positions on the panel at which all fingers fit. Poses that do not fit in 60 attempts are left
  /// out. The hand is a left one with probability `left`.
  package static func scenes(
    of poses: [SilhouettePose], kinds: Set<String>, on panel: PanelModel, view: View, count: Int, left: Double,
    seed: UInt64
  ) -> [HandScene] {
    var random = SeededGenerator(seed: seed)
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

  /// The frame in which all fingers land.
  package func frame(at time: Timestamp = Timestamp(nanoseconds: 1_000_000_000), from firstID: UInt64 = 1) -> TouchFrame
  {
    var frame = TouchFrame(timestamp: time)
    for (index, place) in contacts.enumerated() {
      frame.append(
        Touch(id: Touch.ID(rawValue: firstID + UInt64(index)), slot: Int32(index), position: place, landingTime: time))
    }
    return frame
  }
}
