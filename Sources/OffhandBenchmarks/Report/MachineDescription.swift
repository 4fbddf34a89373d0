import Glibc
import OffhandRecordings

/// On what a figure was measured.
public struct MachineDescription: Sendable, Hashable {
  /// The processor's name.
  public var processor: String
  /// How many processors are online.
  public var processors: Int
  /// System, release and architecture.
  public var system: String
  /// `release`, or `debug`, whose figures mean nothing.
  public var build: String
  /// The load average of the last minute.
  public var load: Double
  /// When, in seconds since 1970.
  public var time: Int
  /// What reading the clock costs, in nanoseconds.
  public var clockCost: Int64

  /// This machine, now.
  public init() {
    let cpuinfo = (try? GzipFile.contents(of: "/proc/cpuinfo", limit: 1 << 20)) ?? []
    let model = String(decoding: cpuinfo, as: UTF8.self).split(separator: "\n").first { $0.hasPrefix("model name") }
    processor = model.flatMap { $0.split(separator: ":").last }.map { String($0.drop { $0 == " " }) } ?? "unknown"
    processors = Int(sysconf(Int32(_SC_NPROCESSORS_ONLN)))
    var name = utsname()
    uname(&name)
    func text<Field>(_ field: Field) -> String {
      withUnsafeBytes(of: field) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    }
    system = "\(text(name.sysname)) \(text(name.release)) \(text(name.machine))"
    #if DEBUG
      build = "debug"
    #else
      build = "release"
    #endif
    var loads = [0.0]
    load = getloadavg(&loads, 1) == 1 ? loads[0] : 0
    time = Glibc.time(nil)
    clockCost = MonotonicClock.cost()
  }
}
