public import Offhand

/// A script of touches, as a test draws it: who does what, where, when. Times in milliseconds, places in millimetres.
///
///     let script = Script {
///       down(1, 10, 20, at: 0)
///       move(1, to: 18, 20, at: 150)
///       up(1, at: 160)
///     }
///
/// Steps with the same time are one hardware report. The frames are made by a `TouchFrameAssembler`, as those of any source.
public struct Script: Sendable {
  /// What happens, in order.
  public private(set) var steps: [Step]

  /// The steps that `content` names, in this order.
  public init(@ScriptBuilder _ content: () -> [Step]) { steps = content() }

  /// These steps, in this order.
  public init(steps: [Step]) { self.steps = steps }

  /// The script with every place taken through `map`.
  public func mapped(_ map: (Point) -> Point) -> Script { Script(steps: steps.map { $0.mapped(map) }) }

  /// The frames of the script, handed over one after the other; one assembler gives a new identity to every landing.
  public func forEachFrame(assembler: inout TouchFrameAssembler, _ body: (borrowing TouchFrame) -> Void) {
    var index = 0
    while index < steps.count {
      let time = steps[index].time
      var device = DeviceID(rawValue: 0)
      while index < steps.count, steps[index].time == time {
        let step = steps[index]
        device = step.device
        assembler.add(step.event, emit: body)
        index += 1
        if step.closesFrame { break }
      }
      assembler.add(.frame(device, time), emit: body)
    }
  }
}

/// Strings steps together; loops and conditions are welcome.
@resultBuilder
public enum ScriptBuilder {
  /// One step.
  public static func buildExpression(_ step: Step) -> [Step] { [step] }
  /// Several steps.
  public static func buildExpression(_ steps: [Step]) -> [Step] { steps }
  /// All of a block.
  public static func buildBlock(_ parts: [Step]...) -> [Step] { parts.flatMap { $0 } }
  /// All rounds of a loop.
  public static func buildArray(_ parts: [[Step]]) -> [Step] { parts.flatMap { $0 } }
  /// What stands under a condition.
  public static func buildOptional(_ part: [Step]?) -> [Step] { part ?? [] }
  /// One way.
  public static func buildEither(first: [Step]) -> [Step] { first }
  /// The other way.
  public static func buildEither(second: [Step]) -> [Step] { second }
}

/// One thing that one finger does at one moment.
public struct Step: Sendable, Hashable {
  /// When.
  public var time: Timestamp
  /// On which device.
  public var device: DeviceID
  /// Which finger; a number of the test's own, used as the device's slot.
  public var finger: Int32
  /// What.
  public var kind: TouchEvent.Kind?
  /// Whether the hardware report ends with it, though the next step has the same time.
  public var closesFrame = false

  /// One thing; without `kind` the device takes all its fingers away.
  public init(_ finger: Int32, _ kind: TouchEvent.Kind?, at milliseconds: Double, device: UInt32 = 0) {
    self.finger = finger
    self.kind = kind
    time = Timestamp(nanoseconds: Int64((milliseconds * 1e6).rounded()))
    self.device = DeviceID(rawValue: device)
  }

  /// The step as a source reports it.
  public var event: TouchSourceEvent {
    guard let kind else { return .cancelled(nil, time) }
    return .touch(TouchEvent(device: device, slot: finger, timestamp: time, kind: kind))
  }

  /// The step with its place taken through `map`.
  func mapped(_ map: (Point) -> Point) -> Step {
    var step = self
    switch kind {
    case .down(let place): step.kind = .down(map(place))
    case .motion(let place): step.kind = .motion(map(place))
    case .shape, .up, .cancel, nil: break
    }
    return step
  }
}

/// Finger `finger` lands at (x, y).
public func down(_ finger: Int32, _ x: Double, _ y: Double, at milliseconds: Double, device: UInt32 = 0) -> Step {
  Step(finger, .down(Point(x: x, y: y)), at: milliseconds, device: device)
}

/// Finger `finger` is at (x, y).
public func move(_ finger: Int32, to x: Double, _ y: Double, at milliseconds: Double, device: UInt32 = 0) -> Step {
  Step(finger, .motion(Point(x: x, y: y)), at: milliseconds, device: device)
}

/// Finger `finger` lifts.
public func up(_ finger: Int32, at milliseconds: Double, device: UInt32 = 0) -> Step {
  Step(finger, .up, at: milliseconds, device: device)
}

/// Finger `finger` is taken away.
public func cancel(_ finger: Int32, at milliseconds: Double, device: UInt32 = 0) -> Step {
  Step(finger, .cancel, at: milliseconds, device: device)
}

/// All fingers are taken away.
public func cancelAll(at milliseconds: Double) -> Step { Step(0, nil, at: milliseconds) }

/// Finger `finger` goes straight from `start` to `end`, reported every `interval` milliseconds; `start` itself is not reported.
public func drag(
  _ finger: Int32, from start: (Double, Double), to end: (Double, Double), over time: ClosedRange<Double>,
  every interval: Double = 8, device: UInt32 = 0
) -> [Step] {
  let count = max(1, Int(((time.upperBound - time.lowerBound) / interval).rounded()))
  return (1...count).map { index in
    let share = Double(index) / Double(count)
    return move(
      finger, to: start.0 + (end.0 - start.0) * share, start.1 + (end.1 - start.1) * share,
      at: time.lowerBound + (time.upperBound - time.lowerBound) * share, device: device)
  }
}

/// The steps of several fingers, put in the order of time; those of one moment become one report.
public func together(_ strokes: [Step]...) -> [Step] {
  strokes.flatMap { $0 }.enumerated().sorted { a, b in
    a.element.time == b.element.time ? a.offset < b.offset : a.element.time < b.element.time
  }.map(\.element)
}
