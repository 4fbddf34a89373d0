/// A recognizer with its name, rank and relations, before it stands in a pipeline.
public struct ConfiguredRecognizer<Recognizer: GestureRecognizer>: Sendable {
  let recognizer: Recognizer
  private(set) var options: LaneOptions

  init(_ recognizer: Recognizer, _ options: LaneOptions = LaneOptions()) {
    self.recognizer = recognizer
    self.options = options
  }

  /// Goes by `name` in this pipeline.
  public func named(_ name: GestureName) -> Self { with { $0.name = name } }

  /// Comes before beginnings of lower priority in one frame; 0 by default.
  public func priority(_ priority: Int) -> Self { with { $0.priority = priority } }

  /// Begins only when these have failed on the fingers that it shares with them.
  public func requires(toFail names: GestureName...) -> Self { with { $0.requirements += names } }

  /// May be on together with these on the same fingers.
  public func simultaneous(with names: GestureName...) -> Self { with { $0.simultaneous += names } }

  /// May be on together with any other.
  public func simultaneousWithAll() -> Self { with { $0.isSimultaneousWithAll = true } }

  /// Does not keep these from beginning.
  public func doesNotPrevent(_ names: GestureName...) -> Self { with { $0.notPreventing += names } }

  /// Is not kept from beginning by these.
  public func isNotPrevented(by names: GestureName...) -> Self { with { $0.notPreventedBy += names } }

  /// Cancels these where they are on, instead of failing.
  public func overrides(_ names: GestureName...) -> Self { with { $0.overridden += names } }

  /// Changes any of the options.
  public func with(_ change: (inout LaneOptions) -> Void) -> Self {
    var copy = self
    change(&copy.options)
    return copy
  }
}

extension GestureRecognizer {
  /// The recognizer with options, to stand in a pipeline.
  public func with(_ change: (inout LaneOptions) -> Void) -> ConfiguredRecognizer<Self> {
    ConfiguredRecognizer(self).with(change)
  }

  /// Goes by `name` in this pipeline.
  public func named(_ name: GestureName) -> ConfiguredRecognizer<Self> { with { $0.name = name } }

  /// Comes before beginnings of lower priority in one frame; 0 by default.
  public func priority(_ priority: Int) -> ConfiguredRecognizer<Self> { with { $0.priority = priority } }

  /// Begins only when these have failed on the fingers that it shares with them.
  public func requires(toFail names: GestureName...) -> ConfiguredRecognizer<Self> { with { $0.requirements += names } }

  /// May be on together with these on the same fingers.
  public func simultaneous(with names: GestureName...) -> ConfiguredRecognizer<Self> {
    with { $0.simultaneous += names }
  }

  /// May be on together with any other.
  public func simultaneousWithAll() -> ConfiguredRecognizer<Self> { with { $0.isSimultaneousWithAll = true } }

  /// Does not keep these from beginning.
  public func doesNotPrevent(_ names: GestureName...) -> ConfiguredRecognizer<Self> {
    with { $0.notPreventing += names }
  }

  /// Is not kept from beginning by these.
  public func isNotPrevented(by names: GestureName...) -> ConfiguredRecognizer<Self> {
    with { $0.notPreventedBy += names }
  }

  /// Cancels these where they are on, instead of failing.
  public func overrides(_ names: GestureName...) -> ConfiguredRecognizer<Self> { with { $0.overridden += names } }
}
