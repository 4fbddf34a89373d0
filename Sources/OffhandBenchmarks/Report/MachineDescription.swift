import Glibc
import OffhandRecordings

/// On what a figure was measured.
public struct MachineDescription: Sendable, Hashable, Codable {
  /// The processor's name.
  public var processor: String
  /// How many processors are online.
  public var processors: Int
  /// What chooses the processor's clock rate; `nil` where the kernel does not say, as in most virtual machines.
  public var governor: String?
  /// System, release and architecture.
  public var system: String
  /// `release`, or `debug`, whose figures mean nothing.
  public var build: String
  /// The load average of the last minute.
  public var load: Double
  /// When, in seconds since 1970.
  public var unixTime: Int
  /// What reading the clock costs, in nanoseconds.
  public var clockCostNs: Int64
  /// How much later than asked the kernel may wake a process, in nanoseconds.
  public var timerSlackNs: Int?

  /// This machine, now.
  public init() {
    let model = MachineDescription.lines("/proc/cpuinfo").first { $0.hasPrefix("model name") }
    processor = model.flatMap { $0.split(separator: ":").last }.map { String($0.drop { $0 == " " }) } ?? "unknown"
    processors = Int(sysconf(Int32(_SC_NPROCESSORS_ONLN)))
    governor = MachineDescription.lines("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor").first.map(String.init)
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
    unixTime = Glibc.time(nil)
    clockCostNs = MonotonicClock.cost()
    timerSlackNs = MachineDescription.lines("/proc/self/timerslack_ns").first.flatMap { Int($0) }
  }

  /// One line for people, and a second one where the figures mean nothing.
  var line: String {
    var text = "\(processor), \(processors) processors, \(system), \(build) build, "
    text += "load \(TextTable.number(load, 1)), clock \(clockCostNs) ns, \(date)\n"
    if build == "debug" { text += "A debug build: 20 to 100 times slower than what anybody runs.\n" }
    return text
  }

  /// The day of the measurement, in the time of the world.
  public var date: String {
    var seconds = unixTime
    var parts = tm()
    gmtime_r(&seconds, &parts)
    func two(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }
    return "\(1900 + Int(parts.tm_year))-\(two(parts.tm_mon + 1))-\(two(parts.tm_mday))"
  }

  private static func lines(_ path: String) -> [Substring] {
    let content = (try? GzipFile.contents(of: path, limit: 1 << 20)) ?? []
    return String(decoding: content, as: UTF8.self).split(separator: "\n")
  }
}
