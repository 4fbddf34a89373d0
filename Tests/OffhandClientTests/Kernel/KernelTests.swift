import CompositorRig
import Testing

/// What a kernel's own touch screen brings about on a kernel's own screen.
@Suite(.enabled(if: KernelMachine.obstacle == nil, "\(KernelMachine.obstacle ?? "")"), .serialized)
struct KernelTests {
  @Test func `kernel touches reach libinput, the compositor and the screen`() throws {
    let results = try KernelResults.shared()
    let screen = try results.screen(results.chain.screendump)
    #expect(screen.width == 1280)
    #expect(screen.height == 800)
    // weston's client paints the first finger red and the second yellow, five pixels wide; here the index lands first.
    let colors = [1: Pixel(red: 255, green: 0, blue: 0), 0: Pixel(red: 255, green: 255, blue: 0)]
    for finger in results.chain.fingers {
      let color = try #require(colors[finger.id])
      let trace = try #require(screen.bounds { $0 == color })
      let place = (x: finger.x_mm * 76 / 16_384 * 1_280, y: finger.y_mm * 71 / 9_600 * 800)
      let end = finger.id == 1 ? (x: trace.right, y: trace.top) : (x: trace.left, y: trace.bottom)
      #expect(abs(Double(end.x) - place.x) <= 6)
      #expect(abs(Double(end.y) - place.y) <= 6)
    }
    let log = try results.log("libinput.log")
    #expect(log.contains("ILITEK ILITEK-TP"))
    #expect(log.contains("size 216x135mm"))
  }
}
