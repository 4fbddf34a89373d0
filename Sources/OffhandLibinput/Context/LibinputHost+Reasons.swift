import CPlatform
import Glibc

extension LibinputHost {
  /// The input devices that were found and not opened, by node.
  var ignoredDevices: [IgnoredDevice] {
    refusals.sorted { $0.key < $1.key }.map { path, refusal in
      switch refusal {
      case .otherKind(let kind, let name): IgnoredDevice(path: path, name: name, reason: .kind(kind))
      case .failed(let code, let name):
        if let permission = LibinputHost.permission(path, code) {
          IgnoredDevice(path: path, name: name, reason: .permission(permission))
        } else {
          IgnoredDevice(path: path, name: name, reason: .failure(code.description))
        }
      }
    }
  }

  /// Why a named node could not be used.
  func reasonForRefusing(_ path: String) -> LibinputError {
    switch refusals[path] {
    case .otherKind(let kind, _):
      return NodePermission(of: path) == nil ? .noSuchDevice(path: path) : .notATouchScreen(path: path, kind: kind)
    case .failed(let code, let name):
      if let permission = LibinputHost.permission(path, code) { return .permissionDenied(permission, device: name) }
      return code.rawValue == ENOENT ? .noSuchDevice(path: path) : .cannotOpen(path: path, reason: code.description)
    case nil:
      return NodePermission(of: path) == nil
        ? .noSuchDevice(path: path)
        : .unusable(path: path, reason: lastComplaint.isEmpty ? "no reason given" : lastComplaint)
    }
  }

  /// Why a seat has no touch screen for us: one that may not be read is the better answer than none at all.
  func reasonForAbsence(on seat: String) -> LibinputError {
    for (path, refusal) in refusals.sorted(by: { $0.key < $1.key }) {
      if case .failed = refusal { return reasonForRefusing(path) }
    }
    return .noTouchScreen(seat: seat, otherDevices: refusals.count)
  }

  /// Whether the descriptor of an open node reports that its device is gone or revoked.
  func hasLost(_ path: String) -> Bool {
    guard let descriptor = descriptors[path] else { return false }
    var request = pollfd(fd: descriptor, events: 0, revents: 0)
    return poll(&request, 1, 0) > 0
  }

  private static func permission(_ path: String, _ code: SystemErrorCode) -> NodePermission? {
    code.rawValue == EACCES || code.rawValue == EPERM ? NodePermission(of: path) : nil
  }
}
