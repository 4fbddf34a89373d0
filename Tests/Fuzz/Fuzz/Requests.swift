import Offhand
import OffhandRecordings
import OffhandService

/// Lines of `offhand place`, and of clients of the service.
///
/// A request that is accepted gets a placement of its size within its bounds, and the line that reports it is JSON.
enum Requests {
  static func take(_ content: [UInt8]) {
    // The first byte is not part of the line.
    let selector = content.first ?? 0
    for line in content.dropFirst().split(separator: UInt8(ascii: "\n")).prefix(4) {
      if let request = try? StreamRequest(Array(line)), case .place(let scene) = request.kind { place(scene, selector) }
      do throws(PlaceFault) { place(try PlaceScene(Array(line), isStrict: selector & 1 == 1), selector) } catch {
        precondition(!"\(error)".isEmpty)
      }
    }
  }

  private static func place(_ scene: PlaceScene, _ selector: UInt8) {
    let presets = PlacementPreset.allCases
    let preset = presets[Int(selector >> 1) % presets.count]
    var strategy = preset.strategy(in: scene.environment)
    let placement = scene.place(by: &strategy)
    let rect = placement.rect
    precondition(rect.minX.isFinite && rect.minY.isFinite && rect.width.isFinite && rect.height.isFinite)
    precondition((0...1).contains(placement.hidden), "hidden is \(placement.hidden)")
    precondition((0...1).contains(placement.hand.confidence), "confidence is \(placement.hand.confidence)")
    var writer = JSONWriter()
    writer.placement(placement, of: scene.name)
    do throws(JSONFault) {
      _ = try JSONScanner.read(writer.bytes) { (scanner) throws(JSONFault) in try scanner.value() }
    } catch {
      preconditionFailure("written, it cannot be read: \(error)")
    }
  }
}
