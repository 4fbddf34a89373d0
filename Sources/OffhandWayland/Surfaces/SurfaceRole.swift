/// What a surface is to the compositor: a window, a layer above everything, a popover.
///
/// A role owns its surface. Nothing of it may be used after `isClosed`, besides letting it go.
public protocol SurfaceRole: AnyObject {
  /// What is shown.
  var surface: Surface { get }
  /// Whether the compositor or the user has closed it.
  var isClosed: Bool { get }
}
