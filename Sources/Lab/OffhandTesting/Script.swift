public import Offhand

/// A script of touches for a test. Times are in milliseconds, positions in millimetres.
///
///     let script = Script {
///       down(1, 10, 20, at: 0)
///       move(1, to: 18, 20, at: 150)
///       up(1, at: 160)
///     }
///
/// Steps with the same time are one hardware report. A `TouchFrameAssembler` makes the frames, as for any touch source.
public struct Script: Sendable {
  /// The steps, in order.
  public private(set) var steps: [Step]

  /// A script of the steps in `content`, in this order.
  public init(@ScriptBuilder _ content: () -> [Step]) { steps = content() }

  /// A script of `steps`, in this order.
  public init(steps: [Step]) { self.steps = steps }

  /// The script with every position mapped by `map`.
  package func mapped(_ map: (Point) -> Point) -> Script { Script(steps: steps.map { $0.mapped(map) }) }

  /// Calls `body` with each frame of the script. A landing gets an identity that the assembler has not used before.
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

/// Builds a list of steps; loops and conditions are allowed.
@resultBuilder
public enum ScriptBuilder {
  /// One step.
  public static func buildExpression(_ step: Step) -> [Step] { [step] }
  /// Several steps.
  public static func buildExpression(_ steps: [Step]) -> [Step] { steps }
  /// The steps of a block.
  public static func buildBlock(_ parts: [Step]...) -> [Step] { parts.flatMap { $0 } }
  /// The steps of a loop.
  public static func buildArray(_ parts: [[Step]]) -> [Step] { parts.flatMap { $0 } }
  /// The steps of an `if` without `else`.
  public static func buildOptional(_ part: [Step]?) -> [Step] { part ?? [] }
  /// The steps of the first branch.
  public static func buildEither(first: [Step]) -> [Step] { first }
  /// The steps of the second branch.
  public static func buildEither(second: [Step]) -> [Step] { second }
}

/// One event of one touch.
public struct Step: Sendable, Hashable {
  /// Its time.
  public var time: Timestamp
  /// The device that reports it.
  public var device: DeviceID
  /// The test's number of the touch, used as the device's slot.
  public var finger: Int32
  /// What happens; `nil` if the device cancels all its touches.
  public var kind: TouchEvent.Kind?
  /// Whether the hardware report ends here although the next step has the same time.
  package var closesFrame = false

  /// A step; without `kind` the device cancels all its touches.
  public init(_ finger: Int32, _ kind: TouchEvent.Kind?, at milliseconds: Double, device: UInt32 = 0) {
    self.finger = finger
    self.kind = kind
    time = Timestamp(nanoseconds: Int64((milliseconds * 1e6).rounded()))
    self.device = DeviceID(rawValue: device)
  }

  /// The step as a touch source reports it.
  package var event: TouchSourceEvent {
    guard let kind else { return .cancelled(nil, time) }
    return .touch(TouchEvent(device: device, slot: finger, timestamp: time, kind: kind))
  }

  /// The step with its position mapped by `map`.
  package func mapped(_ map: (Point) -> Point) -> Step {
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

/// Finger `finger` moves to (x, y).
public func move(_ finger: Int32, to x: Double, _ y: Double, at milliseconds: Double, device: UInt32 = 0) -> Step {
  Step(finger, .motion(Point(x: x, y: y)), at: milliseconds, device: device)
}

/// Finger `finger` lifts.
public func up(_ finger: Int32, at milliseconds: Double, device: UInt32 = 0) -> Step {
  Step(finger, .up, at: milliseconds, device: device)
}

/// Finger `finger` is cancelled.
public func cancel(_ finger: Int32, at milliseconds: Double, device: UInt32 = 0) -> Step {
  Step(finger, .cancel, at: milliseconds, device: device)
}

/// All touches are cancelled.
public func cancelAll(at milliseconds: Double) -> Step { Step(0, nil, at: milliseconds) }

/// Finger `finger` moves in a straight line from `start` to `end`, with a report every `interval` milliseconds; `start` itself is not
/// reported.
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

/// Merges the steps of several fingers in the order of time; steps of the same time are one report.
public func together(_ strokes: [Step]...) -> [Step] {
  strokes.flatMap { $0 }.enumerated().sorted { a, b in
    a.element.time == b.element.time ? a.offset < b.offset : a.element.time < b.element.time
  }.map(\.element)
}
