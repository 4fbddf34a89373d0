import CPlatform
import Glibc
import Offhand
import OffhandPixman
import OffhandPlatform
import Testing

@Suite struct PictureFileTests {
  private func gradient(width: Int, height: Int, alpha: Float = 1) -> Bitmap {
    Bitmap(width: width, height: height) { x, y in
      Color(red: Float(x) / Float(width), green: Float(y) / Float(height), blue: 0.25, alpha: alpha).premultiplied
    }
  }

  private func jpeg(
    _ bitmap: Bitmap, orientation: UInt8? = nil, isBigEndian: Bool = true, flags: Int32 = 0, format: TJPF = TJPF_BGRX
  ) -> [UInt8] {
    let encoder = tjInitCompress()
    defer { tjDestroy(encoder) }
    var pixels: [UInt32] = []
    for y in 0..<bitmap.height { for x in 0..<bitmap.width { pixels.append(bitmap[x, y]) } }
    var buffer: UnsafeMutablePointer<UInt8>?
    var size: CUnsignedLong = 0
    let result = pixels.withUnsafeBytes {
      tjCompress2(
        encoder, $0.bindMemory(to: UInt8.self).baseAddress, CInt(bitmap.width), 0, CInt(bitmap.height),
        CInt(format.rawValue), &buffer, &size, CInt(TJSAMP_444.rawValue), 95, flags)
    }
    precondition(result == 0)
    defer { tjFree(buffer) }
    var bytes = Array(UnsafeBufferPointer(start: buffer, count: Int(size)))
    guard let orientation else { return bytes }
    var tiff: [UInt8] = Array(isBigEndian ? "MM\0*".utf8 : "II*\0".utf8)
    tiff +=
      isBigEndian
      ? [0, 0, 0, 8, 0, 1, 0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0, 0, 0, 0, 0]
      : [8, 0, 0, 0, 1, 0, 0x12, 0x01, 3, 0, 1, 0, 0, 0, orientation, 0, 0, 0, 0, 0, 0, 0]
    let body = Array("Exif".utf8) + [0, 0] + tiff
    bytes.insert(contentsOf: [0xFF, 0xE1, 0, UInt8(body.count + 2)] + body, at: 2)
    return bytes
  }

  private func problem(_ bytes: [UInt8], atLeast side: Int? = nil) -> PictureError.Problem? {
    do {
      _ = try PictureFile.decode(bytes, named: "it", atLeast: side)
      return nil
    } catch { return error.problem }
  }

  @Test(arguments: [1, 0.5] as [Float]) func `PNG comes back as it was written`(alpha: Float) throws {
    let picture = gradient(width: 37, height: 21, alpha: alpha)
    let back = try PictureFile.decode(PNGWriter.encode(picture), named: "it")
    #expect(back.width == 37 && back.height == 21)
    #expect(back.difference(from: picture) <= (alpha == 1 ? 0 : 1))
  }

  @Test func `JPEG is decoded, smaller where that is enough`() throws {
    let picture = gradient(width: 400, height: 240)
    let file = jpeg(picture)
    let whole = try PictureFile.decode(file, named: "it")
    #expect(whole.width == 400 && whole[100, 100].difference(from: picture[100, 100]) <= 6)
    let small = try PictureFile.decode(file, named: "it", atLeast: 100)
    #expect(small.width == 100 && small.height == 60)
    #expect(small[50, 30].difference(from: picture[200, 120]) <= 8)
    let odd = try PictureFile.decode(file, named: "it", atLeast: 101)
    #expect(odd.width == 200)
  }

  @Test func `PNG comes smaller where that is enough`() throws {
    let small = try PictureFile.decode(PNGWriter.encode(gradient(width: 400, height: 240)), named: "it", atLeast: 100)
    #expect(small.width == 100 && small.height == 60)
  }

  /// Where the top left corner of the stored picture (black, red 0, green 0) is seen for each orientation.
  @Test(arguments: zip(1...8, [(0, 0), (1, 0), (1, 1), (0, 1), (0, 0), (1, 0), (1, 1), (0, 1)]))
  func `EXIF orientation makes it upright`(orientation: Int, corner: (Int, Int)) throws {
    let picture = gradient(width: 64, height: 32)
    for isBigEndian in [true, false] {
      let file = jpeg(picture, orientation: UInt8(orientation), isBigEndian: isBigEndian)
      let upright = try PictureFile.decode(file, named: "it")
      #expect(upright.width == (orientation >= 5 ? 32 : 64))
      let x = corner.0 == 0 ? 1 : upright.width - 2
      let y = corner.1 == 0 ? 1 : upright.height - 2
      #expect(upright[x, y].difference(from: picture[1, 1]) <= 16, "orientation \(orientation)")
    }
  }

  @Test func `fill bytes before a marker change nothing`() throws {
    var file = jpeg(gradient(width: 64, height: 32), orientation: 6)
    file.insert(contentsOf: [0xFF, 0xFF], at: 2)
    let upright = try PictureFile.decode(file, named: "it")
    #expect(upright.width == 32 && upright.height == 64)
  }

  @Test func `a file that ends early says so`() {
    let png = PNGWriter.encode(gradient(width: 200, height: 200))
    let photo = jpeg(gradient(width: 200, height: 200))
    #expect(problem(Array(png.prefix(png.count / 2))) == .truncated)
    #expect(problem(Array(photo.prefix(photo.count / 2))) == .truncated)
  }

  @Test func `any prefix and any flipped byte is an error or a picture, never a crash`() {
    let png = PNGWriter.encode(gradient(width: 24, height: 24))
    let photo = jpeg(gradient(width: 24, height: 24), orientation: 6)
    for file in [png, photo] {
      for count in 0..<file.count { _ = problem(Array(file.prefix(count))) }
      for index in file.indices {
        for flip in [0x01, 0x80, 0xFF] as [UInt8] {
          var broken = file
          broken[index] ^= flip
          _ = problem(broken)
        }
      }
    }
  }

  @Test func `other files are named`() {
    #expect(problem([]) == .empty)
    #expect(problem(Array("GIF89a....".utf8)) == .wrongType("GIF"))
    #expect(problem(Array("RIFF1234WEBPVP8 ".utf8)) == .wrongType("WebP"))
    for text in ["II*\0....", "MM\0*...."] { #expect(problem(Array(text.utf8)) == .wrongType("TIFF")) }
    #expect(problem(Array("#!/bin/sh\n".utf8)) == .wrongType(nil))
  }

  @Test func `a bomb is refused before it is unpacked`() throws {
    var png = PNGWriter.encode(gradient(width: 8, height: 8))
    // Width and height stand after the signature and the chunk's head; its checksum must fit.
    png.replaceSubrange(16..<24, with: [0, 0x40, 0, 0, 0, 0x40, 0, 0])
    let checksum = crc32(0, Array(png[12..<29]), 17)
    png.replaceSubrange(29..<33, with: [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: checksum >> $0) })
    let error = problem(png)
    switch error {
    case .tooLarge, .broken: break
    default: Issue.record("expected a refusal, got \(String(describing: error))")
    }
  }

  @Test func `a progressive JPEG is bounded by its whole size, which its decoding takes memory for`() throws {
    var photo = jpeg(gradient(width: 64, height: 64), flags: TJFLAG_PROGRESSIVE)
    let frame = try #require(photo.indices.dropLast().first { photo[$0] == 0xFF && photo[$0 + 1] == 0xC2 })
    // 12000 × 12000 pixels, of which an eighth in each direction would be shown.
    photo.replaceSubrange(frame + 5..<frame + 9, with: [0x2E, 0xE0, 0x2E, 0xE0])
    #expect(problem(photo, atLeast: 100) == .tooLarge(width: 12_000, height: 12_000))
  }

  @Test func `a progressive JPEG of more scans than any picture needs is refused`() throws {
    let photo = jpeg(gradient(width: 64, height: 64), flags: TJFLAG_PROGRESSIVE)
    let scan = try #require(photo.indices.dropLast().last { photo[$0] == 0xFF && photo[$0 + 1] == 0xDA })
    let last = photo[scan..<photo.count - 2]
    let bomb = photo.dropLast(2) + (0..<600).flatMap { _ in last } + photo.suffix(2)
    guard case .broken = problem(Array(bomb)) else { Issue.record("600 scans were decoded"); return }
    #expect(problem(photo) == nil)
  }

  @Test func `a picture for print says so, in place of wrong colours`() {
    let photo = jpeg(gradient(width: 64, height: 64), format: TJPF_CMYK)
    #expect(problem(photo) == .broken("it is made for print, in CMYK"))
  }

  @Test func `a photo with stray bytes between its markers is whole`() throws {
    let picture = gradient(width: 64, height: 64)
    var photo = jpeg(picture)
    // More than the decoder reads ahead.
    photo.insert(contentsOf: Array(repeating: 0x12, count: 64), at: photo.count - 2)
    let shown = try PictureFile.decode(photo, named: "it")
    #expect(shown[50, 50].difference(from: picture[50, 50]) <= 6)
  }

  @Test func `errors name the file, the fault and the remedy`() throws {
    let error = try #require(throws: PictureError.self) { try PictureFile.load("/no/such/photo.png") }
    #expect(error.description == "/no/such/photo.png: no such file or directory")
    let folder = try #require(throws: PictureError.self) { try PictureFile.load("/") }
    #expect(folder.problem == .notAFile)
    let device = try #require(throws: PictureError.self) { try PictureFile.load("/dev/zero") }
    #expect(device.problem == .notAFile)
    func tooLarge(_ width: Int, _ height: Int) -> String {
      PictureError(file: "a", problem: .tooLarge(width: width, height: height)).description
    }
    #expect(
      tooLarge(60_000, 1) == "a: 60000×1 pixels have a side of more than the 32760 that can be shown; scale it down")
    #expect(tooLarge(1, 32_761).contains("32760"))
    for (width, height) in [(12_000, 12_000), (60_000, 60_000), (.max, .max)] {
      #expect(tooLarge(width, height).contains("pixels are more than the 120 million"))
    }
    #expect(!PictureError(file: "a", problem: .truncated).description.contains("\n"))
  }

  @Test func `a picture written to a file is read from it`() throws {
    let path = "/tmp/offhand-picture-\(getpid()).png"
    defer { unlink(path) }
    try PNGWriter.write(gradient(width: 30, height: 20), to: path)
    #expect(try PictureFile.load(path).width == 30)
    #expect(throws: PictureError.self) {
      try PNGWriter.write(gradient(width: 3, height: 2), to: "/no/such/folder/a.png")
    }
  }

  @Test func `a folder stands for the pictures directly in it, a file for itself`() throws {
    let folder = try TemporaryFolder()
    for name in ["b.JPG", "a.png", ".hidden.png", "notes.txt", "c.jpeg"] { _ = try folder.write("", to: name) }
    try Files.makeDirectory(folder.file("more.png.d"))
    #expect(try PictureFile.files(at: folder.path) == ["a.png", "b.JPG", "c.jpeg"].map { "\(folder.path)/\($0)" })
    #expect(try PictureFile.files(at: folder.file("notes.txt")) == [folder.file("notes.txt")])
    let empty = try #require(throws: PictureError.self) { try PictureFile.files(at: folder.file("more.png.d")) }
    #expect(empty.description == "\(folder.file("more.png.d")): the folder holds no PNG or JPEG file")
    let missing = try #require(throws: PictureError.self) { try PictureFile.files(at: folder.file("none")) }
    #expect(missing.description == "\(folder.file("none")): no such file or directory")
  }
}
