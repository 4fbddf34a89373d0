import CompositorRig
import Glibc
import OffhandPlatform
import Testing

@testable import OffhandLibinput

/// Which nodes the process opens that a confined program has touch screens opened by. Devices that every machine has stand for input
/// devices here; `KernelSourceTests` tries those of a kernel.
struct BrokeredOpenerTests {
  private let touchScreen = try! Descriptor.status(of: "/dev/null").deviceNumber

  /// A gate for the devices in `folder`, of which `null` is a touch screen and all others are keyboards.
  private func gate(_ folder: String = "/dev") -> TouchScreenGate {
    TouchScreenGate(
      folder: folder, kind: { [touchScreen] in $0 == touchScreen ? .touchScreen : .keyboard }, agrees: { _ in true })
  }

  private func code(_ gate: TouchScreenGate, _ path: String) -> Int32 {
    do throws(KernelError) {
      _ = try gate.open(path)
      return 0
    } catch {
      return error.code
    }
  }

  @Test func `a touch screen is opened, read-only and without blocking`() throws {
    let node = try gate().open("/dev/null")
    #expect(try node.status().deviceNumber == touchScreen)
    let flags = fcntl(node.number, F_GETFL)
    #expect(flags & O_ACCMODE == O_RDONLY && flags & O_NONBLOCK != 0)
    #expect(fcntl(node.number, F_GETFD) == FD_CLOEXEC)
  }

  @Test func `nodes of other devices, files and folders are refused, and a path without anything is not there`() {
    for path in ["/dev/zero", "/dev/./zero", "/etc/passwd", "/dev/../etc/passwd", "/dev", "/dev/fd"] {
      #expect(code(gate(), path) == EACCES, "\(path)")
    }
    #expect(code(gate(), "/dev/none") == ENOENT && code(gate(), "") == ENOENT)
  }

  @Test func `a link is what it leads to`() throws {
    let folder = try TemporaryFolder()
    for name in ["null", "zero"] { #expect(symlink("/dev/\(name)", folder.file(name)) == 0) }
    #expect(code(gate(), folder.file("null")) == 0)
    #expect(code(gate(), folder.file("zero")) == EACCES)
    // A folder of input devices that has a link to a touch screen outside of it.
    #expect(code(gate(folder.path), folder.file("null")) == EACCES)
  }

  @Test func `what is no device is refused, whatever its number says, and a FIFO is not waited for`() throws {
    let folder = try TemporaryFolder()
    try folder.write("text", to: "file")
    #expect(mkfifo(folder.file("fifo"), 0o600) == 0)
    let gate = TouchScreenGate(folder: folder.path, kind: { _ in .touchScreen }, agrees: { _ in true })
    #expect(code(gate, folder.file("file")) == EACCES && code(gate, folder.file("fifo")) == EACCES)
  }

  @Test
  func `a device is refused that does not say itself that it is a touch screen, whatever udev knows of its number`() {
    let gate = TouchScreenGate(folder: "/dev", kind: { _ in .touchScreen })
    #expect(code(gate, "/dev/null") == TouchScreenGate.disagreement)
  }

  @Test func `a device that another one replaces while it is opened is refused`() {
    var asked = 0
    let gate = TouchScreenGate(
      folder: "/dev",
      kind: { _ in
        asked += 1
        return asked == 1 ? .touchScreen : .keyboard
      }, agrees: { _ in true })
    #expect(code(gate, "/dev/null") == EACCES && asked == 2)
  }
}
