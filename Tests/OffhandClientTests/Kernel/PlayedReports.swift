import Testing

/// Compares what was played on a kernel's screen with what a source made of it, frame by frame.
struct PlayedReports {
  let panel: SourceResults.Panel
  let device: ProbeAccount.Device
  /// How far a position may be off, in units of the device: one, and what the device calls noise.
  private var tolerance: Double { 1 + Double(panel.x.fuzz ?? 0) }

  init(_ panel: SourceResults.Panel, on device: ProbeAccount.Device) {
    (self.panel, self.device) = (panel, device)
  }

  /// Every report gave one frame with the same contacts at the same places; answers how many frames are left over.
  func expect(
    _ frames: [ProbeAccount.Frame], source: String, sourceLocation: SourceLocation = #_sourceLocation
  ) -> Int {
    var next = 0
    for (number, report) in panel.reports.enumerated() {
      guard next < frames.count else {
        Issue.record("\(panel.name), \(source): no frame for report \(number)", sourceLocation: sourceLocation)
        return 0
      }
      var touches = frames[next].touches
      next += 1
      // A finger that took another's place ends the one and begins the other; that may take two frames.
      if report.contains(where: { $0.change == "replaced" }), touches.contains(where: { $0.phase == "cancelled" }),
        !touches.contains(where: { $0.phase == "began" }), next < frames.count
      {
        touches = frames[next].touches
        next += 1
      }
      if let difference = difference(report, touches) {
        Issue.record(
          "\(panel.name), \(source), report \(number): \(difference)", sourceLocation: sourceLocation)
        return 0
      }
    }
    return frames.count - next
  }

  private func difference(_ report: [SourceResults.Contact], _ touches: [ProbeAccount.Touch]) -> String? {
    for contact in report {
      let found = touches.filter { $0.slot == contact.slot }
      // libinput tells of a finger that took another's place as of a jump (recognizers.md LI7); the guard of the frame
      // assembler makes two fingers of it, which the probe leaves out.
      let phases = contact.change == "replaced" ? ["began", "moved"] : [contact.change]
      guard let touch = found.first(where: { phases.contains($0.phase) }) else {
        return "slot \(contact.slot) \(contact.change) became \(found.map(\.phase))"
      }
      guard let x = contact.x, let y = contact.y else { continue }
      let units = (
        x: touch.x / device.width * PlayedReports.length(panel.x) + Double(panel.x.min),
        y: touch.y / device.height * PlayedReports.length(panel.y) + Double(panel.y.min)
      )
      if abs(units.x - Double(x)) > tolerance || abs(units.y - Double(y)) > tolerance {
        return "slot \(contact.slot) at \(x),\(y) became \(units.x),\(units.y)"
      }
    }
    let expected = Set(report.filter { $0.change != "ended" }.map(\.slot))
    let down = Set(touches.filter(\.isDown).map(\.slot))
    return expected == down ? nil : "the slots \(expected.sorted()) became \(down.sorted())"
  }

  /// libinput counts the last unit as a whole one.
  private static func length(_ axis: SourceResults.Axis) -> Double { Double(axis.max - axis.min + 1) }
}
