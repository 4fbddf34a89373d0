/// Takes contacts away that are too large for a finger: palms, sleeves, the heel of a writing hand.
///
/// One that lands so never lands; one that grows so is cancelled. Either way nothing more is heard of it until it has lifted,
/// even if it shrinks again, as libinput does with `MT_TOOL_PALM` (recognizers.md LI8). Contacts without a shape pass: no shape is
/// the normal case, and devices whose shapes mean nothing pass none on (`ContactShapeTrust`).
public struct PalmFilter: TouchFilter {
  /// The long axis from which on a contact is a palm, in millimetres. Fingertips leave 5 to 15, a flat thumb 25; the heel of
  /// a hand starts at about 30.
  public var palmSize: Float

  private var palms = ContactMemory<Palm>()

  private struct Palm: ContactMemorable {
    var id = Touch.ID(rawValue: 0)
  }

  /// A filter for contacts whose long axis is `palmSize` millimetres or more.
  public init(palmSize: Float = 30) { self.palmSize = palmSize }

  /// Takes palms out of `frame`.
  public mutating func filter(_ frame: inout TouchFrame) {
    palms.keep(idsOf: frame)
    var index = 0
    while index < frame.count {
      let touch = frame[index]
      if palms.place(of: touch.id) != nil {
        frame.remove(at: index)
        continue
      }
      guard let shape = touch.shape, shape.major >= palmSize, touch.isDown else {
        index += 1
        continue
      }
      palms.append(Palm(id: touch.id))
      if touch.phase == .began {
        frame.remove(at: index)
      } else {
        frame[index].phase = .cancelled
        index += 1
      }
    }
  }

  /// Forgets the palms.
  public mutating func reset() { palms.removeAll() }
}
