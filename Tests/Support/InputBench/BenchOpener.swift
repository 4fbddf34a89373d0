import FakeEvdev
import Glibc
import OffhandLibinput

/// Opens the one fake device.
final class BenchOpener: InputDeviceOpener {
  func open(_ path: String) -> Int32 {
    guard let node = Int32(path.drop { !$0.isNumber }) else { return -ENOENT }
    let descriptor = fake_device_open(node)
    return descriptor >= 0 ? descriptor : -errno
  }

  func close(_ descriptor: Int32) { fake_device_close(descriptor) }
}
