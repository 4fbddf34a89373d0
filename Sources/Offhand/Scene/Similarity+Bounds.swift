extension Similarity {
  /// The smallest upright rectangle that holds `rect` after this map.
  public func bounds(of rect: Rect) -> Rect {
    let center = apply(rect.center)
    let cosine = abs(rotation.cosine) * scale
    let sine = abs(rotation.sine) * scale
    return Rect(
      center: center,
      size: Size(
        width: cosine * rect.width + sine * rect.height, height: sine * rect.width + cosine * rect.height))
  }
}
