import CPlatform
import OffhandPlatform

/// The files that fontconfig finds for fonts.
///
/// fcft 3.1.5 ends the process when the file of a font cannot be opened, and fontconfig goes on naming a file that was removed, as an
/// upgrade does with fonts. So each file is looked for before fcft is asked for it.
enum FontFiles {
  /// Whether the file of the font that `pattern` names, such as "sans-serif:pixelsize=16", can be read. If not, fontconfig reads its
  /// configuration and folders again, and may find another.
  static func isReadable(_ pattern: String) -> Bool {
    if isReadableNow(pattern) { return true }
    return FcInitReinitialize() != 0 && isReadableNow(pattern)
  }

  private static func isReadableNow(_ pattern: String) -> Bool {
    guard let path = path(of: pattern) else { return false }
    return Files.isUsable(path, for: .reading)
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
    var file: UnsafeMutablePointer<FcChar8>?
    guard FcPatternGetString(found, FC_FILE, 0, &file) == FcResultMatch, let file else { return nil }
    return String(cString: file)
  }
}
