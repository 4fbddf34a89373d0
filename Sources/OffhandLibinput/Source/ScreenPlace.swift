import Offhand

/// Where a touch screen lies, and how its coordinates lead there.
struct ScreenPlace {
  /// All names by which the user may speak of it.
  let names: [String]
  /// What its place depends on.
  let panel: TouchPanel
  /// Which output it lies on.
  private(set) var output: OutputAssignment?
  /// How its coordinates lead to millimetres.
  private(set) var mapping: OutputMapping

  init(names: [String], panel: TouchPanel) {
    self.names = names
    self.panel = panel
    mapping = OutputMapping(panel: panel, output: nil)
  }

  /// Finds the place anew; answers whether anything changed.
  mutating func find(on outputs: [OutputDescription], by preferences: MappingPreferences) -> Bool {
    let previous = (output, mapping)
    output = OutputAssignment.assign(panel, to: outputs, configured: preferences.output(for: names))
    mapping = OutputMapping(
      panel: panel, output: outputs.first { $0.name == output?.name }, configured: preferences.size(for: names))
    return previous != (output, mapping)
  }
}
