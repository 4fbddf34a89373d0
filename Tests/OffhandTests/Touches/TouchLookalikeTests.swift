import Offhand
import Testing

@Suite struct TouchLookalikeTests {
  private typealias Codes = EvdevCode

  private func lookalike(_ keys: Set<UInt16>, slots: Bool = false, isDirect: Bool = false) -> TouchLookalike? {
    TouchLookalike(
      keys: keys, axes: slots ? [Codes.positionX, Codes.positionY] : [Codes.x, Codes.y],
      properties: isDirect ? [Codes.propertyDirect] : [])
  }

  @Test func `what has positions and mouse buttons is an absolute mouse, on a screen too`() {
    #expect(lookalike([Codes.leftButton, Codes.rightButton]) == .absoluteMouse)
    #expect(lookalike([Codes.leftButton], isDirect: true) == .absoluteMouse)
    #expect(lookalike([Codes.leftButton, Codes.touch]) == .mouseButtons)
    #expect(lookalike([Codes.leftButton], slots: true) == .mouseButtons)
  }

  @Test func `fingers beside the screen are a touchpad's`() {
    #expect(lookalike([Codes.toolFinger, Codes.touch, Codes.leftButton], slots: true) == .touchpad)
    #expect(lookalike([Codes.toolFinger, Codes.touch], slots: true, isDirect: true) == nil)
  }

  @Test func `a touch screen, a pen and a joystick resemble nothing else`() {
    #expect(lookalike([Codes.touch]) == nil && lookalike([], slots: true) == nil && lookalike([]) == nil)
    #expect(lookalike([Codes.toolPen, Codes.touch, Codes.leftButton]) == nil)
    #expect(TouchLookalike(keys: [Codes.leftButton], axes: [], properties: []) == nil)
  }
}
