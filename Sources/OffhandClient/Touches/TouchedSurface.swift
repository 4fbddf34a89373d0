import Offhand

/// How large the surface is on the glass: the best that the output and the touch screens on it know (recognizers.md §3.0.1).
struct TouchedSurface {
  /// What the output knows, once it is known; its pixels are those of the surface.
  var output: SurfaceGeometry?
  private var devices: [TouchDevice] = []

  /// A touch screen came, or changed.
  mutating func update(_ device: TouchDevice) {
    remove(device.id)
    devices.append(device)
  }

  /// A touch screen went.
  mutating func remove(_ id: DeviceID) { devices.removeAll { $0.id == id } }

  /// The touch screens that are there.
  var isTouchable: Bool { !devices.isEmpty }

  /// Whether a touch screen, or the user, says how large it is.
  var isMeasured: Bool { geometry.map { $0.provenance == .configured || $0.provenance == .device } ?? false }

  /// The surface: of two that are known equally well the output's, of two touch screens the one that came first.
  var geometry: SurfaceGeometry? {
    guard var best = output else { return nil }
    for device in devices where device.surface.provenance.rank < best.provenance.rank {
      best.size = device.surface.size
      best.provenance = device.surface.provenance
    }
    return best
  }
}

extension SurfaceGeometry.Provenance {
  /// 0 is the best.
  fileprivate var rank: Int {
    switch self {
    case .configured: 0
    case .device: 1
    case .output: 2
    case .assumed: 3
    }
  }
}
