import Offhand
import OffhandTesting

/// A script as a recording that the programs play: JSON lines. Fingers that the script leaves down stay down for a minute.
enum SceneRecording {
  /// The recording of `scene`, one line.
  static func line(_ scene: DemoScene) -> String {
    var frames: [String] = []
    var assembler = TouchFrameAssembler()
    scene.script.forEachFrame(assembler: &assembler) { frame in
      let touches = frame.indices.map { frame[$0] }.filter(\.isDown).map {
        #"{"id":\#($0.slot),"x_mm":\#($0.position.x),"y_mm":\#($0.position.y)}"#
      }
      frames.append(#"{"t":\#(frame.timestamp.seconds),"touches":[\#(touches.joined(separator: ","))]}"#)
    }
    frames.append(#"{"t":60,"touches":[]}"#)
    return """
      {"source":"offhand","trace":"\(scene.name)","device":{"name":"tablet","kind":"touchscreen",\
      "width_mm":\(DemoScene.panel.width),"height_mm":\(DemoScene.panel.height),"max_contacts":10},\
      "frames":[\(frames.joined(separator: ","))]}

      """
  }
}
