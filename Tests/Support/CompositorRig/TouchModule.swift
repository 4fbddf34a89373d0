import Foundation

/// The module that gives weston a touch screen; built from source once per test run.
enum TouchModule {
  /// Where the built module lies, or nil where it cannot be built: the headers of weston 10 are missing.
  static let path: String? = {
    let source = RepositoryFile.path("Tests/Rigs/weston-touch/build")
    let output = Program.built("offhand-weston-touch.so")
    guard let build = try? Program([source, output]), (try? build.wait()) == .exited(0) else {
      return nil
    }
    return output
  }()
}
