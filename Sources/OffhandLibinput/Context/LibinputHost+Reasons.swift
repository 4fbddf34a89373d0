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
      case .rejected(let complaint, let name):
        IgnoredDevice(path: path, name: name, reason: .failure(complaint))
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
    case .rejected(let complaint, _): return .unusable(path: path, reason: complaint)
    case nil:
      return NodePermission(of: path) == nil
        ? .noSuchDevice(path: path) : .notATouchScreen(path: path, kind: .other)
    }
  }

  /// Why a seat has no touch screen for us: one that may not be read is the better answer than none at all.
  func reasonForAbsence(on seat: String) -> LibinputError {
    for (path, refusal) in refusals.sorted(by: { $0.key < $1.key }) {
      if case .otherKind = refusal { continue }
      return reasonForRefusing(path)
    }
    return .noTouchScreen(seat: seat, otherDevices: refusals.count)
  }

  private static func permission(_ path: String, _ code: SystemErrorCode) -> NodePermission? {
    code.rawValue == EACCES || code.rawValue == EPERM ? NodePermission(of: path) : nil
  }
}
