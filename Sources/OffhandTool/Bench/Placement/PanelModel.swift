import Offhand

/// A device that scenes are set on.
struct PanelModel {
  let name: String
  let size: Size
  let posture: Posture

  static let phone = PanelModel(name: "phone", size: Size(width: 68, height: 150), posture: .handheld)
  static let tablet = PanelModel(name: "tablet", size: Size(width: 217, height: 136), posture: .flatTablet)
  static let monitor = PanelModel(name: "monitor", size: Size(width: 527, height: 296), posture: .monitor)
  static let all = [phone, tablet, monitor]

  var bounds: Rect { Rect(origin: .origin, size: size) }
}
