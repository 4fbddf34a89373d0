import Glibc
import Logging
import Offhand
import OffhandClient
import OffhandPixman

let logger = Logger(label: "kiosk")
// With the path of a recording, the page is shown under its fingers.
let input = CommandLine.arguments.dropFirst().first.map { TouchInput(.recording($0)) } ?? TouchInput()
do {
  try ViewProgram(
    KioskPage(), title: "kiosk", renderer: Renderer(fonts: try FontBook()), input: input, posture: .kiosk,
    logger: logger
  ).run()
} catch {
  logger.critical("\(error)")
  exit(1)
}
