import Offhand
import OffhandClient
import OffhandDemos

/// A recording of two hands that turn two photos of a board at once, each photo between two fingers that go in a circle.
struct TwoHandsOnBoard {
  /// How many photos lie on the table; the two that were dealt last lie on top, and are turned.
  var photos: Int
  /// How long the hands turn, in seconds.
  var seconds: Int
  /// The table: that of a monitor of 24 inches.
  var table = Size(width: 531, height: 299)

  /// Reports a second, as touch screens give them.
  private static let rate = 120
  /// From the middle of a photo to a finger, in millimetres: inside of every photo.
  private static let arm = 14.0
  /// Turns a second: quick for a hand.
  private static let turns = 0.5

  /// One line of JSON.
  var line: String {
    let middles = [photos - 1, photos - 2].map {
      BoardProgram.dealtPlace(of: $0, among: photos, on: Rect(origin: .origin, size: table))
    }
    var frames: [String] = []
    for step in 0...seconds * TwoHandsOnBoard.rate {
      let time = Double(step) / Double(TwoHandsOnBoard.rate)
      let way = Vector(angle: Angle(degrees: time * TwoHandsOnBoard.turns * 360)) * TwoHandsOnBoard.arm
      let places = middles.flatMap { [$0 + way, $0 - way] }
      let touches = places.enumerated().map { #"{"id":\#($0),"x_mm":\#($1.x),"y_mm":\#($1.y)}"# }
      frames.append(#"{"t":\#(time),"touches":[\#(touches.joined(separator: ","))]}"#)
    }
    frames.append(#"{"t":\#(Double(seconds) + 0.01),"touches":[]}"#)
    return """
      {"source":"offhand","trace":"two-hands-on-board","device":{"name":"monitor","kind":"touchscreen",\
      "width_mm":\(table.width),"height_mm":\(table.height),"max_contacts":10},"frames":[\(frames.joined(separator: ","))]}

      """
  }
}
