/// The points on the way of a touch from the moment it was due to the glass, in the order of the way.
public enum LatencyStage: String, Sendable, Codable, CaseIterable {
  /// The generator let go of it: how late the generator itself was.
  case sent
  /// The event loop woke.
  case woken
  /// Its frame was whole.
  case assembled
  /// The recognizers had said what they say to it.
  case decided
  /// The first frame drawn with it was with the compositor.
  case committed
  /// The compositor asked for the next frame after that one.
  case answered
  /// The compositor says that a frame with it was seen.
  case presented
  /// Its pixels were read back from the screen.
  case seen

  /// How people call it.
  public var title: String {
    switch self {
    case .sent: "generator late"
    case .woken: "woken"
    case .assembled: "frame whole"
    case .decided: "recognized"
    case .committed: "committed"
    case .answered: "answered"
    case .presented: "presented"
    case .seen: "pixel seen"
    }
  }
}
