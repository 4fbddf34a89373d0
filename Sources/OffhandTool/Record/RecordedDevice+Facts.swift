import Offhand
import OffhandLibinput
import OffhandRecordings

extension RecordedDevice {
  /// What is known of a touch screen that is read now.
  ///
  /// The device's own axes where positions can be led back to them: with a calibration matrix, or a size that is configured or
  /// only assumed, they cannot, and thousandths of a millimetre are counted instead.
  init(_ device: TouchDevice, _ facts: TouchScreenFacts?) {
    self.init(name: device.name)
    width = device.surface.size.width
    height = device.surface.size.height
    basis = .inferred
    if device.surface.pixelsPerMillimetreX > 0 { pixelsPerMillimetre = device.surface.pixelsPerMillimetreX }
    guard let facts else { return }
    for (name, number) in zip(["bus", "vendor", "product", "version"], facts.identity) {
      let digits = String(number, radix: 16)
      ids[name] = String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }
    maximumContacts = facts.contacts > 0 ? facts.contacts : nil
    for (name, axis) in facts.shapeAxes { axes[name] = RecordedAxis(axis) }
    guard device.surface.provenance == .device, facts.panel.calibration == .identity, let x = facts.x, let y = facts.y
    else { return }
    basis = .absinfo
    axes["x"] = RecordedAxis(x)
    axes["y"] = RecordedAxis(y)
  }
}

extension RecordedAxis {
  fileprivate init(_ axis: TouchScreenFacts.Axis) {
    self.init(minimum: axis.range.lowerBound, maximum: axis.range.upperBound, resolution: axis.unitsPerMillimetre)
  }
}
