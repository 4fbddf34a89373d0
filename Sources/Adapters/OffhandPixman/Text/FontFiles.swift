import CPlatform
import OffhandPlatform
import Synchronization

/// The files that fontconfig finds for fonts.
///
/// fcft 3.1.5 ends the process when the file of a font cannot be opened, while fontconfig goes on naming a file that was removed, as an
/// upgrade does with fonts. So a copy of each file is in memory (`font_shims.c`) before fcft is asked for it.
enum FontFiles {
  /// Held while fonts are looked for and opened.
  private static let isBusy = Mutex(())

  /// Calls `open` if there is a font of `family` that suits `attributes`, such as "pixelsize=16", and can be read. If not, fontconfig
  /// reads its configuration and folders again, and may find another.
  static func open<Font>(_ family: String, _ attributes: String, _ open: () -> Font?) -> Font? {
    var opened: Font?
    isBusy.withLock { _ in
      let pattern = "\(family):\(attributes)"
      var copy = copy(for: pattern)
      // It would also write its cache.
      if copy == nil, Confinement.expectingRefusals({ FcInitReinitialize() }) != 0 { copy = self.copy(for: pattern) }
      guard let copy else { return }
      opened = open()
      offhand_release_font(copy)
    }
    return opened
  }

  private static func copy(for pattern: String) -> OpaquePointer? {
    path(of: pattern).flatMap { offhand_hold_font($0) }
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
