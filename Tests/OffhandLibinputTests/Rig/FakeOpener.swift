import FakeEvdev
import Glibc
import OffhandLibinput

/// Opens fake devices, and refuses what a test wants refused.
final class FakeOpener: InputDeviceOpener {
  private(set) var opened: [String] = []
  private(set) var openDescriptors: Set<Int32> = []
  var refusal: SystemErrorCode?

  func open(_ path: String) -> Result<Int32, SystemErrorCode> {
    opened.append(path)
    if let refusal { return .failure(refusal) }
    let descriptor = fake_device_open(Int32(path.drop { !$0.isNumber }) ?? -1)
    guard descriptor >= 0 else { return .failure(SystemErrorCode(rawValue: errno)) }
    openDescriptors.insert(descriptor)
    return .success(descriptor)
  }

  func close(_ descriptor: Int32) {
    openDescriptors.remove(descriptor)
    fake_device_close(descriptor)
  }
}
