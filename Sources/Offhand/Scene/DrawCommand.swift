/// One thing to draw. Lengths are millimetres; ranges point into the list's own storage.
public enum DrawCommand: Sendable, Hashable {
  /// A filled rectangle with round corners.
  case fill(Rect, cornerRadius: Double, Color)
  /// The line just inside a rectangle's edge.
  case stroke(Rect, cornerRadius: Double, width: Double, Color)
  /// The shadow of a rounded rectangle, taken where the similarity leads.
  case shadow(Rect, cornerRadius: Double, Shadow, Similarity)
  /// A picture of a size, taken where the similarity leads.
  case picture(ImageID, size: Size, Similarity, FilterQuality)
  /// A line of text.
  case text(Range<Int>, in: Rect, TextStyle)
  /// A convex polygon.
  case polygon(Range<Int>, Color)
  /// The convex hull of two discs: centre and radius of each.
  case capsule(Point, Double, Point, Double, Color)
  /// From here to the matching `endLayer`: one sheet, cut and faded as a whole.
  case beginLayer(Rect, cornerRadius: Double, opacity: Double)
  /// The end of the innermost layer.
  case endLayer
}
