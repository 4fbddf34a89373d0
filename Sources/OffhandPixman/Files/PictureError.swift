/// Why a picture file cannot be read or written: the file, what is wrong, what to do.
public struct PictureError: Error, Hashable, CustomStringConvertible {
  /// What is wrong.
  public enum Problem: Hashable, Sendable {
    /// The file cannot be opened, read or written: the system's words.
    case system(String)
    /// The file is a folder, a device or a pipe.
    case notAFile
    /// The file is empty.
    case empty
    /// The file is something else: what its first bytes say, if they say anything.
    case wrongType(String?)
    /// The file ends before the picture does.
    case truncated
    /// The picture is larger than can be shown.
    case tooLarge(width: Int, height: Int)
    /// The library refuses the content, in its words.
    case broken(String)
  }

  /// The file, as it was named.
  public var file: String
  /// What is wrong.
  public var problem: Problem

  /// An error.
  public init(file: String, problem: Problem) {
    self.file = file
    self.problem = problem
  }

  /// File, fault and way out in one line.
  public var description: String {
    switch problem {
    case .system(let words): "\(file): \(words)"
    case .notAFile: "\(file): not a file; name a PNG or JPEG picture"
    case .empty: "\(file): the file is empty; name a PNG or JPEG picture"
    case .wrongType(nil): "\(file): neither PNG nor JPEG; convert it to one of them"
    case .wrongType(let type?): "\(file): a \(type) file, neither PNG nor JPEG; convert it to one of them"
    case .truncated: "\(file): the file ends in the middle of the picture; copy it again from where it is whole"
    case .tooLarge(let width, let height):
      "\(file): \(width)×\(height) pixels are more than the \(PictureFile.largestArea / 1_000_000) million that can be shown; scale it down"
    case .broken(let words): "\(file): the picture is damaged (\(words)); open and save it with another program"
    }
  }
}
