/// Looks for two threads in calls of one handle at the same time, where the caller asks for it by `OFFHAND_DEBUG=1`: otherwise such a
/// program ends anywhere, without a word.
struct ThreadWatch: ~Copyable {
  /// Whether it looks.
  let isOn: Bool
  /// A mutex of libc's, whose initial state is all zero; `nil` unless it looks.
  private let mutex: UnsafeMutableRawPointer?

  init() {
    isOn = ThreadWatch.isWanted
    mutex = isOn ? .allocate(byteCount: ThreadWatch.mutexSize, alignment: 16) : nil
    mutex?.initializeMemory(as: UInt8.self, repeating: 0, count: ThreadWatch.mutexSize)
  }

  deinit { mutex?.deallocate() }

  /// A call begins: ends the program if another thread is in one.
  func enter() {
    guard let mutex, tryToLock(mutex) != 0 else { return }
    let message: StaticString =
      "offhand: two threads use one handle at the same time; let one call end before another begins, or give each a handle of its own\n"
    _ = write(2, message.utf8Start, message.utf8CodeUnitCount)
    abort()
  }

  /// A call ends.
  func leave() { if let mutex { _ = unlock(mutex) } }

  /// At least the size of `pthread_mutex_t` of every libc, in bytes.
  private static let mutexSize = 128

  private static var isWanted: Bool {
    guard let value = environment("OFFHAND_DEBUG") else { return false }
    return value[0] == 49 && value[1] == 0
  }
}

// Embedded Swift has no module of libc, and the wasm no threads.
#if arch(wasm32)
  private func environment(_ name: StaticString) -> UnsafePointer<UInt8>? { nil }
  private func tryToLock(_ mutex: UnsafeMutableRawPointer) -> Int32 { 0 }
  private func unlock(_ mutex: UnsafeMutableRawPointer) -> Int32 { 0 }
  private func write(_ file: Int32, _ text: UnsafePointer<UInt8>, _ count: Int) -> Int { 0 }
  private func abort() {}
#else
  private func environment(_ name: StaticString) -> UnsafePointer<UInt8>? { getenv(name.utf8Start) }
  @_silgen_name("getenv") private func getenv(_ name: UnsafePointer<UInt8>) -> UnsafePointer<UInt8>?
  @_silgen_name("pthread_mutex_trylock") private func tryToLock(_ mutex: UnsafeMutableRawPointer) -> Int32
  @_silgen_name("pthread_mutex_unlock") private func unlock(_ mutex: UnsafeMutableRawPointer) -> Int32
  @_silgen_name("write") private func write(_ file: Int32, _ text: UnsafePointer<UInt8>, _ count: Int) -> Int
  @_silgen_name("abort") private func abort()
#endif
