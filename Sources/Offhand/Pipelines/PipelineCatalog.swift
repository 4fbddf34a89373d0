/// The pipelines that can be chosen by name.
public enum PipelineCatalog {
  /// A pipeline that has a name.
  public struct Entry: Sendable {
    /// The name.
    public var name: String
    /// What it is for, in one line.
    public var summary: String
    /// Makes the pipeline for a surface of these bounds, in millimetres.
    public var make: @Sendable (_ bounds: Rect) -> any GesturePipeline
  }

  /// All of them, the usual one first.
  public static let entries: [Entry] = [
    Entry(name: "standard", summary: "every kind of gesture; pan, pinch and rotation together") { _ in
      Pipeline {
        TapGestureRecognizer()
        PanGestureRecognizer().simultaneous(with: .pinch, .rotation)
        PinchGestureRecognizer().simultaneous(with: .rotation)
        RotationGestureRecognizer()
      }
    }
  ]

  /// The pipeline named `name`, for a surface of `bounds`; `nil` where there is none.
  public static func pipeline(named name: String, bounds: Rect) -> (any GesturePipeline)? {
    entries.first { $0.name == name }?.make(bounds)
  }
}
