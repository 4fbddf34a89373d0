import Offhand
import OffhandWayland

/// One place where a program's view is seen: a window, or the overlay of an output. It stays when its surface goes, so that
/// the view goes on where it was when there is another.
final class ViewScreen<View: TouchView> {
  /// The output that the overlay belongs to; `nil` for a window.
  let outputName: String?
  /// Keeps the view on the surface.
  let host: ViewHost<View>
  /// The surface; `nil` while there is none.
  private(set) var surface: (any SurfaceRole)?
  /// The number of the output that the surface was made for.
  private var outputID: UInt32?
  /// Touches that the compositor sends to the surface: for the view, or for the comparison with those that we read.
  private(set) var touches: TouchFeed<WaylandTouchSource>?
  private var witness: CompositorWitness?

  init(_ host: ViewHost<View>, outputName: String?) {
    self.host = host
    self.outputName = outputName
  }

  /// Where it is seen, as far as anybody knows.
  var seenOn: String? { outputName ?? surface?.surface.output?.name }

  /// Whether the overlay was made for `output`, and not for one of the same name that was there before.
  func belongs(to output: Output) -> Bool { outputID == output.id }

  /// Is seen on `surface` from now on, with the touches on it if they are wanted, seen by `witness` too, or shown to `watch`.
  func show(
    on surface: any SurfaceRole, of output: Output?, touches origin: TouchOrigin,
    seenBy touchWitness: (any TouchWitness)?,
    comparedBy watch: MappingWatch?
  ) {
    self.surface = surface
    outputID = output?.id
    witness = watch.map { CompositorWitness($0, on: surface.surface) }
    let receiver: (any TouchReceiver)? = origin == .compositor ? host : witness
    touches = receiver.map {
      TouchFeed(
        WaylandTouchSource(surface: surface.surface), habits: .wayland, receiver: $0,
        witness: origin == .compositor ? touchWitness : nil)
    }
    host.move(to: SurfaceWindow(surface))
  }

  /// Is not seen any more; touches on the surface end.
  func leave(at now: Timestamp) {
    touches?.abandon(at: now)
    touches = nil
    witness = nil
    host.move(to: nil)
    surface = nil
  }

  /// The compositor is another, to which no output of the former one means anything.
  func forgetOutput() { outputID = nil }
}
