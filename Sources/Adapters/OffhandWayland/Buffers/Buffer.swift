import OffhandPlatform

/// Memory shared with the compositor: an anonymous file, mapped and sealed at its size.
struct SharedMemory: ~Copyable {
  private let file: Descriptor
  private let mapping: MemoryMapping

  /// Takes `size` bytes from the kernel, all zero.
  init(size: Int) throws(KernelError) {
    let file = try Descriptor(anonymousFile: "offhand-buffer", size: size)
    // Mapped before sealing, and not sealed against writing: libwayland's server maps it writable.
    mapping = try MemoryMapping(file, size: size, .sharedWriting)
    // A compositor that trusts the seals needs no signal handler for a file that shrinks. Without seals it still works.
    file.sealSize()
    self.file = file
  }

  /// The first byte.
  var address: UnsafeMutableRawPointer { mapping.address }

  /// A `wl_buffer` over the whole memory.
  func makeBuffer(_ shm: WlShm, width: Int32, height: Int32, stride: Int32, format: WlShm.Format) -> WlBuffer {
    let pool = shm.createPool(fd: file.number, size: Int32(mapping.size))
    defer { pool.destroy() }
    return pool.createBuffer(offset: 0, width: width, height: height, stride: stride, format: format)
  }
}

/// One buffer of a surface: its memory, the compositor's object for it, and whether the compositor may be reading it.
final class Buffer {
  let width: Int32
  let height: Int32
  /// Bytes from one row to the next.
  let stride: Int32
  /// The number of the commit whose picture the buffer holds; 0 if it holds none.
  private(set) var commit = 0
  /// Whether the compositor may be reading.
  private(set) var isBusy = false

  private let memory: SharedMemory
  private let object: WlBuffer
  /// Keeps the connection open for as long as the object needs it.
  private let display: Display

  /// Bytes per pixel.
  private static let pixelSize: Int64 = 4

  init(
    width: Int32, height: Int32, format: WlShm.Format, shm: WlShm, on display: Display
  ) throws(SurfaceError) {
    // wl_shm counts bytes in 32 bits.
    let stride = Int64(width) * Buffer.pixelSize
    let (size, overflow) = stride.multipliedReportingOverflow(by: Int64(height))
    guard width > 0, height > 0, !overflow, size <= Int64(Int32.max) else {
      throw .tooLarge(width: width, height: height)
    }
    do {
      memory = try SharedMemory(size: Int(size))
    } catch {
      throw .noMemory(width: width, height: height, code: error.code)
    }
    self.width = width
    self.height = height
    self.stride = Int32(stride)
    self.display = display
    object = memory.makeBuffer(shm, width: width, height: height, stride: self.stride, format: format)
    object.listen { [unowned self] in if case .release = $0 { isBusy = false } }
  }

  deinit { object.destroy() }

  /// The first pixel of the first row.
  var address: UnsafeMutableRawPointer { memory.address }

  /// Hands the buffer to the compositor with the next commit of `surface`, which has the number `commit`.
  func attach(to surface: WlSurface, commit: Int) {
    self.commit = commit
    surface.attach(buffer: object, x: 0, y: 0)
    isBusy = true
  }

  func fits(_ width: Int32, _ height: Int32) -> Bool { self.width == width && self.height == height }
}
