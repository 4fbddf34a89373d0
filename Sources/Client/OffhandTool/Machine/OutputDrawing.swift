import Offhand
import OffhandCommandLine
import OffhandPlatform

/// The outputs as they lie beside each other, in characters for a terminal, with their sizes and touch screens.
struct OutputDrawing {
  /// The columns into which what is said of an output usually fits.
  private static let enough = 22.0

  /// Each output's place in logical pixels, and what is said of it.
  private var boxes: [(rect: Rect, words: [String])] = []

  /// The outputs of `compositor`, with the names of the touch screens on each.
  init(_ compositor: CompositorProbe, touched names: [String: [String]]) {
    for output in compositor.outputs {
      let right = boxes.map(\.rect.maxX).max() ?? 0
      var rect = Rect(x: right, y: 0, width: output.logicalWidth, height: output.logicalHeight)
      // Copies of one picture, and outputs whose positions are unknown, are drawn beside the others.
      let place = compositor.positions[output.name].map { Rect(origin: $0, size: rect.size) }
      if let place, !boxes.contains(where: { $0.rect.intersects(place) }) { rect = place }
      guard !rect.isEmpty else { continue }
      let pixels = output.transform.logical(Size(width: output.modeWidth, height: output.modeHeight))
      let size = output.plausibleSize.map { "\(OutputDrawing.words(output.transform.logical($0))) mm" }
      let touched = names[output.name]?.map { "touch: \($0)" } ?? []
      boxes.append((rect, [output.name, "\(OutputDrawing.words(pixels)) px", size ?? "size unknown"] + touched))
    }
  }

  private static func words(_ size: Size) -> String { "\(Int(size.width.rounded())) x \(Int(size.height.rounded()))" }

  /// Draws them, if the standard output is a terminal.
  func write(to output: inout StandardOutput) throws(StandardOutput.Failure) {
    guard Descriptor.isTerminal(1) else { return }
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap { Environment[$0] }.first { !$0.isEmpty } ?? ""
    let isUnicode = locale.lowercased().contains("utf-8") || locale.lowercased().contains("utf8")
    try output.write(
      text(across: Environment["COLUMNS"].flatMap { UInt16($0) }.map(Int.init) ?? 80, isUnicode ? "┌┐└┘─│" : "++++-|"))
  }

  /// The lines of at most `columns` characters; `frame` has the corners of a box, and its lines across and down.
  func text(across columns: Int, _ frame: String) -> String {
    guard let narrowest = boxes.map(\.rect.width).min(), let first = boxes.first?.rect else { return "" }
    let frame = frame.map(String.init)
    let all = boxes.reduce(first) { $0.union($1.rect) }
    let scale = min(Double(columns) / all.width, OutputDrawing.enough / narrowest, 200 / all.height)
    // A character is twice as high as it is wide.
    func column(_ x: Double) -> Int { Int(((x - all.minX) * scale).rounded()) }
    func row(_ y: Double) -> Int { Int(((y - all.minY) * scale / 2).rounded()) }
    var rows = [[Character]](repeating: Array(repeating: " ", count: column(all.maxX)), count: row(all.maxY))
    for (rect, words) in boxes {
      let (width, top) = (column(rect.maxX) - column(rect.minX) - 2, row(rect.minY))
      guard width >= 0 else { continue }
      for y in top..<row(rect.maxY) {
        let isTop = y == top
        let word = words.dropFirst(max(0, y - top - 1)).first.map { TerminalText.name($0).prefix(width) } ?? ""
        let line =
          isTop || y == row(rect.maxY) - 1
          ? frame[isTop ? 0 : 2] + String(repeating: frame[4], count: width) + frame[isTop ? 1 : 3]
          : frame[5] + word + String(repeating: " ", count: width - word.count) + frame[5]
        rows[y].replaceSubrange(column(rect.minX)..<column(rect.maxX), with: line)
      }
    }
    return rows.map { row in String(row.reversed().drop { $0 == " " }.reversed()) + "\n" }.joined()
  }
}
