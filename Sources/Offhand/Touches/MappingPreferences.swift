/// What the user said about touch screens: which output they lie on, and how large they are.
///
/// A touch screen goes by any of its names: what the kernel calls it, its device node, its place on the bus (udev's
/// `ID_PATH`), or a link below `/dev/input/by-path`. The place on the bus is the one that stays.
public struct MappingPreferences: Sendable, Hashable {
  /// Names of outputs by name of touch screen.
  public var outputs: [String: String]
  /// Sizes on the glass in millimetres, as the user sees the picture, by name of touch screen.
  public var sizes: [String: Size]
  /// The size on the glass in millimetres of every touch screen that has none of its own in `sizes`.
  public var defaultSize: Size?

  /// Preferences; without arguments none.
  public init(outputs: [String: String] = [:], sizes: [String: Size] = [:], defaultSize: Size? = nil) {
    self.outputs = outputs
    self.sizes = sizes
    self.defaultSize = defaultSize
  }

  /// The output for a touch screen that goes by `names`; the first name that is known decides.
  public func output(for names: [String]) -> String? { names.lazy.compactMap { outputs[$0] }.first }

  /// The size of a touch screen that goes by `names`; the first name that is known decides.
  public func size(for names: [String]) -> Size? { names.lazy.compactMap { sizes[$0] }.first ?? defaultSize }

  /// The names by which none of the touch screens goes, in their order; each touch screen is given by all its names.
  public func unknown(among screens: [[String]]) -> [String] {
    Set(outputs.keys).union(sizes.keys).filter { name in !screens.contains { $0.contains(name) } }.sorted()
  }
}
