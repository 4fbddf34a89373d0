import Offhand
import OffhandRecordings
import OffhandTesting

/// One look of a demo: how it is started, and what fingers do on a tablet of 216 by 135 millimetres until it looks so.
struct DemoScene: Sendable {
  /// What its picture is called.
  var name: String
  /// The demo and its arguments; `PHOTOS` stands for a folder of eight pictures.
  var words: [String]
  /// What fingers do. Those that are not lifted rest.
  var script: Script

  /// How large the touch screen is, in millimetres.
  static let panel = Size(width: 215.6, height: 135.2)

  /// The simplest placement: whether overlays stand well is judged by figures elsewhere, and gets better from time to time.
  private static let classic = ["--placement", "classic"]

  static let all = [
    DemoScene(
      name: "zoom-pinch", words: ["zoom", "--chart"] + classic,
      script: Script {
        down(1, 100, 84, at: 300)
        down(2, 115, 66, at: 300)
        together(
          drag(1, from: (100, 84), to: (92, 96), over: 400...900),
          drag(2, from: (115, 66), to: (125, 48), over: 400...900))
      }),
    DemoScene(name: "zoom-loupe", words: ["zoom", "--chart"] + classic, script: Script { down(1, 120, 70, at: 300) }),
    DemoScene(
      name: "board-menu", words: ["board", "PHOTOS"] + classic,
      script: Script {
        down(1, 62, 66, at: 300)
        up(1, at: 1100)
      }),
    DemoScene(
      name: "board-picker", words: ["board", "PHOTOS"] + classic,
      script: Script {
        down(1, 107.8, 122.2, at: 300)
        up(1, at: 380)
      }),
    DemoScene(
      name: "board-turn", words: ["board", "PHOTOS"] + classic,
      script: Script {
        down(1, 141, 42, at: 300)
        down(2, 161, 28, at: 300)
        together(
          drag(1, from: (141, 42), to: (128, 50), over: 400...1000),
          drag(2, from: (161, 28), to: (172, 34), over: 400...1000))
      }),
    DemoScene(
      name: "tray-half", words: ["tray"],
      script: Script {
        down(1, 107.8, 128.7, at: 300)
        drag(1, from: (107.8, 128.7), to: (107.8, 78), over: 350...800)
      }),
    DemoScene(
      name: "tray-drawer", words: ["tray"],
      script: Script {
        down(1, 1, 60, at: 300)
        drag(1, from: (1, 60), to: (80, 62), over: 320...700)
        up(1, at: 708)
      }),
    DemoScene(
      name: "touches", words: ["touches", "--role", "fullscreen"] + classic,
      script: Script {
        down(1, 84, 92, at: 300)
        down(2, 122, 50, at: 300)
        down(3, 146, 44, at: 300)
        together(
          drag(1, from: (84, 92), to: (96, 86), over: 320...600),
          drag(2, from: (122, 50), to: (118, 60), over: 320...600),
          drag(3, from: (146, 44), to: (140, 54), over: 320...600))
      }),
  ]

  /// When the last finger has done its last, since the beginning.
  var duration: Duration { script.steps.map(\.time).max().map { $0 - .zero } ?? .zero }
}

/// A script as a recording that the programs play: JSON lines. Fingers that the script leaves down stay down for a minute.
enum SceneRecording {
  /// The recording of `scene`, one line.
  static func line(_ scene: DemoScene) -> String {
    var device = RecordedDevice(name: "tablet")
    (device.width, device.height) = (DemoScene.panel.width, DemoScene.panel.height)
    device.maximumContacts = 10
    var recording = Recording(source: "offhand", trace: scene.name, device: device)
    var assembler = TouchFrameAssembler()
    scene.script.forEachFrame(assembler: &assembler) { frame in
      let touches = frame.indices.map { frame[$0] }.filter(\.isDown)
      recording.frames.append(
        RecordedFrame(
          time: frame.timestamp,
          touches: touches.map { RecordedTouch(id: Int($0.slot), x: $0.position.x, y: $0.position.y) }))
    }
    recording.frames.append(RecordedFrame(time: Timestamp(seconds: 60), touches: []))
    return String(decoding: JSONLinesWriter.line(recording), as: UTF8.self)
  }
}
