import Offhand
import Testing

@testable import OffhandClient

struct TouchedSurfaceTests {
  static func geometry(_ width: Double, _ provenance: SurfaceGeometry.Provenance) -> SurfaceGeometry {
    SurfaceGeometry(
      size: Size(width: width, height: width / 2), pixelWidth: 1000, pixelHeight: 500, provenance: provenance)
  }

  static func device(_ id: UInt32, _ width: Double, _ provenance: SurfaceGeometry.Provenance) -> TouchDevice {
    var surface = geometry(width, provenance)
    surface.pixelWidth = 0
    return TouchDevice(id: DeviceID(rawValue: id), name: "panel", surface: surface)
  }

  @Test func `a touch screen that knows its size is believed more than the output, and keeps the output's pixels`() {
    var surface = TouchedSurface()
    surface.output = TouchedSurfaceTests.geometry(300, .output)
    surface.update(TouchedSurfaceTests.device(1, 200, .device))
    #expect(surface.geometry == TouchedSurfaceTests.geometry(200, .device))
  }

  @Test func `a touch screen that guesses does not overrule the output`() {
    var surface = TouchedSurface()
    surface.output = TouchedSurfaceTests.geometry(300, .output)
    surface.update(TouchedSurfaceTests.device(1, 200, .assumed))
    #expect(surface.geometry == TouchedSurfaceTests.geometry(300, .output))
  }

  @Test func `what a touch screen knew goes with it`() {
    var surface = TouchedSurface()
    surface.output = TouchedSurfaceTests.geometry(300, .assumed)
    surface.update(TouchedSurfaceTests.device(1, 200, .device))
    surface.update(TouchedSurfaceTests.device(1, 250, .device))
    #expect(surface.geometry?.size.width == 250)
    surface.remove(DeviceID(rawValue: 1))
    #expect(surface.geometry == TouchedSurfaceTests.geometry(300, .assumed))
    #expect(!surface.isMeasured)
  }
}
