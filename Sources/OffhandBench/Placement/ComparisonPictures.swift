import HandPoses
import Foundation
import Offhand
import OffhandPixman

/// Draws what a person sees: a hand over a picture, and under or beside it a zoom level, where popovers usually open and where Offhand
/// puts it. The scenes are of row M1, evenly spread over its poses; the first is the one whose hand hides nearest to the mean of the row.
struct ComparisonPictures {
  /// The number of scenes drawn.
  static let count = 8
  /// Pixels per millimetre.
  private static let density = 3.0
  /// The band under a picture with its caption, in millimetres.
  private static let caption = 11.0
  /// The space between two pictures, in millimetres.
  private static let gap = 3.0

  private let benchmark: PlacementBenchmark
  private let background: Bitmap

  init(_ benchmark: PlacementBenchmark) {
    self.benchmark = benchmark
    background = SamplePhoto.bitmap(4)
  }

  func draw(into directory: String) throws {
    try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
    let renderer = Renderer(fonts: try FontBook())
    let trials = benchmark.trials(PlacementBenchmark.cells[0], .persp)
    let usual = trials.map { $0.run(.classic).hidden }
    let mean = usual.reduce(0, +) / Double(max(usual.count, 1))
    let chosen = stride(from: 0, to: trials.count, by: max(trials.count / ComparisonPictures.count, 1))
      .prefix(ComparisonPictures.count).sorted { abs(usual[$0] - mean) < abs(usual[$1] - mean) }
    for (number, index) in chosen.enumerated() {
      try PNGWriter.write(draw(trials[index], by: renderer), to: "\(directory)/comparison-\(number + 1).png")
    }
  }

  /// Both pictures of a scene, side by side.
  private func draw(_ trial: Trial, by renderer: Renderer) -> Bitmap {
    let panel = trial.scene.panel.bounds
    let density = ComparisonPictures.density
    let size = Size(
      width: 2 * panel.width + ComparisonPictures.gap, height: panel.height + ComparisonPictures.caption)
    let sheet = Bitmap(width: Int(size.width * density), height: Int(size.height * density))
    sheet.fill(.white)
    let hand = HandImage(trial.scene.silhouette, in: panel, density: density)
    var captions = DisplayList()
    for (column, (preset, words, color)) in [
      (PlacementPreset.classic, "where popovers open", Color(red: 0.62, green: 0.16, blue: 0.1)),
      (.standard, "with Offhand", Color(red: 0.05, green: 0.4, blue: 0.22)),
    ].enumerated() {
      let outcome = trial.run(preset)
      let half = picture(of: outcome.rect, in: panel, by: renderer)
      hand.cover(half)
      outline(outcome.rect, in: panel, of: half, by: renderer)
      let left = Double(column) * (panel.width + ComparisonPictures.gap)
      for y in 0..<half.height {
        for x in 0..<half.width { sheet[Int(left * density) + x, y] = half[x, y] }
      }
      captions.text(
        "\(words): \(PercentText.string(outcome.hidden)) hidden",
        in: Rect(x: left, y: panel.height + 1, width: panel.width, height: ComparisonPictures.caption - 2),
        style: TextStyle(size: 5.2, weight: .bold, color: color, alignment: .center))
    }
    let strip = Bitmap(width: sheet.width, height: sheet.height)
    renderer.draw(
      captions, on: PixelGrid(width: Int32(sheet.width), height: Int32(sheet.height), size: size), into: strip)
    for y in Int(panel.height * density)..<sheet.height {
      for x in 0..<sheet.width { sheet[x, y] = ComparisonPictures.over(strip[x, y], sheet[x, y]) }
    }
    return sheet
  }

  /// The picture that is zoomed, with its level at `place`.
  private func picture(of place: Rect, in panel: Rect, by renderer: Renderer) -> Bitmap {
    let density = ComparisonPictures.density
    let bitmap = Bitmap(width: Int(panel.width * density), height: Int(panel.height * density))
    var list = DisplayList()
    list.shadow(under: place, cornerRadius: 1.5, Theme.standard.shadow)
    list.fill(place, Color(red: 0.11, green: 0.12, blue: 0.13), cornerRadius: 1.5)
    list.text("150%", in: place, style: TextStyle(size: 5, weight: .bold, color: .white, alignment: .center))
    renderer.draw(
      list, on: PixelGrid(width: Int32(bitmap.width), height: Int32(bitmap.height), size: panel.size), into: bitmap)
    for y in 0..<bitmap.height {
      for x in 0..<bitmap.width {
        bitmap[x, y] = ComparisonPictures.over(
          bitmap[x, y], background[x * background.width / bitmap.width, y * background.height / bitmap.height])
      }
    }
    return bitmap
  }

  /// Draws the edge of what the hand may hide, so that one sees what is under it.
  private func outline(_ place: Rect, in panel: Rect, of bitmap: Bitmap, by renderer: Renderer) {
    var list = DisplayList()
    list.stroke(place, Color(white: 1, alpha: 0.9), width: 0.6, cornerRadius: 1.5)
    let lines = Bitmap(width: bitmap.width, height: bitmap.height)
    renderer.draw(
      list, on: PixelGrid(width: Int32(bitmap.width), height: Int32(bitmap.height), size: panel.size), into: lines)
    for y in 0..<bitmap.height {
      for x in 0..<bitmap.width { bitmap[x, y] = ComparisonPictures.over(lines[x, y], bitmap[x, y]) }
    }
  }

  /// The premultiplied pixel `source` over `below`.
  static func over(_ source: UInt32, _ below: UInt32) -> UInt32 {
    let rest = 255 - (source >> 24)
    var pixel: UInt32 = 0
    for shift: UInt32 in [0, 8, 16, 24] {
      let component = (source >> shift & 0xFF) + ((below >> shift & 0xFF) * rest + 127) / 255
      pixel |= min(component, 255) << shift
    }
    return pixel
  }
}

/// A hand as a soft picture: its silhouette, rounded by shading, above its shadow.
private struct HandImage {
  private let width: Int
  private let height: Int
  private let shape: [Float]
  private let shade: [Float]
  private let shadow: [Float]

  init(_ silhouette: Silhouette, in panel: Rect, density: Double) {
    width = Int(panel.width * density)
    height = Int(panel.height * density)
    var mask = [Float](repeating: 0, count: width * height)
    for y in 0..<height {
      for x in 0..<width {
        let place = Point(x: panel.minX + (Double(x) + 0.5) / density, y: panel.minY + (Double(y) + 0.5) / density)
        if silhouette.hides(place) { mask[y * width + x] = 1 }
      }
    }
    shape = HandImage.blurred(mask, width, height, radius: 2)
    shade = HandImage.blurred(mask, width, height, radius: 11)
    shadow = HandImage.blurred(mask, width, height, radius: 7)
  }

  /// Draws the hand over `bitmap`.
  func cover(_ bitmap: Bitmap) {
    for y in 0..<height {
      for x in 0..<width {
        let index = y * width + x
        // Light from above and the left.
        let shadow = shadow[max(y - 8, 0) * width + max(x - 5, 0)] * 0.45
        var pixel = ComparisonPictures.over(Color(white: 0, alpha: shadow).premultiplied, bitmap[x, y])
        if shape[index] > 0 {
          let light = 0.72 + 0.28 * shade[index]
          let skin = Color(red: 0.86 * light, green: 0.69 * light, blue: 0.58 * light, alpha: shape[index])
          pixel = ComparisonPictures.over(skin.premultiplied, pixel)
        }
        bitmap[x, y] = pixel
      }
    }
  }

  /// `mask` after three box blurs, which come close to a Gaussian.
  private static func blurred(_ mask: [Float], _ width: Int, _ height: Int, radius: Int) -> [Float] {
    var mask = mask
    for _ in 0..<3 {
      mask = averaged(mask, count: width, step: 1, lines: height, pitch: width, radius: radius)
      mask = averaged(mask, count: height, step: width, lines: width, pitch: 1, radius: radius)
    }
    return mask
  }

  /// Each value replaced by the mean of its line from `radius` before to `radius` behind it; beyond the ends the line goes on as it ends.
  private static func averaged(
    _ mask: [Float], count: Int, step: Int, lines: Int, pitch: Int, radius: Int
  ) -> [Float] {
    var result = mask
    for line in 0..<lines {
      func value(_ index: Int) -> Float { mask[line * pitch + min(max(index, 0), count - 1) * step] }
      var sum = (-radius...radius).reduce(Float(0)) { $0 + value($1) }
      for index in 0..<count {
        result[line * pitch + index * step] = sum / Float(2 * radius + 1)
        sum += value(index + radius + 1) - value(index - radius)
      }
    }
    return result
  }
}
