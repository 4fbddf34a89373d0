/// The name of a recognizer in its pipeline, for the relations between recognizers and for the events.
///
/// A literal, or text that is known only at run time: `try GestureName("photo-\(number)")`. Two recognizers of one kind in one
/// pipeline need two names: `TapGestureRecognizer(taps: 2).named(.doubleTap)`.
///
/// The name is stored in the value: copying and comparing one touches no other memory, and no table grows with the names in use.
public struct GestureName: Sendable, Hashable {
  /// The largest number of UTF-8 bytes.
  public static let capacity = 31

  // The bytes in memory order, then zeros: the last byte always is one, so that the storage is a C string as well. Four words and
  // not a SIMD vector, whose alignment would make an event larger.
  private var words: (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)

  /// The name `text`, of 1 to ``capacity`` UTF-8 bytes without zeros.
  public init(_ text: some StringProtocol) throws(GestureNameError) {
    var text = String(text)
    if let problem = text.withUTF8({ GestureNameError(of: $0) }) { throw problem }
    text.withUTF8 { store($0) }
  }

  @inline(__always)
  private mutating func store(_ bytes: UnsafeBufferPointer<UInt8>) {
    withUnsafeMutableBytes(of: &words) { $0.copyMemory(from: UnsafeRawBufferPointer(bytes)) }
  }

  /// Calls `body` with the UTF-8 bytes of the name; the byte after the last of them is zero.
  package func withUTF8<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    withUnsafeBytes(of: words) { bytes in
      bytes.withMemoryRebound(to: UInt8.self) { bytes in
        body(UnsafeBufferPointer(rebasing: bytes[..<(bytes.firstIndex(of: 0) ?? GestureName.capacity)]))
      }
    }
  }

  /// Whether both have the same spelling.
  public static func == (a: GestureName, b: GestureName) -> Bool {
    (a.words.0 ^ b.words.0) | (a.words.1 ^ b.words.1) | (a.words.2 ^ b.words.2) | (a.words.3 ^ b.words.3) == 0
  }

  /// Hashes the spelling.
  public func hash(into hasher: inout Hasher) {
    withUnsafeBytes(of: words) { hasher.combine(bytes: $0) }
  }
}

/// The reason why a text is not a valid name.
public enum GestureNameError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The text is empty.
  case isEmpty
  /// The text has so many UTF-8 bytes.
  case isTooLong(Int)
  /// The text contains a zero byte.
  case containsZero

  fileprivate init?(of bytes: UnsafeBufferPointer<UInt8>) {
    if bytes.isEmpty {
      self = .isEmpty
    } else if bytes.count > GestureName.capacity {
      self = .isTooLong(bytes.count)
    } else if bytes.contains(0) {
      self = .containsZero
    } else {
      return nil
    }
  }

  /// The error and its remedy.
  public var description: String {
    switch self {
    case .isEmpty: "a name has at least one character"
    case .isTooLong(let count): "a name has at most \(GestureName.capacity) UTF-8 bytes, and this one has \(count)"
    case .containsZero: "a name contains no zero byte"
    }
  }
}

extension GestureName: ExpressibleByStringLiteral, CustomStringConvertible {
  /// The name `value`. An empty or too long literal stops the program.
  @inline(__always)
  public init(stringLiteral value: StaticString) {
    let count = value.utf8CodeUnitCount
    precondition(count > 0 && count <= GestureName.capacity, "the name of a gesture has 1 to 31 UTF-8 bytes")
    store(UnsafeBufferPointer(start: value.utf8Start, count: count))
  }

  /// The name as a string. Not inlined: it is part of many messages, which would be 15 kB larger.
  @inline(never)
  public var description: String { withUTF8 { String(decoding: $0, as: UTF8.self) } }
}

// Computed, because the compiler makes constants of them; the first use of a stored one would run an initializer under a lock, and
// every further use would check whether that is done.
extension GestureName {
  /// A single tap.
  public static var tap: GestureName { "tap" }
  /// A double tap.
  public static var doubleTap: GestureName { "double-tap" }
  /// A triple tap.
  public static var tripleTap: GestureName { "triple-tap" }
  /// A tap, and then a press that is dragged.
  public static var tapDrag: GestureName { "tap-drag" }
  /// A tap, and then a press that is dragged up or down to scale.
  public static var quickScale: GestureName { "quick-scale" }
  /// A long press.
  public static var longPress: GestureName { "long-press" }
  /// A pan.
  public static var pan: GestureName { "pan" }
  /// A swipe.
  public static var swipe: GestureName { "swipe" }
  /// A pinch.
  public static var pinch: GestureName { "pinch" }
  /// A rotation.
  public static var rotation: GestureName { "rotation" }
  /// Pan, pinch and rotation in one.
  public static var transform: GestureName { "transform" }
  /// Several steps of the same fingers.
  public static var sequence: GestureName { "sequence" }
  /// A pan from an edge of the screen.
  public static var screenEdgePan: GestureName { "screen-edge-pan" }
}
