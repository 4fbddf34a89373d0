import CPlatform
import OffhandPlatform
import Synchronization

/// The files that fontconfig finds for fonts.
///
/// FreeType maps the file of a font. If the file is then shortened, reading it ends the process; if it is overwritten, tables that were
/// checked are no longer true. So fonts are opened from private copies in memory. And fcft 3.1.5 ends the process when the
/// file of a font cannot be opened, while fontconfig goes on naming a file that was removed, as an upgrade does with fonts. So each file
/// without a copy is looked for before fcft is asked for it.
enum FontFiles {
  /// The copies, by the paths of the files.
  private struct Copies {
    var paths: [String: String] = [:]
    /// The files whose copies fontconfig knows.
    var known: Set<String> = []
  }

  /// Larger files, such as those of Chinese and Japanese, are mapped: a copy takes memory that the kernel cannot reclaim.
  private static let largestCopy = 8 << 20
  private static let descriptors = "/proc/self/fd/"
  /// Held while fonts are looked for and opened: a copy changes fontconfig's list of them.
  private static let copies = Mutex(Copies())

  /// Calls `open` with the name of the font of `family` that suits `attributes`, such as "pixelsize=16"; `nil` if there is none that can
  /// be read. If not, fontconfig reads its configuration and folders again, and may find another.
  static func open<Font>(_ family: String, _ attributes: String, _ open: (String) -> Font?) -> Font? {
    var font: Font?
    copies.withLock { copies in
      var found = name(family, attributes, &copies)
      // It would also write its cache.
      if found == nil, Confinement.expectingRefusals({ FcInitReinitialize() }) != 0 {
        copies.known = []
        found = name(family, attributes, &copies)
      }
      font = found.flatMap(open)
    }
    return font
  }

  private static func name(_ family: String, _ attributes: String, _ copies: inout Copies) -> String? {
    guard let path = path(of: "\(family):\(attributes)") else { return nil }
    if let copy = copy(of: path, &copies) { return "\(family):file=\(copy)" }
    return Files.isUsable(path, for: .reading) ? family : nil
  }

  /// The path of the copy of the font file at `path`, which fontconfig knows; `nil` if there is none.
  private static func copy(of path: String, _ copies: inout Copies) -> String? {
    if path.hasPrefix(descriptors) { return path }
    if copies.paths[path] == nil {
      guard let content = try? Files.contents(of: path, atMost: largestCopy + 1), content.count <= largestCopy,
        let file = try? Descriptor(anonymousFile: "font", size: content.count),
        (try? file.write(content, at: 0)) != nil
      else { return nil }
      // It stays open: fonts of other sizes are opened later.
      copies.paths[path] = "\(descriptors)\(file.release())"
    }
    guard let copy = copies.paths[path], Files.isUsable(copy, for: .reading) else { return nil }
    if copies.known.insert(path).inserted { add(copy, beside: path) }
    return copy
  }

  /// Adds the fonts of the file at `path` to fontconfig's list once more, as those of `copy`.
  private static func add(_ copy: String, beside path: String) {
    guard let set = FcConfigGetFonts(nil, FcSetSystem), let fonts = set.pointee.fonts else { return }
    let found = (0..<Int(set.pointee.nfont)).compactMap { fonts[$0] }.filter { file(of: $0) == path }
    for font in found {
      guard let twin = FcPatternDuplicate(font) else { continue }
      FcPatternDel(twin, FC_FILE)
      let isNamed = copy.withCString {
        FcPatternAddString(twin, FC_FILE, UnsafeRawPointer($0).assumingMemoryBound(to: FcChar8.self))
      }
      if isNamed == 0 || FcFontSetAdd(set, twin) == 0 { FcPatternDestroy(twin) }
    }
  }

  /// The file of the best match, which is the one that fcft opens; `nil` if there is no font.
  private static func path(of pattern: String) -> String? {
    guard let wanted = pattern.withCString({ FcNameParse(UnsafeRawPointer($0).assumingMemoryBound(to: FcChar8.self)) })
    else {
      return nil
    }
    defer { FcPatternDestroy(wanted) }
    guard FcConfigSubstitute(nil, wanted, FcMatchPattern) != 0 else { return nil }
    FcDefaultSubstitute(wanted)
    var result = FcResultMatch
    guard let found = FcFontMatch(nil, wanted, &result) else { return nil }
    defer { FcPatternDestroy(found) }
    return file(of: found)
  }

  private static func file(of font: OpaquePointer) -> String? {
    var file: UnsafeMutablePointer<FcChar8>?
    guard FcPatternGetString(font, FC_FILE, 0, &file) == FcResultMatch, let file else { return nil }
    return String(cString: file)
  }
}
