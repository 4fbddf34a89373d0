import Offhand
import OffhandClient
import OffhandTesting
import Testing
@testable import OffhandClient
@testable import OffhandDemos

/// Tray and drawer under fingers, by the recognizers that the demo has. The surface is 300 by 190 mm: the tray opens by 107 mm
/// from below, the drawer by 90 mm from the left.
struct TrayViewTests {
  /// A view that is played to as a compositor would.
  private struct Stage<Gestures: GesturePipeline> {
    var view: TrayView<Gestures>
    private var assembler = TouchFrameAssembler()

    init(_ view: TrayView<Gestures>) { self.view = view }

    mutating func play(@ScriptBuilder _ script: () -> [Step]) {
      var frames = assembler
      Script(steps: script()).forEachFrame(assembler: &frames) { frame in
        if let deadline = view.deadline, deadline < frame.timestamp { view.advance(to: deadline) }
        view.process(frame)
      }
      assembler = frames
    }

    func tray(_ milliseconds: Int) -> Double { share(of: view.tray, milliseconds) }
    func drawer(_ milliseconds: Int) -> Double { share(of: view.drawer, milliseconds) }
    private func share(of drawer: ScrollMotion, _ milliseconds: Int) -> Double {
      drawer.share(of: drawer.position(at: .zero + .milliseconds(milliseconds)))
    }
    func slides(_ milliseconds: Int) -> Bool { view.isAnimating(at: .zero + .milliseconds(milliseconds)) }
  }

  private func environment(width: Double, height: Double = 190) -> ViewEnvironment {
    let surface = SurfaceGeometry(
      size: Size(width: width, height: height), pixelWidth: width * 5, pixelHeight: height * 5, provenance: .device)
    return ViewEnvironment(surface: surface, grid: PixelGrid(of: surface), measure: FixedMeasure())
  }

  private func stage(width: Double = 300, height: Double = 190) -> Stage<some GesturePipeline> {
    var view = TrayView(indices: .standard) { TrayGestures.pipeline(in: $0) }
    view.layout(in: environment(width: width, height: height))
    return Stage(view)
  }

  @Test func `on seven inches the rooms fit into the drawer, and a tile of the tray has the size of a fingertip`()
    throws
  {
    var stage = stage(width: 154, height: 86)
    stage.play {
      down(1, 77, 80, at: 0)
      drag(1, from: (77, 80), to: (77, 20), over: 0...200)
      up(1, at: 208)
      down(2, 1, 40, at: 2000)
      drag(2, from: (1, 40), to: (70, 40), over: 2000...2200)
      up(2, at: 2208)
    }
    var list = DisplayList()
    stage.view.draw(for: FrameTime(now: .zero + .milliseconds(5000)), into: &list)
    #expect(stage.tray(5000) == 1 && stage.drawer(5000) == 1)
    let layout = TrayLayout(bounds: Rect(x: 0, y: 0, width: 154, height: 86))
    let drawer = layout.drawer(layout.drawerExtent)
    var (rooms, tiles) = (0, 0)
    for command in list.commands {
      switch command {
      case .text(let range, let rect, let style)
      where ["Living room", "Terrace"].contains(String(decoding: list.text[range], as: UTF8.self)):
        rooms += 1
        #expect(rect.maxY <= drawer.maxY && rect.height >= style.size, "\(rect)")
      case .fill(let rect, _, let color) where color == Color(rgb: 0xF6B72B) || color == Color(rgb: 0x93459A):
        tiles += 1
        #expect(rect.width >= 9 && rect.maxY < 86, "\(rect)")
      default: break
      }
    }
    #expect(rooms == 2 && tiles == 2)
  }

  @Test(arguments: [300.0, 320]) func `a tray that is held goes on in the same size, and to an end in another`(
    width: Double
  ) {
    var stage = stage()
    stage.play {
      down(1, 150, 184, at: 0)
      drag(1, from: (150, 184), to: (150, 144), over: 0...400)
    }
    stage.view.layout(in: environment(width: width))
    stage.play {
      drag(1, from: (150, 144), to: (150, 134), over: 408...500)
      up(1, at: 508)
    }
    #expect(stage.tray(3000) == (width == 300 ? 1 : 0))
  }

  @Test func `two hands pull the tray and the drawer at once`() {
    var stage = stage()
    stage.play {
      together(
        [down(1, 220, 184, at: 0)] + drag(1, from: (220, 184), to: (220, 144), over: 0...400),
        [down(2, 2, 60, at: 20)] + drag(2, from: (2, 60), to: (52, 60), over: 20...400))
    }
    #expect(abs(stage.tray(400) - 36.6 / 107) < 0.02)
    #expect(abs(stage.drawer(400) - 48.4 / 90) < 0.03)
    stage.play {
      up(1, at: 408)
      drag(2, from: (52, 60), to: (62, 60), over: 416...500)
    }
    #expect(stage.tray(2000) == 1)
    #expect(abs(stage.drawer(500) - 58.4 / 90) < 0.03)
  }

  @Test func `after a slow pull the tray goes back to the nearer end`() {
    var stage = stage()
    stage.play {
      down(1, 150, 184, at: 0)
      drag(1, from: (150, 184), to: (150, 164), over: 0...1000)
      up(1, at: 1008)
    }
    #expect(stage.tray(3000) == 0)
  }

  @Test func `the tray follows the finger, and continues in the direction of its velocity`() {
    var stage = stage()
    stage.play {
      down(1, 150, 184, at: 0)
      drag(1, from: (150, 184), to: (150, 144), over: 0...400)
    }
    // 40 mm less the slop of 3.4, of 107.
    #expect(abs(stage.tray(400) - 36.6 / 107) < 0.01)
    stage.play { up(1, at: 408) }
    #expect(stage.slides(450))
    #expect(stage.tray(2000) == 1)
    #expect(!stage.slides(2000))
    stage.play {
      down(1, 150, 90, at: 3000)
      drag(1, from: (150, 90), to: (150, 110), over: 3000...3100)
      up(1, at: 3108)
    }
    #expect(stage.tray(5000) == 0)
    #expect(stage.drawer(5000) == 0)
  }

  @Test func `a tap on the grip opens the tray, and another shuts it; one on the tray does neither`() {
    var stage = stage()
    for (time, y, end) in [(0.0, 184.0, 1.0), (2000, 130, 1), (4000, 75, 0), (6000, 75, 0)] {
      stage.play {
        down(1, 150, y, at: time)
        up(1, at: time + 60)
      }
      #expect(stage.tray(Int(time) + 2000) == end)
    }
  }

  @Test func `a finger from the edge pulls the drawer, and a tap beside it shuts it`() {
    var stage = stage()
    stage.play {
      down(1, 1, 90, at: 0)
      drag(1, from: (1, 90), to: (71, 90), over: 0...300)
    }
    #expect(abs(stage.drawer(300) - 70.0 / 90) < 0.05)
    stage.play { up(1, at: 308) }
    #expect(stage.drawer(2000) == 1)
    stage.play {
      down(1, 60, 90, at: 2000)
      up(1, at: 2060)
    }
    #expect(stage.drawer(4000) == 1)
    stage.play {
      down(1, 200, 90, at: 4000)
      up(1, at: 4060)
    }
    #expect(stage.drawer(6000) == 0)
  }

  @Test(arguments: [(60, 0.0), (180, 1.0)])
  func `a finger that catches what slides holds it, and lets it go to the nearer end`(time: Int, end: Double) {
    var stage = stage()
    stage.play {
      down(1, 150, 184, at: 0)
      up(1, at: 20)
    }
    let place = stage.tray(20 + time)
    #expect(place > 0.02 && place < 1.2)
    let catching = Double(20 + time)
    stage.play { down(1, 150, 186, at: catching) }
    #expect(stage.tray(20 + time + 300) == min(place, 1))
    #expect(!stage.slides(20 + time + 300))
    stage.play { up(1, at: catching + 400) }
    #expect(stage.tray(5000) == end)
  }

  @Test func `cancelled touches throw nothing`() {
    var stage = stage()
    stage.play {
      down(1, 150, 184, at: 0)
      drag(1, from: (150, 184), to: (150, 154), over: 0...60)
      cancelAll(at: 68)
    }
    #expect(stage.tray(3000) == 0)
  }
}

/// A font of which every character is half as wide as it is high.
struct FixedMeasure: TextMeasure {
  func width(of text: String, style: TextStyle) -> Double { Double(text.count) * style.size / 2 }
  func lineHeight(of style: TextStyle) -> Double { style.size * 1.2 }
}

extension ViewEnvironment {
  /// A surface of 200 by 100 millimetres at five pixels a millimetre.
  static var tablet: ViewEnvironment {
    let surface = SurfaceGeometry(
      size: Size(width: 200, height: 100), pixelWidth: 1000, pixelHeight: 500, provenance: .device)
    return ViewEnvironment(surface: surface, grid: PixelGrid(of: surface), measure: FixedMeasure())
  }
}
