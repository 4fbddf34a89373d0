public import Offhand

/// Something that one person does in a row on a touch screen, and what begins or happens on one target when UIKit or Android judges it.
///
/// Positions fit on glass of 215x135 mm, away from its edges. The expectations are those of the standard gestures; where two toolkits
/// differ, of UIKit's, whose gestures stay with the fingers until these lift.
public struct Story: Sendable, CustomStringConvertible {
  /// What the person does, in words.
  public let description: String
  /// What begins or is recognized, in order, without swipes, which many drags are as well.
  public let expected: [GestureName]
  /// The touches.
  public let steps: [Step]

  init(_ description: String, _ expected: [GestureName], _ strokes: [Step]...) {
    self.description = description
    self.expected = expected
    steps = strokes.flatMap { $0 }.enumerated().sorted { ($0.element.time, $0.offset) < ($1.element.time, $1.offset) }
      .map(\.element)
  }

  /// A finger that lands at the first of `points`, each a time in ms and a position in mm, goes straight to each of the others, and lifts.
  static func stroke(_ finger: Int32, _ points: (Double, Double, Double)...) -> [Step] {
    var steps = [down(finger, points[0].1, points[0].2, at: points[0].0)]
    for (start, end) in zip(points, points.dropFirst()) {
      steps += drag(finger, from: (start.1, start.2), to: (end.1, end.2), over: start.0...end.0)
    }
    return steps + [up(finger, at: points[points.count - 1].0 + 8)]
  }

  private static func tap(_ finger: Int32, _ x: Double, _ y: Double, at time: Double) -> [Step] {
    [down(finger, x, y, at: time), up(finger, at: time + 70)]
  }

  /// The commonest two in a row: a finger pans, a second one lands beside it, and both part to 2.3 times their distance.
  public static let latePinch = Story(
    "pan, then add a finger and zoom", [.pan, .pinch],
    stroke(1, (0, 70, 60), (400, 95, 60), (700, 95, 60), (1200, 80, 60)),
    stroke(2, (700, 125, 60), (1200, 150, 60)))

  /// The catalogue.
  public static let all: [Story] = [
    Story("tap", [.tap], tap(1, 100, 60, at: 0)),
    Story("two taps in a row, as on a keyboard", [.tap, .tap], tap(1, 80, 60, at: 0), tap(2, 120, 70, at: 180)),
    Story("type with two thumbs that overlap", [.tap], tap(1, 60, 90, at: 0), tap(2, 150, 90, at: 60)),
    Story("press long", [.longPress], stroke(1, (0, 100, 60), (900, 100, 60))),
    Story("press long, then drag", [.longPress], stroke(1, (0, 100, 60), (700, 100, 60), (1100, 140, 60))),
    Story("pan", [.pan], stroke(1, (0, 80, 60), (600, 120, 60))),
    Story("flick", [.pan], stroke(1, (0, 80, 60), (80, 110, 60))),
    Story("scroll, then tap", [.pan, .tap], stroke(1, (0, 100, 90), (400, 100, 60)), tap(2, 100, 60, at: 900)),
    Story("tap, then pan", [.tap, .pan], tap(1, 100, 60, at: 0), stroke(2, (500, 100, 60), (900, 100, 90))),
    Story(
      "pinch", [.pinch], stroke(1, (0, 90, 60), (600, 70, 60)), stroke(2, (16, 120, 60), (600, 140, 60))),
    Story(
      "pinch in", [.pinch], stroke(1, (0, 70, 60), (600, 95, 60)), stroke(2, (30, 140, 60), (600, 115, 60))),
    Story(
      "turn", [.rotation], stroke(1, (0, 80, 60), (200, 83.3, 47.5), (400, 92.5, 38.3), (600, 105, 35)),
      stroke(2, (16, 130, 60), (200, 126.7, 72.5), (400, 117.5, 81.7), (600, 105, 85))),
    latePinch,
    Story(
      "pan, then add a finger far away and zoom in", [.pan, .pinch],
      stroke(1, (0, 60, 50), (400, 70, 60), (650, 70, 60), (1200, 95, 70)), stroke(2, (650, 160, 100), (1200, 125, 85))),
    Story(
      "pan, then spread with the second finger while the first rests", [.pan, .pinch],
      stroke(1, (0, 75, 60), (300, 90, 60), (1300, 90, 60)), stroke(2, (550, 120, 60), (650, 120, 60), (1200, 150, 60))),
    Story(
      "pan, then spread with the first finger while the second rests", [.pan, .pinch],
      stroke(1, (0, 75, 60), (300, 90, 60), (700, 90, 60), (1200, 65, 60)), stroke(2, (550, 120, 60), (1300, 120, 60))),
    Story(
      "pan, then turn about a thumb", [.pan, .rotation],
      stroke(1, (0, 75, 80), (300, 90, 80), (1400, 90, 80)), stroke(2, (500, 90, 40), (900, 118, 52), (1300, 130, 80))),
    Story(
      "pan, add a finger, drag both", [.pan], stroke(1, (0, 70, 60), (300, 90, 60), (600, 90, 60), (1000, 130, 60)),
      stroke(2, (500, 110, 90), (600, 110, 90), (1000, 150, 90))),
    Story(
      "pan without a rest, a finger lands late and both part", [.pan, .pinch],
      stroke(1, (0, 60, 60), (500, 90, 60), (900, 75, 75)), stroke(2, (500, 115, 50), (900, 135, 38))),
    Story(
      "press, then add a finger and spread", [.longPress],
      stroke(1, (0, 90, 60), (800, 90, 60), (1300, 70, 60)), stroke(2, (800, 120, 60), (1300, 145, 60))),
    Story(
      "rest just short of a press, then add a finger and spread", [.pinch, .pan],
      stroke(1, (0, 90, 60), (450, 90, 60), (950, 70, 60)), stroke(2, (450, 120, 60), (950, 145, 60))),
    Story(
      "pinch, lift one finger and go on with the other", [.pinch, .pan],
      stroke(1, (0, 90, 60), (500, 75, 60), (1100, 75, 95)), stroke(2, (16, 120, 60), (500, 140, 60))),
    Story(
      "pinch, lift one finger, land it again and go on", [.pinch, .pan],
      stroke(1, (0, 90, 60), (500, 75, 60), (1500, 60, 60)), stroke(2, (16, 120, 60), (500, 140, 60)),
      stroke(3, (900, 120, 60), (1500, 150, 60))),
    Story(
      "pinch, lift the first finger and land it elsewhere", [.pinch, .pan],
      stroke(1, (0, 90, 60), (500, 75, 60)), stroke(2, (16, 120, 60), (500, 140, 60), (1500, 150, 60)),
      stroke(3, (900, 100, 60), (1500, 70, 60))),
    Story(
      "two fingers scroll", [.pan], stroke(1, (0, 90, 90), (400, 90, 50)), stroke(2, (20, 120, 88), (400, 120, 48))),
    Story(
      "two fingers scroll, one lands 200 ms late", [.pan], stroke(1, (0, 90, 95), (200, 90, 90), (700, 90, 50)),
      stroke(2, (200, 120, 88), (700, 120, 48))),
    Story(
      "two fingers scroll, one lands 600 ms late", [.pan], stroke(1, (0, 90, 100), (600, 90, 90), (1100, 90, 50)),
      stroke(2, (600, 120, 88), (1100, 120, 48))),
    Story(
      "two fingers scroll, then zoom", [.pan, .pinch], stroke(1, (0, 90, 90), (400, 90, 60), (900, 70, 60)),
      stroke(2, (20, 120, 88), (400, 120, 58), (900, 145, 58))),
    Story(
      "a third finger joins a pinch", [.pinch, .pan], stroke(1, (0, 90, 60), (900, 70, 60)),
      stroke(2, (16, 120, 60), (900, 145, 60)),
      stroke(3, (500, 105, 85), (900, 105, 105))),
    Story(
      "the other thumb rests during a drag", [.pan, .pinch, .rotation], stroke(1, (0, 70, 60), (1200, 150, 60)),
      stroke(2, (400, 80, 115), (1000, 80, 115))),
    Story("tap with two fingers", [.tap], tap(1, 90, 60, at: 0), tap(2, 120, 62, at: 20)),
    Story("tap with three fingers", [.tap], tap(1, 80, 60, at: 0), tap(2, 100, 55, at: 12), tap(3, 120, 60, at: 24)),
    Story(
      "tap with two fingers after a pan", [.pan, .tap], stroke(1, (0, 70, 60), (400, 110, 60)), tap(2, 90, 60, at: 800),
      tap(3, 120, 62, at: 815)),
    Story(
      "pinch, then pan", [.pinch, .pan], stroke(1, (0, 90, 60), (400, 70, 60)),
      stroke(2, (16, 120, 60), (400, 140, 60)),
      stroke(3, (900, 80, 60), (1300, 120, 60))),
    Story(
      "pinch twice", [.pinch, .pinch], stroke(1, (0, 90, 60), (400, 70, 60)), stroke(2, (16, 120, 60), (400, 140, 60)),
      stroke(3, (700, 90, 60), (1100, 70, 60)), stroke(4, (716, 120, 60), (1100, 140, 60))),
    Story(
      "pan twice", [.pan, .pan], stroke(1, (0, 70, 60), (400, 110, 60)), stroke(2, (600, 70, 60), (1000, 110, 60))),
    Story(
      "pan, rest, and pan on", [.pan], stroke(1, (0, 70, 60), (400, 100, 60), (1400, 100, 60), (1800, 100, 90))),
    Story(
      "press, lift, pan", [.longPress, .pan], stroke(1, (0, 100, 60), (700, 100, 60)),
      stroke(2, (1000, 100, 60), (1400, 60, 60))),
    Story(
      "a second finger brushes the glass during a drag", [.pan], stroke(1, (0, 70, 60), (1000, 140, 60)),
      tap(2, 120, 85, at: 500)),
    Story(
      "pan, then pinch with a whole hand", [.pan, .pinch],
      stroke(1, (0, 80, 80), (400, 100, 80), (600, 100, 80), (1100, 92, 84)),
      stroke(2, (600, 110, 50), (1100, 112, 35)), stroke(3, (620, 130, 60), (1100, 148, 50))),
  ]
}
