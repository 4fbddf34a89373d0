/// A recording as a line: the fingers of each of so many reports, in millimetres on a panel of this size, or in pixels without one; none is
/// down at the end.
package func recordingLine(
  _ name: String, of panel: String = "panel", size: (width: Double, height: Double)? = (300, 190),
  every interval: Double = 0.01, reports count: Int = 1,
  _ fingers: (_ report: Int) -> [(id: Int, x: Double, y: Double)]
) -> String {
  let unit = size == nil ? "px" : "mm"
  let frames = (0...count).map { index in
    let touches = (index < count ? fingers(index) : []).map {
      #"{"id":\#($0.id),"x_\#(unit)":\#($0.x),"y_\#(unit)":\#($0.y)}"#
    }
    return #"{"t":\#(Double(index) * interval),"touches":[\#(touches.joined(separator: ","))]}"#
  }
  let basis = size.map { #""width_mm":\#($0.width),"height_mm":\#($0.height),"mm_basis":"hid""# }
  let device = #"{"name":"\#(panel)","kind":"touchscreen",\#(basis ?? #""mm_basis":"none""#)}"#
  return
    #"{"source":"s","trace":"\#(name)","device":\#(device),"frames":[\#(frames.joined(separator: ","))]}"# + "\n"
}
