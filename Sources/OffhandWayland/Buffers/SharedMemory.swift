import CPlatform
import Glibc

/// Memory that we share with the compositor: an anonymous file, mapped and sealed at its size.
struct SharedMemory: ~Copyable {
  let address: UnsafeMutableRawPointer
  let size: Int
  private let descriptor: Int32

  /// Takes `size` bytes from the kernel, all zero. Throws the kernel's reason where it has none to give.
  init(size: Int) throws(Failure) {
    let descriptor = offhand_memfd_create("offhand-buffer", size)
    guard descriptor >= 0 else { throw Failure(code: errno) }
    // Mapped before sealing, and not sealed against writing: libwayland's server maps it writable.
    guard let address = mmap(nil, size, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0), address != MAP_FAILED else {
      let failure = Failure(code: errno)
      close(descriptor)
      throw failure
    }
    // A compositor that trusts the seals needs no signal handler for a file that shrinks. Without seals it still works.
    _ = offhand_memfd_seal(descriptor)
    self.address = address
    self.size = size
    self.descriptor = descriptor
  }

  deinit {
    munmap(address, size)
    close(descriptor)
  }

  /// The kernel's reason.
  struct Failure: Error { var code: Int32 }

  /// A `wl_buffer` over the whole memory.
  func makeBuffer(_ shm: WlShm, width: Int32, height: Int32, stride: Int32, format: WlShm.Format) -> WlBuffer {
    let pool = shm.createPool(fd: descriptor, size: Int32(size))
    defer { pool.destroy() }
    return pool.createBuffer(offset: 0, width: width, height: height, stride: stride, format: format)
  }
}
