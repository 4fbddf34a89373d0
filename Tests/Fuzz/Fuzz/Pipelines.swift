@testable import Offhand
@testable import OffhandTesting

/// Pipelines from data, alone or by hand, and the touches that they recognize.
///
/// The events of a pipeline that is accepted keep the grammar, and end when its touches are cancelled.
enum Pipelines {
  static func take(_ content: [UInt8]) {
    var supply = Supply(content)
    let outputs = (0..<supply.choice(4)).map { _ in
      Rect(x: supply.number(), y: supply.number(), width: supply.number(), height: supply.number())
    }
    let descriptions = (0..<supply.choice(9)).map { _ in description(&supply) }
    let pipeline: Pipeline<DescribedRecognizers>
    do throws(PipelineError) { pipeline = try Pipeline(descriptions, outputs: outputs) } catch {
      return precondition(!"\(error)".isEmpty)
    }
    if supply.flag() { play(pipeline.byHand(), &supply) } else { play(pipeline, &supply) }
  }

  private static func play(_ pipeline: some GesturePipeline, _ supply: inout Supply) {
    var pipeline = pipeline
    var assembler = TouchFrameAssembler()
    var grammar = Grammar()
    var time = Timestamp.zero
    func read() {
      for event in pipeline.events { grammar.read(event) }
    }
    for _ in 0..<200 where !supply.isEmpty {
      time = time + .milliseconds(Double(supply.choice(64)))
      for _ in 0...supply.choice(4) {
        let device = DeviceID(rawValue: UInt32(supply.choice(2)))
        let kind: TouchEvent.Kind =
          switch supply.choice(5) {
          case 0, 1: .down(Point(x: supply.number(), y: supply.number()))
          case 2, 3: .motion(Point(x: supply.number(), y: supply.number()))
          default: supply.flag() ? .up : .cancel
          }
        let event = TouchEvent(device: device, slot: Int32(supply.choice(6)), timestamp: time, kind: kind)
        assembler.add(.touch(event)) { frame in
          pipeline.process(frame)
          read()
        }
      }
      assembler.add(.frame(DeviceID(rawValue: 0), time)) { frame in
        pipeline.process(frame)
        read()
      }
      if let deadline = pipeline.deadline, supply.flag() {
        time = max(deadline, time)
        pipeline.advance(to: time)
        read()
      }
    }
    pipeline.cancel(at: time + .seconds(10))
    read()
    precondition(grammar.violations.isEmpty, grammar.violations.joined(separator: "\n"))
    precondition(grammar.open.isEmpty, "these do not end: \(grammar.open)")
  }

  private static func description(_ supply: inout Supply) -> RecognizerDescription {
    let kinds = RecognizerDescription.Kind.allCases
    var description = RecognizerDescription(kinds[supply.choice(kinds.count)])
    let fields = supply.word()
    func has(_ bit: Int) -> Bool { fields >> bit & 1 == 1 }
    if has(0) { description.options.name = try? GestureName(supply.text(34)) }
    if has(1) { description.minimumFingers = Int(Int8(bitPattern: supply.byte())) }
    if has(2) { description.maximumFingers = Int(Int8(bitPattern: supply.byte())) }
    if has(3) { description.taps = Int(Int8(bitPattern: supply.byte())) }
    if has(4) { description.directions = SwipeDirections(rawValue: .init(truncatingIfNeeded: supply.word())) }
    if has(5) { description.edges = ScreenEdges(rawValue: .init(truncatingIfNeeded: supply.word())) }
    if has(6) { description.axis = [.free, .horizontal, .vertical][supply.choice(3)] }
    if has(7) { description.distance = supply.number() }
    if has(8) { description.contestedDistance = supply.number() }
    if has(9) { description.doublingDistance = supply.number() }
    if has(24) { description.liftSpeed = supply.number() }
    description.options.onlyListens = has(25)
    if has(10) { description.duration = .nanoseconds(Int64(bitPattern: supply.long())) }
    if has(11) { description.options.priority = Int(Int8(bitPattern: supply.byte())) }
    let names = { (supply: inout Supply) in
      (0..<supply.choice(3)).compactMap { _ in
        try? GestureName(supply.flag() ? kinds[supply.choice(kinds.count)].rawValue : supply.text(8))
      }
    }
    if has(12) { description.options.requirements = names(&supply) }
    if has(13) { description.options.simultaneous = names(&supply) }
    if has(14) { description.options.notPreventing = names(&supply) }
    if has(15) { description.options.notPreventedBy = names(&supply) }
    if has(16) { description.options.overridden = names(&supply) }
    description.options.isSimultaneousWithAll = has(17)
    description.options.isEnabled = !has(18)
    description.options.cancelsTouches = !has(19)
    description.options.delaysTouchesBegan = has(20)
    description.options.delaysTouchesEnded = !has(21)
    description.options.announcesUnconfirmed = has(22)
    description.options.isExclusive = !has(23)
    return description
  }
}
