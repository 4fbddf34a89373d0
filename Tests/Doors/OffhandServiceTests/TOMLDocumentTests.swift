import OffhandTOML
import Testing

struct TOMLDocumentTests {
  private func read(_ text: String) throws -> TOMLValue { try TOMLDocument.read(Array(text.utf8)) }

  @Test func `entries keep the order in which they are written, and know where they stand`() throws {
    let document = try read("zebra = 1\n[menu.staff]\nsecond = 'b'\nfirst = [ true, 2.5 ]\n")
    guard case .table(let entries) = document.content else { return #expect(Bool(false)) }
    #expect(entries.map(\.key) == ["zebra", "menu"])
    guard case .table(let menu) = entries[1].value.content, case .table(let staff) = menu[0].value.content else {
      return #expect(Bool(false))
    }
    #expect(staff.map(\.key) == ["second", "first"])
    #expect(staff[1].position == TOMLPosition(line: 4, column: 1))
    #expect(staff[1].value.position == TOMLPosition(line: 4, column: 9))
  }

  @Test(arguments: [
    ("a = \n", 1), ("a = 1\na = 2\n", 2), ("[[edge]]\nedge = \"left\n", 2), ("x = [1, 2", 1), ("\u{7F}", 1),
    ("x = 1\n[\\a]\n", 2), ("[[=]]\n", 1), ("[a.\\]\n", 1),
  ])
  func `a text that is not TOML is reported with its line`(text: String, line: Int) throws {
    let fault = #expect(throws: TOMLFault.self) { try read(text) }
    #expect(fault?.position.line == line)
    #expect(fault?.reason.isEmpty == false)
  }

  @Test func `deep nesting and long lines are refused`() throws {
    let deep = "[" + Array(repeating: "a", count: 200).joined(separator: ".") + "]\n"
    #expect(throws: TOMLFault.self) { try read(deep) }
    let deeper = "[" + Array(repeating: "a", count: 100_000).joined(separator: ".") + "]\n"
    #expect(throws: TOMLFault.self) { try read(deeper) }
    #expect(throws: TOMLFault.self) { try read("a = " + String(repeating: "[", count: 2000)) }
    let bytes: [UInt8] = [0x61, 0x3D, 0x22, 0xFF, 0x22]
    #expect(throws: TOMLFault.self) { try TOMLDocument.read(bytes) }
  }

  @Test func `a hundred thousand lines are read`() throws {
    let text = (0..<100_000).map { "k\($0) = \($0)\n" }.joined()
    guard case .table(let entries) = try read(text).content else { return #expect(Bool(false)) }
    #expect(entries.count == 100_000)
    #expect(entries.last?.position == TOMLPosition(line: 100_000, column: 1))
  }

  @Test func `a line that ends too early is said in words`() {
    let fault = #expect(throws: TOMLFault.self) { try read("posture\n") }
    #expect(fault?.description == "1:8: expected '=' before the end of the line")
    let open = #expect(throws: TOMLFault.self) { try read("[menu]\nrows = [\"a\",") }
    #expect(open?.description == "2:13: the file ends here, before what began is closed, such as [ or \"")
    let foreign = #expect(throws: TOMLFault.self) { try TOMLDocument.read([0xFF, 0xFE, 0x61]) }
    #expect(foreign?.reason == "this is not text in UTF-8")
    for (text, slip) in [
      ("a = kiosk\n", "text stands in quotes: \"…\""), ("a = \"x\n", "a text of this line has no closing quote"),
    ] {
      let fault = #expect(throws: TOMLFault.self) { try read(text) }
      #expect(fault?.reason == slip)
    }
  }
}
