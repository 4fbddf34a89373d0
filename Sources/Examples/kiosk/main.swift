import Offhand
import OffhandClient

// `light` has dark text; the path of a recording shows the page under its fingers. In full screen it would hide the screen keyboard.
let words = CommandLine.arguments.dropFirst()
ViewProgram.main(
  KioskPage(), title: "kiosk", input: TouchInput(words.first { $0 != "light" }.map { .recording($0) } ?? .automatic),
  display: ViewDisplay(role: .maximized, theme: words.contains("light") ? .light : .dark), posture: .kiosk)
