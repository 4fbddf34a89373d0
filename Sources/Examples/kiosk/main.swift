import Offhand
import OffhandClient

// `light` has dark text on a light ground; with the path of a recording, the page is shown under its fingers.
let words = CommandLine.arguments.dropFirst()
ViewProgram.main(
  KioskPage(), title: "kiosk", input: TouchInput(words.first { $0 != "light" }.map { .recording($0) } ?? .automatic),
  display: ViewDisplay(theme: words.contains("light") ? .light : .dark), posture: .kiosk)
