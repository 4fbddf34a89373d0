import CompositorRig
import Foundation
import Testing

/// What the README promises.
struct ReadmeTests {
  private let readme: String

  init() throws { readme = try Self.text("README.md") }

  private static func text(_ path: String) throws -> String {
    try String(contentsOfFile: RepositoryFile.path(path), encoding: .utf8)
  }

  /// The part of an address that leads to `heading`.
  private static func anchor(_ heading: some StringProtocol) -> String {
    heading.drop { $0 == "#" || $0 == " " }.lowercased().filter { $0.isLetter || $0.isNumber || "- _".contains($0) }
      .replacing(" ", with: "-")
  }

  @Test func `the README has at most 900 words`() {
    let words = readme.split(whereSeparator: \.isWhitespace).count
    #expect(words <= 900, "\(words) words")
  }

  @Test func `a dozen links and every picture of the README lead to a file, or to a heading in it`() throws {
    let links = readme.matches(of: /(!?)\[[^\]]*\]\(([^)#]*)#?([^)]*)\)/)
    #expect(links.count { $0.1.isEmpty } >= 12)
    for link in links {
      let path = link.2.isEmpty ? "README.md" : String(link.2)
      #expect(FileManager.default.fileExists(atPath: RepositoryFile.path(path)), "\(path) does not exist")
      if !link.3.isEmpty {
        let headings = try Self.text(path).split(separator: "\n").filter { $0.hasPrefix("#") }.map(Self.anchor)
        #expect(headings.contains(String(link.3)), "\(path) has no heading \(link.3)")
      }
    }
  }

  @Test func `the README's program is built, and finds room beside a recorded pinch`() throws {
    #expect(readme.contains("```swift\n\(try Self.text("Sources/Examples/pinch/main.swift"))```"))
    let program = try Program([Program.built("Pinch")], workingDirectory: RepositoryFile.path(""))
    #expect(try program.wait() == .exited(0))
    let lines = program.standardOutput.split(separator: "\n")
    #expect(lines.contains { $0.hasPrefix("zoom 238%, label at ") }, "\(lines)")
    #expect(lines.allSatisfy { $0.contains(/at \d+, \d+ mm, [12]% hidden$/) }, "\(lines)")
  }

  @Test func `elsewhere, the README's program says what is missing`() throws {
    let program = try Program([Program.built("Pinch")], workingDirectory: "/")
    #expect(try program.wait() == .exited(1))
    #expect(program.standardOutput.contains("scripts/recordings/pinch-right.jsonl: No such file or directory"))
  }
}
