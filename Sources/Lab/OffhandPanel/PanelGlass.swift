package import Offhand
import OffhandPixman

/// A picture of the glass: how much a moving finger jitters where, and what is dead on it.
package struct PanelGlass {
  private let findings: PanelFindings
  let size: Size

  /// The glass of `size` millimetres.
  package init(_ findings: PanelFindings, size: Size) { (self.findings, self.size) = (findings, size) }

  /// About the side of the fields in which the largest jitter is shown, in millimetres.
  private static let field = 8.0

  /// The largest jitter in each field that a line crossed, in the order of rows.
  private var heat: [(field: Rect, value: Double)] {
    // Whole fields, so that two edges alike look alike.
    let columns = max(1, Int((size.width / PanelGlass.field).rounded()))
    let rows = max(1, Int((size.height / PanelGlass.field).rounded()))
    let field = Size(width: size.width / Double(columns), height: size.height / Double(rows))
    var largest: [Int: Double] = [:]
    for (place, value) in findings.deviations where Rect(origin: .origin, size: size).contains(place) {
      let key = min(rows - 1, Int(place.y / field.height)) * columns + min(columns - 1, Int(place.x / field.width))
      largest[key] = max(largest[key] ?? 0, value)
    }
    return largest.sorted { $0.key < $1.key }.map { key, value in
      let corner = Point(x: Double(key % columns) * field.width, y: Double(key / columns) * field.height)
      return (Rect(origin: corner, size: field), value)
    }
  }

  /// Draws it as large as it fits, with fields in the colours of their marks, bands in the colour of danger, edges without touches as thick lines, and ghosts as rings.
  func draw(in area: Rect, _ theme: Theme, into list: inout DisplayList) {
    guard size.width > 0, size.height > 0 else { return }
    let scale = min(area.width / size.width, area.height / size.height)
    let glass = Rect(center: area.center, size: Size(width: size.width * scale, height: size.height * scale))
    func place(_ point: Point) -> Point { glass.origin + (point - .origin) * scale }
    list.fill(glass, theme.control)
    list.group(at: glass.origin, scale: scale) { list in
      for (field, value) in heat {
        list.fill(field.inset(by: Insets(all: 0.3)), PanelGrade.Mark(value, PanelGrade.jitter).color.faded(0.7))
      }
    }
    for band in findings.deadBands ?? [] {
      let (from, to) = (band.range.lowerBound, band.range.upperBound)
      let corners =
        band.axis == .rows
        ? (Point(x: 0, y: from), Point(x: size.width, y: to)) : (Point(x: from, y: 0), Point(x: to, y: size.height))
      let (first, last) = (place(corners.0), place(corners.1))
      list.fill(
        Rect(x: first.x, y: first.y, width: last.x - first.x, height: max(last.y - first.y, 0)), theme.danger.faded(0.6)
      )
    }
    list.stroke(glass, theme.secondaryText, width: 0.3)
    if heat.isEmpty {
      let isUnknown = findings.deadBands == nil && findings.unreachedEdges == nil && findings.ghosts == nil
      let style = TextStyle(size: glass.height / 12, color: theme.secondaryText, alignment: .center)
      list.text(isUnknown ? "not measured" : "jitter not measured", in: glass, style: style)
    }
    for edge in findings.unreachedEdges ?? [] {
      let (inward, half) = (edge.inward, Vector(dx: glass.width / 2, dy: glass.height / 2))
      let middle = glass.center - Vector(dx: inward.dx * half.dx, dy: inward.dy * half.dy)
      let along = Vector(dx: inward.dy * half.dx, dy: inward.dx * half.dy)
      list.line(from: middle - along, to: middle + along, width: 1.5, theme.danger)
    }
    for ghost in findings.ghosts ?? [] { list.ring(center: place(ghost), radius: 2.5, width: 0.8, theme.danger) }
  }

  /// The bytes of a PNG of it on a small ground: four pixels to a millimetre, fewer of a wall of screens.
  package func png(_ theme: Theme) throws -> [UInt8] {
    let margin = 4.0
    let whole = Size(width: size.width + 2 * margin, height: size.height + 2 * margin)
    let density = min(4, 12_000 / max(whole.width, whole.height))
    let (width, height) = (Int(whole.width * density), Int(whole.height * density))
    let grid = PixelGrid(width: Int32(clamping: width), height: Int32(clamping: height), size: whole)
    let bitmap = Bitmap(width: width, height: height)
    var list = DisplayList()
    list.fill(Rect(origin: .origin, size: whole), theme.background)
    draw(in: Rect(origin: Point(x: margin, y: margin), size: size), theme, into: &list)
    Renderer(fonts: try FontBook()).draw(list, on: grid, into: bitmap)
    return PNGWriter.encode(bitmap)
  }
}
