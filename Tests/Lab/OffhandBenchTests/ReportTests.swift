import Foundation
import FoundationXML
import Testing
@testable import OffhandBench
import OffhandBenchmarks

/// A directory of results, and the scripts that read it.
private final class Results {
  let folder = FileManager.default.temporaryDirectory.appendingPathComponent("offhand-\(UUID().uuidString)")

  init() throws { try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true) }

  deinit { try? FileManager.default.removeItem(at: folder) }

  func write(_ text: String, _ name: String) throws {
    try Data(text.utf8).write(to: folder.appendingPathComponent(name))
  }

  func text(of name: String) -> String {
    String(decoding: (try? Data(contentsOf: folder.appendingPathComponent(name))) ?? Data(), as: UTF8.self)
  }

  /// Calls a script on the folder, and on `others` after it.
  func run(_ script: String, _ options: [String] = [], others: [Results] = []) throws -> (code: Int32, text: String) {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/python3")
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("../../..")
    process.arguments =
      [root.appendingPathComponent("scripts/\(script)").path] + options + [folder.path] + others.map(\.folder.path)
    let output = Pipe()
    process.standardOutput = output
    process.standardError = output
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return (process.terminationStatus, text)
  }
}

struct TargetTests {
  /// The row of a target when only `json` was measured.
  private func row(_ id: String, _ json: String, _ name: String) throws -> String {
    let results = try Results()
    try results.write(#"{"schema":"offhand-bench-\#(name)",\#(json)}"#, "\(name).json")
    #expect(try results.run("bench-report.py").code == 0)
    return try #require(
      results.text(of: "targets.md").split(separator: "\n").map(String.init).first { $0.hasPrefix("| \(id) |") })
  }

  private func program(wakeups: Double = 0, start: Double = 20) -> String {
    #""start_ms":{"median":\#(start)},"rest":{"own_mb":10,"file_mb":9,"wakeups":\#(wakeups)}"#
  }

  @Test func `a target is met where every figure is, and missed where one is not`() throws {
    #expect(
      try row("T14", program(), "program")
        == "| T14 | start to first frame; memory besides buffers | ≤ 25 ms, 20 MB | 20 ms, 19 MB | met |")
    #expect(try row("T14", program(start: 50), "program").hasSuffix("| missed, 2 times the limit |"))
  }

  @Test func `nothing is the only thing that meets zero`() throws {
    #expect(try row("T13", program(), "program") == "| T13 | wake-ups at rest | ≤ 0 a second | 0 a second | met |")
    #expect(try row("T13", program(wakeups: 0.1), "program").hasSuffix("| missed, ∞ times the limit |"))
  }

  @Test func `what was not measured is not met`() throws {
    #expect(try row("T11", program(), "program").hasSuffix("| – ms | not all measured |"))
    #expect(try row("T14", #""start_ms":{"median":20}"#, "program").hasSuffix(", – MB | not all measured |"))
    #expect(try row("T14", #""start_ms":{"median":75}"#, "program").hasSuffix("| missed, 3 times the limit |"))
  }

  @Test func `a ratio whose starts do not agree judges no target`() throws {
    func peers(_ low: Double) -> String {
      #""rows":[{"peer":"Qt Quick 6","workload":"pinch2","ratio":{"ratio":0.02,"low":\#(low),"high":0.021}}]"#
    }
    #expect(try row("T4", peers(0.019), "peers").contains("| 50 / – times |"))
    #expect(try row("T4", peers(0.01), "peers").contains("| – times |"))
  }

  @Test func `a file that is no report is refused by its name`() throws {
    for text in ["{}", "[]", "no JSON", #"{"schema":"offhand-bench-latency"}"#] {
      let results = try Results()
      try results.write(text, "program.json")
      let (code, words) = try results.run("bench-report.py")
      #expect(code == 1 && words.contains("program.json: this is no"), "\(words)")
    }
  }
}

struct RunComparisonTests {
  private func run(instructions: Double, ratio: Double = 0.5, low: Double = 0.49) throws -> Results {
    let results = try Results()
    try results.write(
      #"{"schema":"offhand-bench-counts","rows":[{"name":"a","instructions":\#(instructions)}]}"#, "counts.json")
    try results.write(
      #"""
      {"schema":"offhand-bench-peers","rows":[{"peer":"SDL2","what":"all","workload":"ten",
      "ratio":{"ratio":\#(ratio),"low":\#(low),"high":\#(ratio)}}]}
      """#, "peers.json")
    return results
  }

  @Test func `the deviation is that of the run furthest from the middle one`() throws {
    let others = [try run(instructions: 102), try run(instructions: 90)]
    let (code, text) = try run(instructions: 100).run("bench-report.py", ["--within", "10"], others: others)
    #expect(code == 0 && text.contains("instructions: no run is further than 10.00 % from the middle one\n"), "\(text)")
    #expect(try run(instructions: 100).run("bench-report.py", ["--within", "9"], others: others).code == 1)
  }

  @Test func `a run whose starts do not agree is counted and left out`() throws {
    let torn = try run(instructions: 100, ratio: 0.9, low: 0.5)
    let (code, text) = try run(instructions: 100).run("bench-report.py", ["--within", "1"], others: [torn])
    #expect(code == 0 && text.contains("1 are left out, because their starts do not agree"), "\(text)")
  }

  @Test func `a figure is less or more where two runs of one build would not differ by as much`() throws {
    let earlier = try run(instructions: 100)
    func verdict(_ instructions: Double) throws -> String {
      let now = try run(instructions: instructions)
      let text = try earlier.run("bench-report.py", ["--against"], others: [now]).text
      let line = try #require(text.split(separator: "\n").first { $0.hasPrefix("counts rows a instructions") })
      return String(line.split(separator: " ").last ?? "")
    }
    #expect(try verdict(93) == "less" && verdict(96) == "0.960" && verdict(105) == "1.050" && verdict(108) == "more")
  }
}

struct PictureTests {
  /// A run in which every input is presented `delay` milliseconds after it was due.
  private func result(_ policy: String, delay: Int64) -> LatencyResult {
    var record = LatencyRecord()
    for index in 0..<120 {
      let due = Int64(index) * 8_000_000
      record.inputs.append(
        .init(
          scheduled: due, sent: due + 1000, woken: due + 90_000, assembled: due + 100_000, decided: due + 200_000,
          commit: index + 1))
      record.commits.append(.init(number: index + 1, begun: due + 300_000, time: due + 400_000))
      record.presentations.append(.init(commit: index + 1, time: due + delay * 1_000_000))
    }
    let setup = LatencySetup(
      compositor: "<weston>", version: "10", outputHz: 60, policy: policy, inputHz: 125,
      pipeline: "standard")
    return LatencyResult(setup, [record], warmUp: .zero)
  }

  private var report: LatencyReport {
    var report = LatencyReport()
    report.results = [result("immediate", delay: 20), result("frame-callback", delay: 40)]
    return report
  }

  /// Draws what is in `results` and returns the pictures by name.
  private func pictures(of results: Results) throws -> [String: Data] {
    #expect(try results.run("bench-page.py").code == 0)
    let names = try FileManager.default.contentsOfDirectory(atPath: results.folder.path)
    return Dictionary(
      uniqueKeysWithValues: names.filter { $0.hasSuffix(".svg") }.map { ($0, Data(results.text(of: $0).utf8)) })
  }

  @Test func `pictures are well-formed, whatever names are in them, and none is of what was not measured`() throws {
    let results = try Results()
    try results.write(#"{"targets": []}"#, "targets.json")
    #expect(try pictures(of: results).isEmpty)

    try results.write(#"{"schema":"offhand-bench-program","rest":{"wakeups":1}}"#, "program.json")
    let recognizers = #"""
      {"schema":"offhand-bench-recognizers","decisions":[{"pipeline":"mine, \"fast\"","rate_hz":120,
      "gesture":"pinch <out>","recognizer":"r","judged":true,"episodes":20,"misses":3,"misfires":{},
      "latency_ms":{"count":1,"minimum":8.3,"median":8.3,"maximum":8.3}}]}
      """#
    try results.write(String(decoding: report.encoded(), as: UTF8.self), "latency.json")
    try results.write(recognizers, "recognizers.json")
    let scene = #"""
      {"width":217,"height":136,"silhouette":[[90,10,120,10,120,140]],"touches":[95,12,110,80],"places":{
      "classic":{"rect":[90,30,20,9],"hidden":0.65},"standard":{"rect":[30,30,20,9],"hidden":0}}}
      """#
    try results.write(#"{"schema":"offhand-bench-placement","rows":[],"scenes":[\#(scene)]}"#, "placement.json")
    #expect(try results.run("bench-report.py").code == 0)
    let drawn = try pictures(of: results)
    #expect(drawn.keys.sorted() == ["comparison.svg", "decisions.svg", "latency.svg"])
    for picture in drawn.values { #expect(XMLParser(data: picture).parse()) }
    let texts = drawn.mapValues { String(decoding: $0, as: UTF8.self) }
    #expect(texts["latency.svg"]?.contains("&lt;weston&gt; at 60 Hz, presented") == true)
    #expect(texts["latency.svg"]?.contains("frame-callback: p50 40 ms") == true)
    #expect(texts["decisions.svg"]?.contains("3 of 20 missed") == true)
    // One scene is no figure: the pages state the mean over all hands.
    #expect(texts["comparison.svg"]?.contains(">where popovers open</text>") == true)
  }

  @Test func `pages stay as they are where something in them was not measured`() throws {
    let (results, catalog) = (try Results(), try Results())
    try results.write(#"{"schema":"offhand-bench-program","rest":{"wakeups":0}}"#, "program.json")
    #expect(try results.run("bench-report.py").code == 0)
    let (code, text) = try results.run("bench-page.py", others: [catalog])
    #expect(code == 1 && text.contains("was not measured: a dot under a reaching finger"), "\(text)")
  }
}
