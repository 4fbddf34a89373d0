import CPlatform
public import Offhand

/// The pictures that a renderer can draw, by name.
public struct PictureStore: ~Copyable {
  /// A pyramid and pixman's images over its levels, which keep transform and filter between frames.
  final class Entry {
    let pyramid: Pyramid
    private var images: [OpaquePointer?]

    init(_ pyramid: Pyramid) {
      self.pyramid = pyramid
      images = Array(repeating: nil, count: pyramid.levels.count)
    }

    deinit {
      for case let image? in images { pixman_image_unref(image) }
    }

    /// Pixman's image over `level`; its pixels are read only. `nil` if memory is out.
    func image(_ level: Int) -> OpaquePointer? {
      if let image = images[level] { return image }
      let bitmap = pyramid.levels[level]
      let image = pixman_image_create_bits_no_clear(
        pyramid.isOpaque ? PIXMAN_x8r8g8b8 : PIXMAN_a8r8g8b8, CInt(bitmap.width), CInt(bitmap.height), bitmap.pixels,
        CInt(bitmap.stride))
      if let image { pixman_image_set_repeat(image, PIXMAN_REPEAT_PAD) }
      images[level] = image
      return image
    }
  }

  private var entries: [ImageID: Entry] = [:]
  private var last: UInt32 = 0

  init() {}

  /// Takes a picture in and names it.
  public mutating func insert(_ pyramid: Pyramid) -> ImageID {
    last += 1
    let id = ImageID(rawValue: last)
    entries[id] = Entry(pyramid)
    return id
  }

  /// Forgets a picture; commands that still name it draw nothing.
  public mutating func remove(_ id: ImageID) { entries[id] = nil }

  subscript(id: ImageID) -> Entry? { entries[id] }
}
