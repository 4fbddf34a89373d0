// Generated from protocols/wayland.xml by scripts/generate-protocols; do not edit.
// The copyright notice in that file holds for what was taken from it.

import CPlatform

/// `wl_shm`: Shared memory support.
struct WlShm: EventfulObject {
  let proxy: OpaquePointer

  static let description = InterfaceDescription(
    name: "wl_shm", version: 1,
    requests: [
      MessageDescription("create_pool", "nhi", ["wl_shm_pool", nil, nil])
    ],
    events: [
      MessageDescription("format", "u")
    ])
  static let table = InterfaceTables.shared.table(of: description.name)

  /// Wl_shm error values.
  struct Error: RawRepresentable, Hashable {
    let rawValue: UInt32

    /// Buffer format is not known.
    static let invalidFormat = Error(rawValue: 0)
    /// Invalid size or stride during pool or buffer creation.
    static let invalidStride = Error(rawValue: 1)
    /// Mmapping the file descriptor failed.
    static let invalidFd = Error(rawValue: 2)
  }

  /// Pixel formats.
  struct Format: RawRepresentable, Hashable {
    let rawValue: UInt32

    /// 32-bit ARGB format, [31:0] A:R:G:B 8:8:8:8 little endian.
    static let argb8888 = Format(rawValue: 0)
    /// 32-bit RGB format, [31:0] x:R:G:B 8:8:8:8 little endian.
    static let xrgb8888 = Format(rawValue: 1)
    /// 8-bit color index format, [7:0] C.
    static let c8 = Format(rawValue: 538982467)
    /// 8-bit RGB format, [7:0] R:G:B 3:3:2.
    static let rgb332 = Format(rawValue: 943867730)
    /// 8-bit BGR format, [7:0] B:G:R 2:3:3.
    static let bgr233 = Format(rawValue: 944916290)
    /// 16-bit xRGB format, [15:0] x:R:G:B 4:4:4:4 little endian.
    static let xrgb4444 = Format(rawValue: 842093144)
    /// 16-bit xBGR format, [15:0] x:B:G:R 4:4:4:4 little endian.
    static let xbgr4444 = Format(rawValue: 842089048)
    /// 16-bit RGBx format, [15:0] R:G:B:x 4:4:4:4 little endian.
    static let rgbx4444 = Format(rawValue: 842094674)
    /// 16-bit BGRx format, [15:0] B:G:R:x 4:4:4:4 little endian.
    static let bgrx4444 = Format(rawValue: 842094658)
    /// 16-bit ARGB format, [15:0] A:R:G:B 4:4:4:4 little endian.
    static let argb4444 = Format(rawValue: 842093121)
    /// 16-bit ABGR format, [15:0] A:B:G:R 4:4:4:4 little endian.
    static let abgr4444 = Format(rawValue: 842089025)
    /// 16-bit RBGA format, [15:0] R:G:B:A 4:4:4:4 little endian.
    static let rgba4444 = Format(rawValue: 842088786)
    /// 16-bit BGRA format, [15:0] B:G:R:A 4:4:4:4 little endian.
    static let bgra4444 = Format(rawValue: 842088770)
    /// 16-bit xRGB format, [15:0] x:R:G:B 1:5:5:5 little endian.
    static let xrgb1555 = Format(rawValue: 892424792)
    /// 16-bit xBGR 1555 format, [15:0] x:B:G:R 1:5:5:5 little endian.
    static let xbgr1555 = Format(rawValue: 892420696)
    /// 16-bit RGBx 5551 format, [15:0] R:G:B:x 5:5:5:1 little endian.
    static let rgbx5551 = Format(rawValue: 892426322)
    /// 16-bit BGRx 5551 format, [15:0] B:G:R:x 5:5:5:1 little endian.
    static let bgrx5551 = Format(rawValue: 892426306)
    /// 16-bit ARGB 1555 format, [15:0] A:R:G:B 1:5:5:5 little endian.
    static let argb1555 = Format(rawValue: 892424769)
    /// 16-bit ABGR 1555 format, [15:0] A:B:G:R 1:5:5:5 little endian.
    static let abgr1555 = Format(rawValue: 892420673)
    /// 16-bit RGBA 5551 format, [15:0] R:G:B:A 5:5:5:1 little endian.
    static let rgba5551 = Format(rawValue: 892420434)
    /// 16-bit BGRA 5551 format, [15:0] B:G:R:A 5:5:5:1 little endian.
    static let bgra5551 = Format(rawValue: 892420418)
    /// 16-bit RGB 565 format, [15:0] R:G:B 5:6:5 little endian.
    static let rgb565 = Format(rawValue: 909199186)
    /// 16-bit BGR 565 format, [15:0] B:G:R 5:6:5 little endian.
    static let bgr565 = Format(rawValue: 909199170)
    /// 24-bit RGB format, [23:0] R:G:B little endian.
    static let rgb888 = Format(rawValue: 875710290)
    /// 24-bit BGR format, [23:0] B:G:R little endian.
    static let bgr888 = Format(rawValue: 875710274)
    /// 32-bit xBGR format, [31:0] x:B:G:R 8:8:8:8 little endian.
    static let xbgr8888 = Format(rawValue: 875709016)
    /// 32-bit RGBx format, [31:0] R:G:B:x 8:8:8:8 little endian.
    static let rgbx8888 = Format(rawValue: 875714642)
    /// 32-bit BGRx format, [31:0] B:G:R:x 8:8:8:8 little endian.
    static let bgrx8888 = Format(rawValue: 875714626)
    /// 32-bit ABGR format, [31:0] A:B:G:R 8:8:8:8 little endian.
    static let abgr8888 = Format(rawValue: 875708993)
    /// 32-bit RGBA format, [31:0] R:G:B:A 8:8:8:8 little endian.
    static let rgba8888 = Format(rawValue: 875708754)
    /// 32-bit BGRA format, [31:0] B:G:R:A 8:8:8:8 little endian.
    static let bgra8888 = Format(rawValue: 875708738)
    /// 32-bit xRGB format, [31:0] x:R:G:B 2:10:10:10 little endian.
    static let xrgb2101010 = Format(rawValue: 808669784)
    /// 32-bit xBGR format, [31:0] x:B:G:R 2:10:10:10 little endian.
    static let xbgr2101010 = Format(rawValue: 808665688)
    /// 32-bit RGBx format, [31:0] R:G:B:x 10:10:10:2 little endian.
    static let rgbx1010102 = Format(rawValue: 808671314)
    /// 32-bit BGRx format, [31:0] B:G:R:x 10:10:10:2 little endian.
    static let bgrx1010102 = Format(rawValue: 808671298)
    /// 32-bit ARGB format, [31:0] A:R:G:B 2:10:10:10 little endian.
    static let argb2101010 = Format(rawValue: 808669761)
    /// 32-bit ABGR format, [31:0] A:B:G:R 2:10:10:10 little endian.
    static let abgr2101010 = Format(rawValue: 808665665)
    /// 32-bit RGBA format, [31:0] R:G:B:A 10:10:10:2 little endian.
    static let rgba1010102 = Format(rawValue: 808665426)
    /// 32-bit BGRA format, [31:0] B:G:R:A 10:10:10:2 little endian.
    static let bgra1010102 = Format(rawValue: 808665410)
    /// Packed YCbCr format, [31:0] Cr0:Y1:Cb0:Y0 8:8:8:8 little endian.
    static let yuyv = Format(rawValue: 1448695129)
    /// Packed YCbCr format, [31:0] Cb0:Y1:Cr0:Y0 8:8:8:8 little endian.
    static let yvyu = Format(rawValue: 1431918169)
    /// Packed YCbCr format, [31:0] Y1:Cr0:Y0:Cb0 8:8:8:8 little endian.
    static let uyvy = Format(rawValue: 1498831189)
    /// Packed YCbCr format, [31:0] Y1:Cb0:Y0:Cr0 8:8:8:8 little endian.
    static let vyuy = Format(rawValue: 1498765654)
    /// Packed AYCbCr format, [31:0] A:Y:Cb:Cr 8:8:8:8 little endian.
    static let ayuv = Format(rawValue: 1448433985)
    /// 2 plane YCbCr Cr:Cb format, 2x2 subsampled Cr:Cb plane.
    static let nv12 = Format(rawValue: 842094158)
    /// 2 plane YCbCr Cb:Cr format, 2x2 subsampled Cb:Cr plane.
    static let nv21 = Format(rawValue: 825382478)
    /// 2 plane YCbCr Cr:Cb format, 2x1 subsampled Cr:Cb plane.
    static let nv16 = Format(rawValue: 909203022)
    /// 2 plane YCbCr Cb:Cr format, 2x1 subsampled Cb:Cr plane.
    static let nv61 = Format(rawValue: 825644622)
    /// 3 plane YCbCr format, 4x4 subsampled Cb (1) and Cr (2) planes.
    static let yuv410 = Format(rawValue: 961959257)
    /// 3 plane YCbCr format, 4x4 subsampled Cr (1) and Cb (2) planes.
    static let yvu410 = Format(rawValue: 961893977)
    /// 3 plane YCbCr format, 4x1 subsampled Cb (1) and Cr (2) planes.
    static let yuv411 = Format(rawValue: 825316697)
    /// 3 plane YCbCr format, 4x1 subsampled Cr (1) and Cb (2) planes.
    static let yvu411 = Format(rawValue: 825316953)
    /// 3 plane YCbCr format, 2x2 subsampled Cb (1) and Cr (2) planes.
    static let yuv420 = Format(rawValue: 842093913)
    /// 3 plane YCbCr format, 2x2 subsampled Cr (1) and Cb (2) planes.
    static let yvu420 = Format(rawValue: 842094169)
    /// 3 plane YCbCr format, 2x1 subsampled Cb (1) and Cr (2) planes.
    static let yuv422 = Format(rawValue: 909202777)
    /// 3 plane YCbCr format, 2x1 subsampled Cr (1) and Cb (2) planes.
    static let yvu422 = Format(rawValue: 909203033)
    /// 3 plane YCbCr format, non-subsampled Cb (1) and Cr (2) planes.
    static let yuv444 = Format(rawValue: 875713881)
    /// 3 plane YCbCr format, non-subsampled Cr (1) and Cb (2) planes.
    static let yvu444 = Format(rawValue: 875714137)
    /// [7:0] R.
    static let r8 = Format(rawValue: 538982482)
    /// [15:0] R little endian.
    static let r16 = Format(rawValue: 540422482)
    /// [15:0] R:G 8:8 little endian.
    static let rg88 = Format(rawValue: 943212370)
    /// [15:0] G:R 8:8 little endian.
    static let gr88 = Format(rawValue: 943215175)
    /// [31:0] R:G 16:16 little endian.
    static let rg1616 = Format(rawValue: 842221394)
    /// [31:0] G:R 16:16 little endian.
    static let gr1616 = Format(rawValue: 842224199)
    /// [63:0] x:R:G:B 16:16:16:16 little endian.
    static let xrgb16161616f = Format(rawValue: 1211388504)
    /// [63:0] x:B:G:R 16:16:16:16 little endian.
    static let xbgr16161616f = Format(rawValue: 1211384408)
    /// [63:0] A:R:G:B 16:16:16:16 little endian.
    static let argb16161616f = Format(rawValue: 1211388481)
    /// [63:0] A:B:G:R 16:16:16:16 little endian.
    static let abgr16161616f = Format(rawValue: 1211384385)
    /// [31:0] X:Y:Cb:Cr 8:8:8:8 little endian.
    static let xyuv8888 = Format(rawValue: 1448434008)
    /// [23:0] Cr:Cb:Y 8:8:8 little endian.
    static let vuy888 = Format(rawValue: 875713878)
    /// Y followed by U then V, 10:10:10. Non-linear modifier only.
    static let vuy101010 = Format(rawValue: 808670550)
    /// [63:0] Cr0:0:Y1:0:Cb0:0:Y0:0 10:6:10:6:10:6:10:6 little endian per 2 Y pixels.
    static let y210 = Format(rawValue: 808530521)
    /// [63:0] Cr0:0:Y1:0:Cb0:0:Y0:0 12:4:12:4:12:4:12:4 little endian per 2 Y pixels.
    static let y212 = Format(rawValue: 842084953)
    /// [63:0] Cr0:Y1:Cb0:Y0 16:16:16:16 little endian per 2 Y pixels.
    static let y216 = Format(rawValue: 909193817)
    /// [31:0] A:Cr:Y:Cb 2:10:10:10 little endian.
    static let y410 = Format(rawValue: 808531033)
    /// [63:0] A:0:Cr:0:Y:0:Cb:0 12:4:12:4:12:4:12:4 little endian.
    static let y412 = Format(rawValue: 842085465)
    /// [63:0] A:Cr:Y:Cb 16:16:16:16 little endian.
    static let y416 = Format(rawValue: 909194329)
    /// [31:0] X:Cr:Y:Cb 2:10:10:10 little endian.
    static let xvyu2101010 = Format(rawValue: 808670808)
    /// [63:0] X:0:Cr:0:Y:0:Cb:0 12:4:12:4:12:4:12:4 little endian.
    static let xvyu1216161616 = Format(rawValue: 909334104)
    /// [63:0] X:Cr:Y:Cb 16:16:16:16 little endian.
    static let xvyu16161616 = Format(rawValue: 942954072)
    /// [63:0] A3:A2:Y3:0:Cr0:0:Y2:0:A1:A0:Y1:0:Cb0:0:Y0:0 1:1:8:2:8:2:8:2:1:1:8:2:8:2:8:2 little endian.
    static let y0l0 = Format(rawValue: 810299481)
    /// [63:0] X3:X2:Y3:0:Cr0:0:Y2:0:X1:X0:Y1:0:Cb0:0:Y0:0 1:1:8:2:8:2:8:2:1:1:8:2:8:2:8:2 little endian.
    static let x0l0 = Format(rawValue: 810299480)
    /// [63:0] A3:A2:Y3:Cr0:Y2:A1:A0:Y1:Cb0:Y0 1:1:10:10:10:1:1:10:10:10 little endian.
    static let y0l2 = Format(rawValue: 843853913)
    /// [63:0] X3:X2:Y3:Cr0:Y2:X1:X0:Y1:Cb0:Y0 1:1:10:10:10:1:1:10:10:10 little endian.
    static let x0l2 = Format(rawValue: 843853912)
    static let yuv4208bit = Format(rawValue: 942691673)
    static let yuv42010bit = Format(rawValue: 808539481)
    static let xrgb8888A8 = Format(rawValue: 943805016)
    static let xbgr8888A8 = Format(rawValue: 943800920)
    static let rgbx8888A8 = Format(rawValue: 943806546)
    static let bgrx8888A8 = Format(rawValue: 943806530)
    static let rgb888A8 = Format(rawValue: 943798354)
    static let bgr888A8 = Format(rawValue: 943798338)
    static let rgb565A8 = Format(rawValue: 943797586)
    static let bgr565A8 = Format(rawValue: 943797570)
    /// Non-subsampled Cr:Cb plane.
    static let nv24 = Format(rawValue: 875714126)
    /// Non-subsampled Cb:Cr plane.
    static let nv42 = Format(rawValue: 842290766)
    /// 2x1 subsampled Cr:Cb plane, 10 bit per channel.
    static let p210 = Format(rawValue: 808530512)
    /// 2x2 subsampled Cr:Cb plane 10 bits per channel.
    static let p010 = Format(rawValue: 808530000)
    /// 2x2 subsampled Cr:Cb plane 12 bits per channel.
    static let p012 = Format(rawValue: 842084432)
    /// 2x2 subsampled Cr:Cb plane 16 bits per channel.
    static let p016 = Format(rawValue: 909193296)
    /// [63:0] A:x:B:x:G:x:R:x 10:6:10:6:10:6:10:6 little endian.
    static let axbxgxrx106106106106 = Format(rawValue: 808534593)
    /// 2x2 subsampled Cr:Cb plane.
    static let nv15 = Format(rawValue: 892425806)
    static let q410 = Format(rawValue: 808531025)
    static let q401 = Format(rawValue: 825242705)
    /// [63:0] x:R:G:B 16:16:16:16 little endian.
    static let xrgb16161616 = Format(rawValue: 942953048)
    /// [63:0] x:B:G:R 16:16:16:16 little endian.
    static let xbgr16161616 = Format(rawValue: 942948952)
    /// [63:0] A:R:G:B 16:16:16:16 little endian.
    static let argb16161616 = Format(rawValue: 942953025)
    /// [63:0] A:B:G:R 16:16:16:16 little endian.
    static let abgr16161616 = Format(rawValue: 942948929)
  }

  /// What the compositor says about a `wl_shm`.
  enum Event: ProtocolEvent {
    /// Pixel format description.
    case format(format: Format)

    init?(opcode: UInt32, arguments: EventArguments) {
      switch opcode {
      case 0:
        self = .format(format: Format(rawValue: arguments.uint(0)))
      default: return nil
      }
    }
  }

  /// Create a shm pool.
  func createPool(fd: Int32, size: Int32) -> WlShmPool {
    make(0, [.newID, .descriptor(fd), .int(size)])
  }
}
