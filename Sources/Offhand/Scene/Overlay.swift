/// Something that comments on what fingers do: where it is, and what it shows.
public struct Overlay: Sendable, Hashable {
  /// The name of an overlay; the application chooses it.
  public struct ID: Sendable, Hashable {
    /// The number.
    public var rawValue: Int

    /// The overlay with this number.
    @inlinable
    public init(rawValue: Int) { self.rawValue = rawValue }
  }

  /// Its name.
  public var id: ID
  /// Where it is, in millimetres; a shadow may reach further.
  public var rect: Rect
  /// What it shows.
  public var content: OverlayContent

  /// An overlay.
  public init(id: ID, rect: Rect, content: OverlayContent) {
    self.id = id
    self.rect = rect
    self.content = content
  }
}
