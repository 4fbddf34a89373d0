/// The layout of one line of a YAML file: what the parts are cut by.
struct LibinputRecordLine {
  /// How many spaces it begins with.
  let indentation: Int
  /// Whether it begins an item of a list.
  let isItem: Bool
  /// Whether there is nothing on it but perhaps a comment.
  let isBlank: Bool
  /// Whether it is the key of the list of events.
  let isEventsKey: Bool
  /// Whether it begins an item that holds kernel events.
  let isEvdevItem: Bool

  /// The layout of `line`.
  init(_ line: [UInt8]) {
    indentation = line.prefix { $0 == UInt8(ascii: " ") }.count
    let content = line[indentation...]
    isBlank = content.first.map { $0 == UInt8(ascii: "#") || $0 == UInt8(ascii: "\t") } ?? true
    isItem =
      content.first == UInt8(ascii: "-") && (content.count == 1 || content.dropFirst().first == UInt8(ascii: " "))
    isEventsKey = LibinputRecordLine.isKey("events", content)
    isEvdevItem =
      isItem && LibinputRecordLine.isKey("evdev", content.dropFirst().drop { $0 == UInt8(ascii: " ") })
  }

  /// Whether `content` is the key `name` and nothing else but perhaps a comment.
  private static func isKey(_ name: String, _ content: ArraySlice<UInt8>) -> Bool {
    guard content.starts(with: Array("\(name):".utf8)) else { return false }
    let rest = content.dropFirst(name.utf8.count + 1).drop { $0 == UInt8(ascii: " ") }
    return rest.isEmpty || rest.first == UInt8(ascii: "#")
  }
}
