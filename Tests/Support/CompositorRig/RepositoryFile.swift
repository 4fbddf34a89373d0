import Foundation

/// A file of this repository, wherever it is checked out.
public enum RepositoryFile {
  /// The absolute path of what lies at `place` below the root.
  public static func path(_ place: String) -> String {
    URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("../../../\(place)")
      .standardizedFileURL.path
  }
}
