import Offhand
import OffhandWayland

/// Hears what the compositor says of fingers on one surface, for a mapping watch alone.
final class CompositorWitness: TouchReceiver {
  private let watch: MappingWatch
  private let surface: Surface

  init(_ watch: MappingWatch, on surface: Surface) {
    self.watch = watch
    self.surface = surface
  }

  func receive(added device: TouchDevice) {}

  func receive(changed device: TouchDevice) {}

  func receive(removed device: DeviceID) {}

  func receive(_ frame: borrowing TouchFrame) {
    guard let geometry = surface.layout?.geometry else { return }
    watch.note(other: frame, on: geometry, of: surface.output?.name)
  }
}
