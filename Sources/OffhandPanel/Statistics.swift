extension [Double] {
  /// The mean; 0 of no numbers.
  var mean: Double { isEmpty ? 0 : reduce(0, +) / Double(count) }

  /// The standard deviation; 0 of fewer than two numbers.
  var deviation: Double {
    let mean = mean
    return count < 2 ? 0 : (reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(count - 1)).squareRoot()
  }

  /// The median; `nil` of no numbers.
  var median: Double? { isEmpty ? nil : sorted()[count / 2] }

  /// The mean of the middle half, which a few wild numbers do not move; `nil` of no numbers.
  var middleMean: Double? {
    guard !isEmpty else { return nil }
    return [Double](sorted()[(count / 4)...(count - 1 - count / 4)]).mean
  }

  /// Half the 95 % interval of the mean by Student's distribution, where single numbers spread by at least `least`; of two numbers at
  /// least half their difference.
  func meanError(spread least: Double) -> Double {
    // Of three numbers and more.
    let student = [4.3, 3.18, 2.78, 2.57, 2.45, 2.36, 2.31, 2.26]
    // Two numbers say little about their spread, so the least one counts there.
    guard count > 2 else {
      return Swift.max(
        2 * least / Double(Swift.max(count, 1)).squareRoot(), count == 2 ? abs(self[0] - self[1]) / 2 : 0)
    }
    return (count - 3 < student.count ? student[count - 3] : 2.1) * Swift.max(deviation, least)
      / Double(count).squareRoot()
  }
}
