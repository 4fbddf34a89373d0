import Glibc

/// Feeds arbitrary bytes to what reads them: `Fuzz TARGET [OPTIONS OF LIBFUZZER]`.
///
/// Every input must end in a value or in an error that says what is wrong; never in a trap, never in a value that breaks its own rules.
/// `scripts/fuzz` builds and runs it.
@main
enum Fuzz {
  /// What takes an input.
  typealias Target = @Sendable ([UInt8]) -> Void

  private static let targets: [(name: String, take: Target)] = [
    ("recordings", Recordings.take), ("requests", Requests.take), ("configurations", Configurations.take),
    ("pictures", Pictures.take), ("pipelines", Pipelines.take), ("compositors", Compositors.take),
    ("datagrams", Datagrams.take),
  ]

  /// Written once, before the fuzzer starts, on the only thread.
  nonisolated(unsafe) static var target: Target = Recordings.take

  static func main() {
    let name = CommandLine.arguments.dropFirst().first ?? ""
    guard let (_, take) = targets.first(where: { $0.name == name }) else {
      print("usage: Fuzz \(targets.map(\.name).joined(separator: "|")) [OPTIONS OF LIBFUZZER]")
      exit(64)
    }
    target = take
    // libFuzzer parses the other arguments itself; the driver wants pointers that it may change.
    var count = CommandLine.argc - 1
    var arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = CommandLine.unsafeArgv + 1
    arguments?[0] = CommandLine.unsafeArgv[0]
    _ = runDriver(&count, &arguments, takeInput)
  }
}

/// The entry that libFuzzer calls where it is linked as a whole program; the driver gets the same function.
@_cdecl("LLVMFuzzerTestOneInput")
func takeInput(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  Fuzz.target(Array(UnsafeBufferPointer(start: bytes, count: count)))
  return 0
}

@_silgen_name("LLVMFuzzerRunDriver")
func runDriver(
  _ count: UnsafeMutablePointer<CInt>,
  _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?>,
  _ callback: @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt
) -> CInt

/// Takes numbers out of an input, one after the other; zero once it is over.
struct Supply {
  private var rest: ArraySlice<UInt8>

  init(_ bytes: [UInt8]) { rest = bytes[...] }

  var isEmpty: Bool { rest.isEmpty }

  mutating func byte() -> UInt8 { rest.popFirst() ?? 0 }

  /// A number from 0 to `count` - 1.
  mutating func choice(_ count: Int) -> Int { Int(byte()) % count }

  mutating func flag() -> Bool { byte() & 1 == 1 }

  mutating func word() -> UInt32 { (0..<4).reduce(0) { word, _ in word << 8 | UInt32(byte()) } }

  mutating func long() -> UInt64 { UInt64(word()) << 32 | UInt64(word()) }

  /// A number that is small in most cases, else any, also one that is not finite.
  mutating func number() -> Double {
    switch byte() {
    case 0..<160: Double(Int32(bitPattern: word()) >> 16) / 64
    case 160..<220: Double(Int32(bitPattern: word())) / 256
    default: Double(bitPattern: long())
    }
  }

  /// A text of at most `length` bytes.
  mutating func text(_ length: Int) -> String {
    let count = choice(length + 1)
    defer { rest = rest.dropFirst(count) }
    return String(decoding: rest.prefix(count), as: UTF8.self)
  }
}
