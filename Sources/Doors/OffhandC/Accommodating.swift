public import COffhand
import Offhand

extension offhand_accommodations: SizedStruct {
  static var firstSize: Int { 56 }
}

extension Accommodations {
  /// Reads a caller's settings, in the order of the domain's table, which has their names and ranges. Zero is off, or the default.
  init(_ given: offhand_accommodations) throws(SetupFault) {
    self.init()
    let values = [
      given.tolerance_mm, Double(given.location.rawValue), Double(given.hold) / 1e9, Double(given.repeat) / 1e9,
      given.repeat_mm, Double(given.press.rawValue), Double(given.second.rawValue),
    ]
    for (setting, value) in zip(Setting.allCases, values) where value != 0 {
      guard setting.range.contains(value) else {
        let unit = setting.isDuration ? " s" : ""
        throw SetupFault(
          "accommodations.\(setting.rawValue) is \(value)\(unit); from 0 to \(Int(setting.range.upperBound))\(unit) is possible"
        )
      }
      self[setting] = value
    }
  }
}

// MARK: - Functions of offhand.h, which documents them

/// Says what the touches count as that land from now on.
@c @implementation
public func offhand_set_accommodations(
  _ handle: OpaquePointer?, _ accommodations: UnsafePointer<offhand_accommodations>?,
  _ buffer: UnsafeMutablePointer<CChar>?, _ size: Int
) -> Int32 {
  withHandle(handle, else: -1) {
    do throws(SetupFault) {
      var known = offhand_accommodations()
      if let accommodations {
        known = try offhand_accommodations(
          reading: accommodations, size: accommodations.pointee.size, named: "accommodations")
      }
      $0.accommodate(try Accommodations(known))
      return 0
    } catch {
      error.write(to: buffer, size: size)
      return -1
    }
  }
}
