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
