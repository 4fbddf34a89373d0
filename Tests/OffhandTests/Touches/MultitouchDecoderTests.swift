import DesignCases
import Offhand
import Testing

struct MultitouchDecoderTests {
  /// Plays (type, code, value) triples; a report ends with (0, 0, 0). Returns the changes of each report.
  private func changes(_ slots: inout MultitouchDecoder, _ events: [(UInt16, UInt16, Int32)]) -> [[String]] {
    var reports: [[String]] = []
    var report: [String] = []
    for (type, code, value) in events {
      let event = EvdevEvent(timestamp: .zero, type: type, code: code, value: value)
      let isComplete = slots.add(event) { change in
        report.append("\(change.kind) \(change.slot) \(change.contact.x),\(change.contact.y)")
      }
      if isComplete {
        reports.append(report)
        report = []
      }
    }
    return reports
  }

  private let report: (UInt16, UInt16, Int32) = (0, 0, 0)

  private func id(_ value: Int32) -> (UInt16, UInt16, Int32) { (3, EvdevCode.trackingID, value) }
  private func x(_ value: Int32) -> (UInt16, UInt16, Int32) { (3, EvdevCode.positionX, value) }
  private func y(_ value: Int32) -> (UInt16, UInt16, Int32) { (3, EvdevCode.positionY, value) }
  private func slot(_ value: Int32) -> (UInt16, UInt16, Int32) { (3, EvdevCode.slot, value) }

  @Test func `two fingers land, move and lift in their slots`() {
    var slots = MultitouchDecoder()
    let found = changes(
      &slots,
      [
        id(7), x(10), y(20), report, slot(1), id(8), x(30), y(40), slot(0), x(11), report, id(-1), report, slot(1),
        id(-1),
        report,
      ])
    #expect(found == [["down 0 10,20"], ["motion 0 11,20", "down 1 30,40"], ["up 0 11,20"], ["up 1 30,40"]])
  }

  @Test func `what was listed before events were lost is no contact of the next report`() {
    var slots = MultitouchDecoder(.contacts)
    let (close, dropped): ((UInt16, UInt16, Int32), (UInt16, UInt16, Int32)) = ((0, 2, 0), (0, 3, 0))
    let found = changes(
      &slots, [x(10), y(20), close, x(50), dropped, x(60), y(60), close, report, x(30), y(40), close, report])
    #expect(found == [["down 0 30,40"]])
  }

  @Test func `a slot keeps its position for the next contact, because the kernel repeats nothing`() {
    var slots = MultitouchDecoder()
    let found = changes(&slots, [id(1), x(10), y(20), report, id(-1), report, id(2), y(25), report])
    #expect(found == [["down 0 10,20"], ["up 0 10,20"], ["down 0 10,25"]])
  }

  @Test(.recognition("A3")) func `a slot that ends and begins within one report gives both`() {
    var slots = MultitouchDecoder()
    let found = changes(&slots, [id(1), x(10), y(20), report, report, id(-1), id(2), x(90), report])
    #expect(found == [["down 0 10,20"], [], ["up 0 90,20", "down 0 90,20"]])
  }

  @Test(.recognition("A4")) func `a contact that is replaced without a lift was taken away`() {
    var slots = MultitouchDecoder()
    let found = changes(&slots, [id(1), x(10), y(20), report, id(2), x(90), report])
    #expect(found == [["down 0 10,20"], ["cancel 0 90,20", "down 0 90,20"]])
  }

  @Test(.recognition("LI8")) func `a palm is cancelled and stays away until a new contact`() {
    var slots = MultitouchDecoder()
    let palm: (UInt16, UInt16, Int32) = (3, EvdevCode.toolType, EvdevCode.palm)
    let finger: (UInt16, UInt16, Int32) = (3, EvdevCode.toolType, EvdevCode.finger)
    let found = changes(
      &slots,
      [
        id(1), x(10), y(20), report, palm, report, finger, x(11), report, id(-1), report, id(2), report, id(-1), report,
        id(3), palm, report, id(-1), report,
      ])
    #expect(found == [["down 0 10,20"], ["cancel 0 10,20"], [], [], ["down 0 11,20"], ["up 0 11,20"], [], []])
  }

  @Test func `a contact that lands and lifts within one report was never there`() {
    var slots = MultitouchDecoder()
    #expect(changes(&slots, [id(1), x(10), y(20), id(-1), report]) == [[]])
  }

  @Test func `events of a lost report are passed over, and the slots say they are stale`() {
    var slots = MultitouchDecoder()
    let found = changes(
      &slots, [id(1), x(10), y(20), report, (0, EvdevCode.dropped, 0), id(-1), report, x(12), report])
    #expect(found == [["down 0 10,20"], ["motion 0 12,20"]])
    #expect(slots.drops == 1)
    #expect(slots.isStale)
  }

  @Test func `what the device says after a loss is taken over as differences`() {
    var slots = MultitouchDecoder()
    _ = changes(&slots, [id(1), x(10), y(20), slot(1), id(2), x(50), y(60), report, (0, EvdevCode.dropped, 0)])
    var truth = [MultitouchSlot](repeating: MultitouchSlot(), count: 3)
    truth[1].trackingID = 2
    truth[1].x = 55
    truth[1].y = 60
    truth[2].trackingID = 3
    truth[2].x = 5
    var found: [String] = []
    slots.resynchronize(truth) { found.append("\($0.kind) \($0.slot) \($0.contact.x),\($0.contact.y)") }
    #expect(found == ["up 0 0,0", "motion 1 55,60", "down 2 5,0"])
    #expect(!slots.isStale)
  }

  @Test func `after a loss the events that follow go to the slot that the device names`() {
    var slots = MultitouchDecoder()
    _ = changes(&slots, [id(1), x(10), y(20), slot(1), id(2), x(50), y(60), report, (0, EvdevCode.dropped, 0), report])
    var truth = [MultitouchSlot](repeating: MultitouchSlot(), count: 2)
    for (index, place) in [(Int32(10), Int32(20)), (50, 60)].enumerated() {
      truth[index].trackingID = Int32(index) + 1
      (truth[index].x, truth[index].y) = place
    }
    slots.resynchronize(truth, current: 0) { _ in Issue.record("nothing has changed") }
    #expect(changes(&slots, [x(12), report]) == [["motion 0 12,20"]])
  }

  @Test func `a motion downwards and a shape that came during a loss are told after it`() {
    var slots = MultitouchDecoder()
    _ = changes(&slots, [id(1), x(10), y(20), report])
    var truth = [MultitouchSlot](repeating: MultitouchSlot(), count: 1)
    truth[0].trackingID = 1
    (truth[0].x, truth[0].y, truth[0].major) = (10, 25, 7)
    var found: [String] = []
    slots.resynchronize(truth) { found.append("\($0.kind) \($0.contact.y) \($0.contact.major)") }
    #expect(found == ["motion 25 7", "shape 25 7"])
  }

  @Test func `fingers that lay there before say nothing until they land anew, and so do muted ones`() {
    var before = [MultitouchSlot](repeating: MultitouchSlot(), count: 2)
    before[0].trackingID = 9
    var slots = MultitouchDecoder(resuming: before, current: 0)
    #expect(!slots.isTouched)
    #expect(changes(&slots, [x(11), report, id(-1), report, id(10), report]) == [[], [], ["down 0 11,0"]])
    slots.mute()
    #expect(!slots.isTouched)
    #expect(changes(&slots, [x(12), report, id(-1), report, id(11), report]) == [[], [], ["down 0 12,0"]])
  }

  @Test func `a contact that is marked as a palm in the report in which it lifts was no tap`() {
    var slots = MultitouchDecoder()
    let palm: (UInt16, UInt16, Int32) = (3, EvdevCode.toolType, EvdevCode.palm)
    #expect(
      changes(&slots, [id(1), x(10), y(20), report, palm, id(-1), report]) == [["down 0 10,20"], ["cancel 0 10,20"]])
  }

  @Test func `a contact's shape is reported when it lands and when it changes, and not while it rests`() {
    var slots = MultitouchDecoder()
    let major: (Int32) -> (UInt16, UInt16, Int32) = { (3, EvdevCode.touchMajor, $0) }
    let found = changes(&slots, [id(1), x(10), major(5), report, major(6), report, x(11), report, y(0), report])
    #expect(found == [["down 0 10,0", "shape 0 10,0"], ["shape 0 10,0"], ["motion 0 11,0"], ["motion 0 11,0"]])
    #expect(changes(&slots, [slot(1), report]) == [[]])
  }

  @Test func `a contact without a position is none, and nameless ones keep what they were`() {
    var slots = MultitouchDecoder(.contacts)
    #expect(
      changes(&slots, [contact, report, x(10), y(10), contact, x(90), y(90), contact, report]) == [
        [], ["down 0 10,10", "down 1 90,90"],
      ])
    #expect(
      changes(&slots, [x(89), y(90), contact, x(11), y(10), contact, report]) == [["motion 0 11,10", "motion 1 89,90"]])
  }

  @Test func `a device with one position is one slot`() {
    var slots = MultitouchDecoder(.singleTouch)
    let touch: (Int32) -> (UInt16, UInt16, Int32) = { (1, EvdevCode.touch, $0) }
    let found = changes(
      &slots,
      [(3, EvdevCode.x, 5), (3, EvdevCode.y, 6), touch(1), report, (3, EvdevCode.x, 7), report, touch(0), report])
    #expect(found == [["down 0 5,6"], ["motion 0 7,6"], ["up 0 7,6"]])
  }

  private let contact: (UInt16, UInt16, Int32) = (0, EvdevCode.contactReport, 0)

  @Test func `contacts without slots are the fingers they are nearest to`() {
    var slots = MultitouchDecoder(.contacts)
    let found = changes(
      &slots,
      [
        x(10), y(10), contact, x(90), y(10), contact, report, x(88), y(12), contact, x(12), y(10), contact, report,
        x(86), y(12), contact, report, contact, report,
      ])
    #expect(
      found == [
        ["down 0 10,10", "down 1 90,10"], ["motion 0 12,10", "motion 1 88,12"], ["up 0 12,10", "motion 1 86,12"],
        ["up 1 86,12"],
      ])
  }

  @Test func `contacts numbered by their driver are told apart by it, and one that disappears has lifted`() {
    var slots = MultitouchDecoder(.contacts)
    let found = changes(
      &slots,
      [
        id(5), x(10), y(10), contact, id(6), x(90), y(10), contact, report, id(6), x(11), y(10), contact, id(7), x(50),
        y(50), contact, report,
      ])
    #expect(found == [["down 0 10,10", "down 1 90,10"], ["up 0 10,10", "motion 1 11,10", "down 2 50,50"]])
  }

  @Test func `a lost report of contacts without slots lifts no finger`() {
    var slots = MultitouchDecoder(.contacts)
    let found = changes(
      &slots,
      [
        x(10), y(10), contact, report, x(9), (0, EvdevCode.dropped, 0), y(9), contact, report, x(11), y(10), contact,
        report,
      ])
    #expect(found == [["down 0 10,10"], ["motion 0 11,10"]])
  }

  @Test func `slots that cannot be are left out`() {
    var slots = MultitouchDecoder()
    let found = changes(&slots, [slot(-1), id(1), x(1), slot(64), id(2), report, slot(63), id(3), x(5), report])
    #expect(found == [[], ["down 63 5,0"]])
  }

  @Test func `a slot that never had a position holds no finger until it has one`() {
    var slots = MultitouchDecoder()
    let found = changes(
      &slots,
      [id(1), x(10), report, slot(1), id(2), report, id(-1), report, id(3), report, y(7), report, id(-1), report])
    #expect(found == [["down 0 10,0"], [], [], [], ["down 1 0,7"], ["up 1 0,7"]])
    var empty = MultitouchDecoder(resuming: [MultitouchSlot(), MultitouchSlot()], current: 0)
    #expect(changes(&empty, [id(1), report, x(0), report]) == [[], ["down 0 0,0"]])
  }

  @Test func `slots that exchange their numbers keep their fingers, unless these change places too`() {
    var slots = MultitouchDecoder()
    let landing = [id(1), x(10), y(10), slot(1), id(2), x(90), y(10), report]
    #expect(changes(&slots, landing) == [["down 0 10,10", "down 1 90,10"]])
    #expect(changes(&slots, [slot(0), id(2), slot(1), id(1), x(88), report]) == [["motion 1 88,10"]])
    #expect(
      changes(&slots, [slot(0), id(1), x(88), slot(1), id(2), x(10), report]) == [
        ["cancel 0 88,10", "down 0 88,10", "cancel 1 10,10", "down 1 10,10"]
      ])
  }

  @Test(arguments: [[Int32(1), 2, 1], [1, 2, 3]], [false, true])
  func `fingers that alternate in one slot do not tap, and the one that stays lifts`(ids: [Int32], empties: Bool) {
    var slots = MultitouchDecoder()
    var events = [id(ids[0]), x(10), report]
    for (index, next) in ids.dropFirst().enumerated() {
      events += (empties ? [id(-1)] : []) + [id(next), x(index % 2 == 0 ? 90 : 10), report]
    }
    #expect(
      changes(&slots, events) == [
        ["down 0 10,0"], ["cancel 0 90,0", "down 0 90,0"], ["cancel 0 10,0", "down 0 10,0"],
      ])
    var stays = slots
    #expect(changes(&slots, [id(-1), report]) == [["cancel 0 10,0"]])
    #expect(changes(&stays, [x(11), report, id(-1), report]) == [["motion 0 11,0"], ["up 0 11,0"]])
    #expect(changes(&slots, [id(9), report, id(-1), report]) == [["down 0 10,0"], ["up 0 10,0"]])
  }

  private func major(_ value: Int32) -> (UInt16, UInt16, Int32) { (3, EvdevCode.touchMajor, value) }
  private func button(_ value: Int32) -> (UInt16, UInt16, Int32) { (1, EvdevCode.touch, value) }

  @Test func `a listed contact whose long axis is 0 has lifted, where the device has a long axis`() {
    var slots = MultitouchDecoder(.contacts)
    let found = changes(
      &slots,
      [
        id(1), major(1), x(10), y(20), contact, report, id(1), major(0), x(10), y(20), contact, report, id(1), major(1),
        x(30), y(20), contact, report,
      ])
    #expect(
      found == [["down 0 10,20", "shape 0 10,20"], ["up 0 10,20"], ["down 0 30,20", "shape 0 30,20"]])
    var constant = MultitouchDecoder(.contacts)
    #expect(changes(&constant, [major(0), x(10), y(20), contact, report]) == [["down 0 10,20"]])
  }

  @Test(arguments: [false, true]) func `contacts that are listed while the button is up are a lift`(isFirst: Bool) {
    var slots = MultitouchDecoder(.contacts)
    let listed = [id(1), x(10), y(20), contact]
    let lift = isFirst ? [button(0)] + listed : listed + [button(0)]
    let found = changes(
      &slots, listed + [button(1), report] + lift + [report] + listed + [report, button(1)] + listed + [report])
    #expect(found == [["down 0 10,20"], ["up 0 10,20"], [], ["down 0 10,20"]])
  }

  @Test func `a report of nothing but the end of a contact is an empty glass`() {
    var slots = MultitouchDecoder(.contacts)
    let found = changes(&slots, [x(10), y(20), contact, x(50), y(20), contact, report, contact, report])
    #expect(found == [["down 0 10,20", "down 1 50,20"], ["up 0 10,20", "up 1 50,20"]])
  }

  @Test(arguments: [[Int32(1), 2], []])
  func `contacts that report one axis keep the other, and new ones need both`(ids: [Int32]) {
    var slots = MultitouchDecoder(.contacts)
    let name: (Int) -> [(UInt16, UInt16, Int32)] = { ids.isEmpty ? [] : [id(ids[$0])] }
    var events = name(0) + [x(10), y(20), contact] + name(1) + [x(90), y(60), contact, report]
    events += name(0) + [x(12), contact] + name(1) + [y(64), contact, report]
    #expect(
      changes(&slots, events) == [["down 0 10,20", "down 1 90,60"], ["motion 0 12,20", "motion 1 90,64"]])
    var empty = MultitouchDecoder(.contacts)
    #expect(changes(&empty, name(0) + [x(12), contact, report]) == [[]])
  }
}
