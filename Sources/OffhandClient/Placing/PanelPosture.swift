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
      (posture, provenance) = (Posture(of: panel), .assumed(from: panel))
    } else {
      (posture, provenance) = (.unknown, .unknown)
    }
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
