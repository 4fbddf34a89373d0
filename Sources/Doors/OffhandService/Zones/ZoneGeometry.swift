package import Offhand

/// The part of an output that an edge or a corner takes.
package struct ZoneArea: Sendable, Hashable {
  /// In logical pixels from the output's top left corner.
  package var pixels: PixelRect
  /// In millimetres.
  package var rect: Rect

  private init(_ pixels: PixelRect, on output: SurfaceGeometry) {
    self.pixels = pixels
    let (x, y) = (output.size.width / output.pixelWidth, output.size.height / output.pixelHeight)
    rect = Rect(
      x: Double(pixels.x) * x, y: Double(pixels.y) * y, width: Double(pixels.width) * x,
      height: Double(pixels.height) * y)
  }

  /// The strip of an edge on `output`, without what `corners` take at its ends; `nil` if nothing remains.
  package init?(
    of edge: ServiceConfiguration.Edge, on output: SurfaceGeometry, beside corners: [ServiceConfiguration.Corner]
  ) {
    let isUpright = edge.edge.isUpright
    let (width, height) = (output.pixelWidth, output.pixelHeight)
    guard width >= 1, height >= 1, output.size.width > 0, output.size.height > 0 else { return nil }
    let length = isUpright ? height : width
    var start = (edge.part.lowerBound * length).rounded()
    var end = (edge.part.upperBound * length).rounded()
    for corner in corners {
      let square = ZoneArea(of: corner, on: output)
      guard corner.corner.touches(edge.edge) else { continue }
      if corner.corner.isAtStart(of: edge.edge) {
        start = max(start, Double(isUpright ? square.pixels.height : square.pixels.width))
      } else {
        end = min(end, Double(isUpright ? square.pixels.y : square.pixels.x))
      }
    }
    guard end > start else { return nil }
    let density = isUpright ? output.pixelsPerMillimetreX : output.pixelsPerMillimetreY
    // Half of an output is the most that an edge can be deep.
    let depth = min(max(1, (edge.depth * density).rounded()), ((isUpright ? width : height) / 2).rounded(.up))
    let pixels =
      switch edge.edge {
      case .left: PixelRect(0, start, depth, end - start)
      case .right: PixelRect(width - depth, start, depth, end - start)
      case .top: PixelRect(start, 0, end - start, depth)
      case .bottom: PixelRect(start, height - depth, end - start, depth)
      }
    self.init(pixels, on: output)
  }

  /// The square of a corner on `output`.
  package init(of corner: ServiceConfiguration.Corner, on output: SurfaceGeometry) {
    let width = min(max(1, (corner.size * output.pixelsPerMillimetreX).rounded()), output.pixelWidth)
    let height = min(max(1, (corner.size * output.pixelsPerMillimetreY).rounded()), output.pixelHeight)
    let (x, y) = (
      corner.corner.isLeft ? 0 : output.pixelWidth - width, corner.corner.isTop ? 0 : output.pixelHeight - height
    )
    self.init(PixelRect(x, y, width, height), on: output)
  }
}

extension PixelRect {
  /// The pixels of an output that `rect`, in millimetres, touches.
  init(_ rect: Rect, on output: SurfaceGeometry) {
    let (x, y) = (output.pixelsPerMillimetreX, output.pixelsPerMillimetreY)
    self.init(
      (rect.minX * x).rounded(.down), (rect.minY * y).rounded(.down), (rect.width * x).rounded(.up),
      (rect.height * y).rounded(.up))
  }

  /// Numbers that are whole and fit 32 bits.
  fileprivate init(_ x: Double, _ y: Double, _ width: Double, _ height: Double) {
    func pixel(_ value: Double) -> Int32 { Int32(max(0, min(value, 1e6))) }
    self.init(x: pixel(x), y: pixel(y), width: pixel(width), height: pixel(height))
  }
}

extension Rect {
  /// The position of a corner.
  func point(of corner: ScreenCorner) -> Point { Point(x: corner.isLeft ? minX : maxX, y: corner.isTop ? minY : maxY) }
}

extension ScreenCorner {
  /// Whether it is an end of `edge`.
  func touches(_ edge: ScreenEdge) -> Bool {
    switch edge {
    case .left: isLeft
    case .right: !isLeft
    case .top: isTop
    case .bottom: !isTop
    }
  }

  /// Whether it is the left or the top end of `edge`, which it touches.
  func isAtStart(of edge: ScreenEdge) -> Bool { edge.isUpright ? isTop : isLeft }
}

extension ScreenEdge {
  /// The band along it that is `depth` deep, and reaches beyond `panel` as far as touches may land.
  func band(of depth: Double, in panel: Rect) -> Rect {
    let outer = panel.grown(by: 8)
    return switch self {
    case .left: Rect(x: outer.minX, y: outer.minY, width: depth + 8, height: outer.height)
    case .right: Rect(x: panel.maxX - depth, y: outer.minY, width: depth + 8, height: outer.height)
    case .top: Rect(x: outer.minX, y: outer.minY, width: outer.width, height: depth + 8)
    case .bottom: Rect(x: outer.minX, y: panel.maxY - depth, width: outer.width, height: depth + 8)
    }
  }

  /// Whether it is the left or the right one.
  var isUpright: Bool { self == .left || self == .right }
}
