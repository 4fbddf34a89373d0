/// What may be kept of a person between two runs of a program: one number and a day, and only where they agreed to it
/// (placement.md case 69). Which hand somebody uses is told by nobody but themselves: nothing is written unless a file for it is named.
///
/// As text it is `0.87 2026-11-21`, so that a person can read, change and delete it.
public struct HandHabit: Sendable, Hashable, LosslessStringConvertible {
  /// How likely a right hand is, 0.02 to 0.98: nobody is so sure of it that a hand could not be told by its fingers any more.
  public let rightProbability: Double
  /// The day on which that was learned, counted from the first of January 1970.
  public let day: Int

  /// What was learned on `day`.
  public init(rightProbability: Double, day: Int) {
    let known = rightProbability.isFinite ? rightProbability : 0.5
    self.rightProbability = (min(max(known, 0.02), 0.98) * 100).rounded() / 100
    self.day = day
  }

  /// Reads the text form; `nil` where it is none.
  public init?(_ description: String) {
    let parts = description.split(separator: " ")
    guard parts.count == 2, let right = Double(parts[0]), (0...1).contains(right) else { return nil }
    let date = parts[1].split(separator: "-", omittingEmptySubsequences: false).compactMap { Int($0) }
    guard date.count == 3, (1...9999).contains(date[0]), (1...12).contains(date[1]), (1...31).contains(date[2]) else {
      return nil
    }
    self.init(rightProbability: right, day: HandHabit.day(year: date[0], month: date[1], day: date[2]))
  }

  /// The text form.
  public var description: String {
    let (year, month, day) = HandHabit.date(of: day)
    func padded(_ number: Int, _ width: Int) -> String {
      let digits = String(number)
      return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
    let hundredths = Int((rightProbability * 100).rounded())
    return "0.\(padded(hundredths, 2)) \(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))"
  }

  /// The prior for a program that begins on `day`: what was learned, halfway back to nine in ten after a year.
  public func prior(on day: Int) -> Double {
    let years = Double(max(0, day - self.day)) / 365
    return 0.9 + (rightProbability - 0.9) * _exp(-years * 0.6931471805599453)
  }

  /// Days since 1970 of a date of the calendar; years begin in March, so that the leap day comes last.
  private static func day(year: Int, month: Int, day: Int) -> Int {
    let year = month > 2 ? year : year - 1
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    return 365 * year + year / 4 - year / 100 + year / 400 + dayOfYear - 719_468
  }

  private static func date(of day: Int) -> (year: Int, month: Int, day: Int) {
    let days = min(max(day, -719_162), 2_932_896) + 719_468
    let era = days / 146_097
    let dayOfEra = days % 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shifted = (5 * dayOfYear + 2) / 153
    let month = shifted < 10 ? shifted + 3 : shifted - 9
    return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * shifted + 2) / 5 + 1)
  }
}
