import FakeEvdev
import Glibc
import OffhandLibinput

/// Opens the one fake device.
final class BenchOpener: InputDeviceOpener {
  func open(_ path: String) -> Result<Int32, SystemErrorCode> {
    guard let node = Int32(path.drop { !$0.isNumber }) else { return .failure(SystemErrorCode(rawValue: ENOENT)) }
    let descriptor = fake_device_open(node)
    return descriptor >= 0 ? .success(descriptor) : .failure(SystemErrorCode(rawValue: errno))
  }

  func close(_ descriptor: Int32) { fake_device_close(descriptor) }
}
