/// One buffer of a surface: memory, the compositor's name for it, and who may touch it.
final class Buffer {
  let width: Int32
  let height: Int32
  let stride: Int32
  /// The number of the commit whose picture it holds; 0 where it holds none.
  var commit = 0
  /// Whether the compositor may be reading.
  private(set) var isBusy = false

  private let memory: SharedMemory
  private let object: WlBuffer
  private let display: Display

  /// Bytes a pixel.
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
    object.listen { [unowned self] _ in isBusy = false }
  }

  deinit { object.destroy() }

  var address: UnsafeMutableRawPointer { memory.address }

  /// Hands the buffer to the compositor with the next commit of `surface`.
  func attach(to surface: WlSurface) {
    surface.attach(buffer: object, x: 0, y: 0)
    isBusy = true
  }

  func fits(_ width: Int32, _ height: Int32) -> Bool { self.width == width && self.height == height }
}
