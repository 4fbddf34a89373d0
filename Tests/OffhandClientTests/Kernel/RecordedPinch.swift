import Foundation

/// One of the project's own pinches, and what it implies by arithmetic alone, in pixels of the guest's screen.
///
/// Nothing here calls Offhand: the rules are written down once more, from recognizers.md 3.0.6 and 3.5.
struct RecordedPinch {
  /// A place or a displacement.
  struct Place {
    var x: Double
    var y: Double
  }

  /// The panel of 16384 by 9600 units, 76 and 71 to the millimetre, lies over all of the 1280 by 800 pixels.
  private static let pixelsPerMillimetre = Place(x: 1_280 * 76 / 16_384, y: 800 * 71 / 9_600)
  /// How far the span changes before it counts, in millimetres; it is taken out of the scale.
  private static let slop = 2.0

  /// Frames with two fingers: index and thumb, in millimetres.
  private let frames: [(index: Place, thumb: Place)]

  /// The pinch of `hand` up to and including the frame at `end` seconds.
  init(hand: String, until end: Double) throws {
    struct Line: Decodable {
      struct Frame: Decodable {
        var t: Double
        var touches: [KernelResults.Finger]
      }
      var frames: [Frame]
    }
    let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../../scripts/recordings/pinch-\(hand).jsonl")
    frames = try JSONDecoder().decode(Line.self, from: Data(contentsOf: file)).frames
      .filter { $0.t <= end }
      .compactMap { frame in
        guard let index = frame.touches.first(where: { $0.id == 1 }),
          let thumb = frame.touches.first(where: { $0.id == 0 })
        else { return nil }
        return (Place(x: index.x_mm, y: index.y_mm), Place(x: thumb.x_mm, y: thumb.y_mm))
      }
  }

  /// How much larger the picture is than before.
  var scale: Double { span(frames[frames.count - 1]) / (span(frames[0]) + RecordedPinch.slop) }

  /// Where the middle of a picture is that lay in the middle of the screen. The middle of these fingers wanders by less than
  /// what counts as a move, so the picture grows about where it was when the pinch began.
  var pictureMiddle: Place {
    let start = span(frames[0]) + RecordedPinch.slop
    let began = frames.first { span($0) >= start } ?? frames[0]
    let fixed = RecordedPinch.pixels(RecordedPinch.middle(began))
    return Place(x: fixed.x + (640 - fixed.x) * scale, y: fixed.y + (400 - fixed.y) * scale)
  }

  /// Where the middle of the popover is by the original's rule: 128 points of 163 to the inch above the middle of the
  /// fingers, and as far to the left of a right hand.
  func originalPopover(hand: String) -> Place {
    let offset = 128 * 25.4 / 163
    var place = RecordedPinch.middle(frames[frames.count - 1])
    place.x += hand == "right" ? -offset : offset
    place.y -= offset
    return RecordedPinch.pixels(place)
  }

  /// Where the middle of the popover's lower edge is by the classic rule: 2.1 millimetres above the fingers.
  var classicPopover: Place {
    let last = frames[frames.count - 1]
    return RecordedPinch.pixels(Place(x: RecordedPinch.middle(last).x, y: min(last.index.y, last.thumb.y) - 2.1))
  }

  private func span(_ frame: (index: Place, thumb: Place)) -> Double {
    hypot(frame.index.x - frame.thumb.x, frame.index.y - frame.thumb.y)
  }

  private static func middle(_ frame: (index: Place, thumb: Place)) -> Place {
    Place(x: (frame.index.x + frame.thumb.x) / 2, y: (frame.index.y + frame.thumb.y) / 2)
  }

  private static func pixels(_ place: Place) -> Place {
    Place(x: place.x * pixelsPerMillimetre.x, y: place.y * pixelsPerMillimetre.y)
  }
}
