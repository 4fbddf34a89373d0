import Glibc
import Offhand
import OffhandRecordings

let panel = Rect(x: 0, y: 0, width: 215, height: 135)  // the glass, in millimetres
var placer = StandardPlacement(environment: PanelSetup(panel: panel, posture: .flatTablet))
var gestures = Pipeline { PinchGestureRecognizer() }
var frames = TouchFrameAssembler()

do {
  let touches = try RecordingTouchSource(path: "scripts/recordings/pinch-right.jsonl", start: .zero)
  while let time = touches.deadline {
    try touches.dispatch(at: time) { event in
      frames.add(event) { frame in
        placer.ingest(frame)
        gestures.process(frame)
        for event in gestures.events where event.state == .changed {
          let level = placer.place(
            OverlayRequest(
              id: Overlay.ID(rawValue: 1), size: Size(width: 20, height: 9), bounds: panel,
              gesture: GestureHint(.pinch, of: event)))
          let (zoom, hidden) = (PercentText.string(event.gesture.scale), PercentText.string(level.hidden))
          print("zoom \(zoom), label at \(Int(level.rect.minX)), \(Int(level.rect.minY)) mm, \(hidden) hidden")
        }
      }
    }
  }
} catch {
  print(error)
  exit(1)
}
