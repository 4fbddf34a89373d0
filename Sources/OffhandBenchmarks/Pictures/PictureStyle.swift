/// The colours of all pictures. They keep apart for those who see red and green alike, and on a white card they stay
/// readable in a dark page.
enum PictureStyle {
  static let ink = "#1f2328"
  static let quiet = "#656d76"
  static let rule = "#d8dee4"
  static let ground = "#f6f8fa"
  static let good = "#1b7f5c"
  static let bad = "#c4562f"
  static let unknown = "#afb8c1"

  /// The colour of a commit policy.
  static func color(ofPolicy policy: String) -> String {
    switch policy {
    case "immediate": "#1b7f5c"
    case "late-latch": "#3267c9"
    case "frame-callback": "#c4562f"
    default: ink
    }
  }

  /// The colour of the way to a stage.
  static func color(of stage: LatencyStage) -> String {
    switch stage {
    case .sent: "#d29922"
    case .woken, .assembled, .decided: "#8250df"
    case .committed: "#3267c9"
    case .answered, .presented, .seen: "#9fc5b4"
    }
  }
}
