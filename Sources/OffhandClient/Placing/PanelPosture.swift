public import Offhand

/// How the panel stands on which a view is seen, and how that is known.
public struct PanelPosture: Sendable, Hashable, CustomStringConvertible {
  /// How that is known.
  public enum Provenance: Sendable, Hashable {
    /// The user said so.
    case stated
    /// Panels of this size, in millimetres, mostly stand so.
    case assumed(from: Size)
    /// Nobody said, and nobody knows how large the panel is.
    case unknown
  }

  /// How it stands.
  public let posture: Posture
  /// How that is known.
  public let provenance: Provenance

  /// What the user said, or else what the size of the panel suggests, in millimetres; `nil` where nobody knows it.
  public init(stated: Posture?, panel: Size?) {
    if let stated {
      (posture, provenance) = (stated, .stated)
    } else if let panel, SurfaceGeometry.isPlausible(panel) {
      (posture, provenance) = (PanelPosture.usual(for: panel), .assumed(from: panel))
    } else {
      (posture, provenance) = (.unknown, .unknown)
    }
  }

  /// Panels of tablets end here: the diagonal of the largest that people lay down, 13 inches, in millimetres.
  private static let largestTablet = 345.0
  /// Monitors on desks end here: 28 inches. Where larger ones are touched, people stand before them; as a table it must be stated.
  private static let largestMonitor = 720.0

  /// How most panels of that size stand: phones in a hand, tablets on a table, laptops and monitors on a desk, larger ones
  /// where people walk past. What is as small as a watch tells nothing.
  private static func usual(for panel: Size) -> Posture {
    let suggested = Posture(of: panel)
    guard suggested == .unknown else { return suggested }
    let diagonal = Vector(dx: panel.width, dy: panel.height).length
    guard max(panel.width, panel.height) >= 80 else { return .unknown }
    return diagonal <= largestTablet ? .flatTablet : diagonal <= largestMonitor ? .monitor : .kiosk
  }

  /// One plain line: what is taken for granted, and what to do about it.
  public var description: String {
    switch provenance {
    case .stated: "the panel's posture was stated: \(posture.rawValue)"
    case .assumed(let size):
      "the panel measures \(Int(size.width.rounded())) x \(Int(size.height.rounded())) mm, so its posture is taken to be "
        + "\(posture.rawValue); --posture says it better"
    case .unknown: "nobody says how large the panel is, so its posture is unknown; --posture says it"
    }
  }
}
