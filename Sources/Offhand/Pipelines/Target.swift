/// A region of the surface, or a node of a scene, that owns recognizers.
///
/// A finger belongs to the deepest target under its landing place and to all that contain it, for as long as it is down.
public struct Target: Sendable {
  /// The number that the caller's hit test answers with, and that `Pipeline.target(of:)` gives back.
  public var id: Int
  /// The target that contains this one; `nil` for one that nothing contains.
  public var parent: Int?
  /// Where it is, in millimetres; of overlapping siblings the later one is on top.
  public var region: Rect
  let recognizers: any RecognizerGroup

  /// A target with the recognizers that `content` names.
  public init(
    id: Int, in parent: Int? = nil, region: Rect, @PipelineBuilder _ content: () -> some RecognizerGroup
  ) {
    self.id = id
    self.parent = parent
    self.region = region
    recognizers = content()
  }
}
