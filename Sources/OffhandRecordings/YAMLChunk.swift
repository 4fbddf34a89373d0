import Yams

/// A few lines of a YAML file that make a document of their own, with the place where they stand.
///
/// A recording of minutes has hundreds of thousands of lines; a tree of all of them would take gigabytes. So the file is
/// cut where its own layout cuts it, and each part goes through the YAML library alone.
struct YAMLChunk {
  /// How deep values may nest. The library descends by recursion, and a hostile file must not exhaust the stack.
  static let maximumDepth = 32
  /// How many bytes a part may have: a head with a long list of HID bytes takes some ten thousand.
  static let maximumLength = 4 << 20

  private var text: [UInt8] = []
  private var numbers: [Int] = []

  /// Whether there are no lines.
  var isEmpty: Bool { text.isEmpty }

  /// The line of the file at which `node` stands; without one the first.
  func line(of node: Node?) -> Int { line(at: node?.mark?.line ?? 1) }

  /// Adds the line numbered `number`. Throws where the part becomes too long or nests too deep.
  mutating func append(_ line: [UInt8], number: Int) throws(YAMLFault) {
    guard text.count + line.count < YAMLChunk.maximumLength else {
      throw YAMLFault(line: number, reason: "one part of the file is longer than \(YAMLChunk.maximumLength) bytes")
    }
    guard YAMLChunk.depth(of: line) <= YAMLChunk.maximumDepth else {
      throw YAMLFault(line: number, reason: "values nest deeper than \(YAMLChunk.maximumDepth)")
    }
    text += line
    text.append(UInt8(ascii: "\n"))
    numbers.append(number)
  }

  /// Forgets its lines.
  mutating func removeAll() {
    text.removeAll(keepingCapacity: true)
    numbers.removeAll(keepingCapacity: true)
  }

  /// What the lines say. Throws where they are no YAML.
  func node() throws(YAMLFault) -> Node {
    do {
      if let node = try Yams.compose(yaml: String(decoding: text, as: UTF8.self)) { return node }
    } catch YamlError.scanner(_, let problem, let mark, _) {
      throw YAMLFault(line: line(at: mark.line), reason: "no YAML: \(problem)")
    } catch YamlError.parser(_, let problem, let mark, _) {
      throw YAMLFault(line: line(at: mark.line), reason: "no YAML: \(problem)")
    } catch YamlError.reader(let problem, _, _, _) {
      throw YAMLFault(line: line(at: 1), reason: "no YAML: \(problem)")
    } catch {
      throw YAMLFault(line: line(at: 1), reason: "no YAML: \(error)")
    }
    throw YAMLFault(line: line(at: 1), reason: "nothing stands here")
  }

  /// The number of the line that is the part's `index`th, counted from 1.
  private func line(at index: Int) -> Int {
    numbers.isEmpty ? 1 : numbers[min(max(index - 1, 0), numbers.count - 1)]
  }

  /// More than the depth to which a line can nest: brackets, leading dashes and question marks, indentation.
  private static func depth(of line: [UInt8]) -> Int {
    var depth = 0
    var deepest = 0
    var isLeading = true
    for byte in line {
      switch byte {
      case UInt8(ascii: "["), UInt8(ascii: "{"): depth += 1
      case UInt8(ascii: "]"), UInt8(ascii: "}"): depth -= 1
      case UInt8(ascii: "-"), UInt8(ascii: "?"): if isLeading { depth += 1 }
      case UInt8(ascii: " "): break
      case UInt8(ascii: "#"): return deepest
      default: isLeading = false
      }
      deepest = max(deepest, depth)
    }
    return deepest
  }
}

/// Why a part of a YAML file cannot be understood.
struct YAMLFault: Error, Hashable {
  /// The line in the file, counted from 1.
  var line: Int
  /// What is wrong.
  var reason: String
}
