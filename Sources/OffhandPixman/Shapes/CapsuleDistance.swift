/// The convex hull of two discs.
struct CapsuleDistance: SignedDistance {
  private let startX: Double
  private let startY: Double
  private let startRadius: Double
  private let endRadius: Double
  private let length: Double
  private let axisX: Double
  private let axisY: Double
  /// Sine and cosine of the angle between the axis and the straight sides.
  private let taper: Double
  private let slope: Double

  /// The hull of the disc around (startX, startY) and the disc around (endX, endY).
  init(startX: Double, startY: Double, startRadius: Double, endX: Double, endY: Double, endRadius: Double) {
    let dx = endX - startX
    let dy = endY - startY
    let length = (dx * dx + dy * dy).squareRoot()
    if length <= abs(startRadius - endRadius) {  // one disc holds the other
      let isStartLarger = startRadius >= endRadius
      self.startX = isStartLarger ? startX : endX
      self.startY = isStartLarger ? startY : endY
      self.startRadius = max(startRadius, endRadius)
      self.endRadius = self.startRadius
      self.length = 0
      (axisX, axisY, taper, slope) = (1, 0, 0, 1)
    } else {
      (self.startX, self.startY, self.startRadius, self.endRadius) = (startX, startY, startRadius, endRadius)
      self.length = length
      (axisX, axisY) = (dx / length, dy / length)
      taper = (startRadius - endRadius) / length
      slope = (1 - taper * taper).squareRoot()
    }
  }

  @inline(__always)
  func distance(_ x: Double, _ y: Double) -> Double {
    let dx = x - startX
    let dy = y - startY
    let along = dx * axisX + dy * axisY
    let aside = abs(dy * axisX - dx * axisY)
    let foot = along * slope - aside * taper
    if foot <= 0 { return (along * along + aside * aside).squareRoot() - startRadius }
    if foot >= slope * length {
      let rest = along - length
      return (rest * rest + aside * aside).squareRoot() - endRadius
    }
    return aside * slope + along * taper - startRadius
  }
}
