import OffhandPlatform
import OffhandTOML

extension PanelLimits {
  private static let longestFile = 1 << 16

  /// The limits in the file at `path`: a number for each key. Throws what is wrong with it, with its place.
  package init(file path: String) throws {
    var values: [String: Double] = [:]
    do {
      let document = try TOMLDocument.read(Files.contents(of: path, atMost: PanelLimits.longestFile))
      let entries = if case .table(let entries) = document.content { entries } else { [TOMLEntry]() }
      for entry in entries {
        switch entry.value.content {
        case .integer(let number): values[entry.key] = Double(number)
        case .number(let number) where number.isFinite: values[entry.key] = number
        default: throw TOMLFault(entry.value.position, "\(entry.key) must be a number")
        }
      }
      try self.init(values: values)
    } catch let error as TOMLFault {
      throw PanelFault("\(path):\(error)")
    } catch {
      throw PanelFault("\(path): \((error as? KernelError)?.reason ?? "\(error)")")
    }
  }
}

/// Why a panel cannot be measured.
package struct PanelFault: Error, CustomStringConvertible {
  package let description: String

  package init(_ description: String) { self.description = description }
}
