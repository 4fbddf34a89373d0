package import Offhand
import OffhandPlatform
import OffhandTOML

extension SettingTable<Accommodations> {
  /// The table of accommodations: what is not written is off.
  package static var accommodate: Self {
    Self(
      name: "[accommodate]",
      keys: Accommodations.Setting.allCases.map { setting in
        SettingKey(
          setting.rawValue, .accommodation(setting),
          get: { $0[setting] == Accommodations()[setting] ? nil : $0[setting] },
          set: { $0[setting] = $1 })
      })
  }
}

extension Accommodations {
  /// The longest file in bytes.
  private static let limit = 1 << 16

  /// Reads what `--accommodate` says: `KEY=VALUE,…`, or the path of a file with these keys. Throws what is wrong with it.
  package init(argument: String) throws(ConfigurationFile.Failure) {
    guard !argument.contains("=") else {
      let nowhere = TOMLPosition(line: 1, column: 1)
      let entries = argument.split(separator: ",", omittingEmptySubsequences: false).map { part in
        let words = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        let value = words.count > 1 ? words[1] : ""
        return TOMLEntry(
          words[0], at: nowhere, TOMLValue(Double(value).map { .number($0) } ?? .string(value), at: nowhere))
      }
      do throws(ConfigurationFaults) {
        self = try ConfigurationReader.read(
          TOMLValue(.table(entries), at: nowhere), into: Accommodations(), .accommodate)
      } catch {
        throw ConfigurationFile.Failure(lines: error.faults.map(\.reason))
      }
      return
    }
    let bytes: [UInt8]
    do throws(KernelError) { bytes = try Files.contents(of: argument, atMost: Accommodations.limit) } catch {
      let isMissing = error.code == KernelError.noSuchFile
      let reason = isMissing ? "there is no such file, and a setting has a value: tolerance_mm=8" : error.reason
      throw ConfigurationFile.Failure(lines: ["\(argument): \(reason)"])
    }
    do throws(ConfigurationFaults) {
      self = try ConfigurationReader.read(bytes, into: Accommodations(), .accommodate)
    } catch {
      throw ConfigurationFile.Failure(argument, error)
    }
  }
}
