import CPlatform
import Testing

@testable import OffhandWayland

struct InterfaceTablesTests {
  /// What the generator leaves out of wayland.xml.
  private static let leftOut = ["wl_data_", "wl_shell"]

  @Test(.enabled(if: ScannerTables.isAvailable, "needs wayland-scanner and cc: scripts/setup build"))
  func `the tables are those of wayland-scanner`() throws {
    let expected = try ScannerTables.lines().filter { line in !Self.leftOut.contains { line.hasPrefix($0) } }
    let tables = InterfaceDescription.all.map { InterfaceTables.shared.table(of: $0.name).pointer }
    let lines = tables.flatMap { Self.lines($0.pointee) }
    #expect(lines.count > 150)
    #expect(Set(lines) == Set(expected))
    #expect(lines.count == expected.count)
  }

  @Test func `a table stays where it is`() {
    let pointer = WlSurface.table.pointer
    #expect(InterfaceTables.shared.table(of: "wl_surface").pointer == pointer)
    #expect(WlSubcompositor.table.pointer.pointee.methods[1].types[1] == pointer)
  }

  private static func lines(_ table: wl_interface) -> [String] {
    let name = String(cString: table.name)
    return ["\(name) version \(table.version)"]
      + messages(table.methods, table.method_count).map { "\(name) request \($0)" }
      + messages(table.events, table.event_count).map { "\(name) event \($0)" }
  }

  private static func messages(_ base: UnsafePointer<wl_message>?, _ count: Int32) -> [String] {
    (0..<Int(count)).map { index in
      guard let message = base?[index] else { return "missing" }
      let signature = String(cString: message.signature)
      let arguments = signature.count { $0 != "?" && !$0.isNumber }
      let types = (0..<arguments).map { argument in
        message.types[argument].map { String(cString: $0.pointee.name) } ?? "-"
      }
      return (["\(String(cString: message.name))(\(signature))"] + types).joined(separator: " ")
    }
  }
}
