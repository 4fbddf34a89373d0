import OffhandPlatform

/// Whether labwc makes one pointer of all touches, as a setting of it can (`mouseEmulation`).
struct LabwcTouch {
  /// The texts of its configuration, by their paths, the one that decides first.
  var files: [(path: String, text: String)]

  init(files: [(path: String, text: String)]) { self.files = files }

  /// Reads what the running labwc reads; `nil` if it does not run. `programs` are the words of each running program.
  init?(programs: [[String]]) {
    guard let words = programs.first(where: { $0.first?.split(separator: "/").last == "labwc" }) else { return nil }
    let given = words.firstIndex { ["-C", "--config-dir"].contains($0) }.map { words[($0 + 1)...].prefix(1) } ?? []
    let own = Environment["XDG_CONFIG_HOME"] ?? Environment["HOME"].map { "\($0)/.config" }
    let folders = given + (own.map { ["\($0)/labwc"] } ?? []) + ["/etc/xdg/labwc"]
    files = folders.compactMap { folder in
      let path = "\(folder)/rc.xml"
      guard let text = try? Files.contents(of: path, atMost: 1 << 20) else { return nil }
      return (path, String(decoding: text, as: UTF8.self))
    }
  }

  var findings: [Finding] {
    guard let file = files.first(where: { $0.text.contains("mouseEmulation=") }),
      file.text.contains(#"mouseEmulation="yes""#)
    else { return [] }
    return [
      Finding(
        subject: "labwc", verdict: .impaired,
        text: "makes one pointer of all touches: several fingers and edges are not seen",
        remedy: #"write mouseEmulation="no" in \#(file.path), then: pkill -HUP labwc"#)
    ]
  }
}
