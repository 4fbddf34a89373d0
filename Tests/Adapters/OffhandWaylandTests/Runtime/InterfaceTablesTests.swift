import CPlatform
import CompositorRig
import Foundation
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
    #expect(WlCompositor.table.pointer.pointee.methods[0].types[0] == pointer)
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

/// The interface tables that `wayland-scanner` makes of the same XML, as lines of text.
enum ScannerTables {
  /// The folder with the XML.
  static let protocols = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("../../../../protocols").standardizedFileURL.path

  static var isAvailable: Bool { Program.isInstalled("wayland-scanner") && Program.isInstalled("cc") }

  /// Compiles the scanner's C for all protocols with a program that prints the tables, and answers what it prints.
  static func lines() throws -> [String] {
    let directory = try TemporaryFolder()
    var source = "#include <stdio.h>\n#include <string.h>\n#include <wayland-util.h>\n"
    var names: [String] = []
    for file in try FileManager.default.contentsOfDirectory(atPath: protocols).sorted() where file.hasSuffix(".xml") {
      let code = directory.file("\(file).c")
      try run(["wayland-scanner", "private-code", "\(protocols)/\(file)", code])
      source += "#include \"\(code)\"\n"
      let text = try String(contentsOfFile: code, encoding: .utf8)
      names += text.matches(of: #/WL_PRIVATE const struct wl_interface (\w+)_interface = /#).map { String($0.1) }
    }
    source += printer(names)
    try source.write(toFile: directory.file("print.c"), atomically: true, encoding: .utf8)
    try run(["cc", "-w", "-o", directory.file("print"), directory.file("print.c")])
    return try run([directory.file("print")]).split(separator: "\n").map(String.init)
  }

  private static func printer(_ names: [String]) -> String {
    """
    static void print(const char *interface, const char *kind, const struct wl_message *messages, int count) {
      for (int i = 0; i < count; i++) {
        printf("%s %s %s(%s)", interface, kind, messages[i].name, messages[i].signature);
        int arguments = 0;
        for (const char *c = messages[i].signature; *c; c++) arguments += *c != '?' && (*c < '0' || *c > '9');
        for (int a = 0; a < arguments; a++) printf(" %s", messages[i].types[a] ? messages[i].types[a]->name : "-");
        printf("\\n");
      }
    }
    int main(void) {
      \(names.map { "print_all(&\($0)_interface);" }.joined(separator: "\n  "))
    }
    """.replacingOccurrences(
      of: "int main(void)",
      with: """
        static void print_all(const struct wl_interface *i) {
          printf("%s version %d\\n", i->name, i->version);
          print(i->name, "request", i->methods, i->method_count);
          print(i->name, "event", i->events, i->event_count);
        }
        int main(void)
        """)
  }

  @discardableResult private static func run(_ command: [String]) throws -> String {
    let program = try Program(command)
    guard try program.wait() == .exited(0) else {
      throw RigError("\(command[0]) failed: \(program.standardError)")
    }
    return program.standardOutput
  }
}
