import CompositorRig
import Foundation
import Offhand
import OffhandPixman
import OffhandTesting
import Testing

@testable import OffhandClient

/// The program that the page `Programs` shows, so that it stays true.
struct ProgramsPageTests {
  /// The page's last lines.
  private func run() -> Never { ViewProgram.main(ScaleView(), title: "scale") }

  @Test func `the page has the view as it stands here`() throws {
    let page = try String(
      contentsOfFile: RepositoryFile.path("Sources/Offhand/Offhand.docc/Programs.md"), encoding: .utf8)
    let source = try String(
      contentsOfFile: RepositoryFile.path("Tests/Client/OffhandClientTests/Documentation/ScaleView.swift"),
      encoding: .utf8)
    let view = try #require(source.range(of: "/// A dot under").map { source[$0.lowerBound...] })
    #expect(page.contains(view))
  }

  @Test func `the page's package is whole, and depends on what is there`() throws {
    let page = try String(
      contentsOfFile: RepositoryFile.path("Sources/Offhand/Offhand.docc/Programs.md"), encoding: .utf8)
    let block = try #require(page.firstMatch(of: /```swift\n(\/\/ swift-tools-version[^`]*)```/))
    let folder = try TemporaryFolder()
    _ = try folder.write(String(block.1), to: "Package.swift")
    let manifest = try Program(["/usr/bin/env", "swift", "package", "dump-package"], workingDirectory: folder.path)
    #expect(try manifest.wait() == .exited(0), "\(manifest.standardError)")
    let ours = try String(contentsOfFile: RepositoryFile.path("Package.swift"), encoding: .utf8)
    #expect(ours.contains("name: \"offhand\",\n  products"))
    for product in block.1.matches(of: /name: "(\w+)", package: "offhand"/) {
      #expect(ours.contains(".library(name: \"\(product.1)\""))
    }
  }

  @Test func `a pinch has dots under its fingers, and its scale beside them`() throws {
    let window = MemoryWindow(width: 434, height: 272, size: Size(width: 217, height: 136))
    let host = ViewHost(ScaleView(), on: window, renderer: Renderer(fonts: try FontBook()))
    try host.update(at: .zero)
    var view = host.view
    var assembler = TouchFrameAssembler()
    Script {
      down(1, 118, 60, at: 0)
      down(2, 98, 80, at: 8)
      move(1, to: 128, 50, at: 40)
      move(2, to: 88, 90, at: 40)
      move(1, to: 130, 48, at: 48)
    }.forEachFrame(assembler: &assembler) { view.process($0) }
    var list = DisplayList()
    view.draw(for: FrameTime(now: .zero + .milliseconds(400)), into: &list)
    let dots = list.commands.count { if case .fill(_, cornerRadius: 6, _) = $0 { true } else { false } }
    let scales = list.commands.compactMap { if case .text(_, in: let rect, _) = $0 { rect } else { nil } }
    #expect(dots == 2)
    let rect = try #require(scales.first)
    for finger in [Point(x: 130, y: 48), Point(x: 88, y: 90)] { #expect(rect.distance(to: finger) > 6) }
  }
}
