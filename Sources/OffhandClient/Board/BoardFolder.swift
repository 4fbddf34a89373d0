import Glibc
import OffhandPlatform
import OffhandPixman

/// Finds the pictures that the user means: files as they are named, folders by what lies directly in them.
enum BoardFolder {
  /// How many pictures a board takes: a table with more is no table.
  static let capacity = 400

  /// The files behind `paths`; folders in the order of names. Throws where a path cannot be read or a folder holds no picture.
  static func files(_ paths: [String]) throws(PictureError) -> [String] {
    var files: [String] = []
    for path in paths { files += try expand(path) }
    return Array(files.prefix(capacity))
  }

  private static func expand(_ path: String) throws(PictureError) -> [String] {
    var status = stat()
    guard stat(path, &status) == 0 else { throw systemError(path) }
    guard status.st_mode & S_IFMT == S_IFDIR else { return [path] }
    guard let folder = opendir(path) else { throw systemError(path) }
    defer { closedir(folder) }
    var names: [String] = []
    while let entry = readdir(folder) {
      let name = withUnsafeBytes(of: entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
      if isPicture(name) { names.append("\(path)/\(name)") }
    }
    if names.isEmpty { throw PictureError(file: path, problem: .system("the folder holds no PNG or JPEG file")) }
    return names.sorted()
  }

  private static func isPicture(_ name: String) -> Bool {
    let lower = name.lowercased()
    return !name.hasPrefix(".") && [".png", ".jpg", ".jpeg"].contains { lower.hasSuffix($0) }
  }

  private static func systemError(_ path: String) -> PictureError {
    PictureError(file: path, problem: .system(KernelError.reason(errno).lowercased()))
  }
}
