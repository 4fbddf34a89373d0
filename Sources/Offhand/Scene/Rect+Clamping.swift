extension Rect {
  /// The rectangle moved as little as possible so that it lies within `bounds`, each axis for itself; where it is larger than
  /// the bounds, its leading edge (left, top) stands at theirs (recognizers.md L4). The size never changes.
  public func clamped(to bounds: Rect) -> Rect {
    Rect(
      x: max(bounds.minX, min(minX, bounds.maxX - width)), y: max(bounds.minY, min(minY, bounds.maxY - height)),
      width: width, height: height)
  }
}
