import CPlatform

@testable import OffhandWayland

/// The numbers of objects as both sides know them.
enum WlIdentity {
  static func id(of object: some ProtocolObject) -> UInt32 { wl_proxy_get_id(object.proxy) }
}
