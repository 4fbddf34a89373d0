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

  /// Half the 95 % interval of the mean by Student's distribution. Few numbers say little about their spread: the `usual` one counts like
  /// four numbers besides.
  func meanError(spread usual: Double) -> Double {
    // Of four degrees of freedom and more.
    let student = [2.78, 2.57, 2.45, 2.36, 2.31, 2.26]
    guard !isEmpty else { return 0 }
    let free = Double(count - 1)
    let spread = ((free * deviation * deviation + 4 * usual * usual) / (free + 4)).squareRoot()
    return (count <= student.count ? student[count - 1] : 2.23) * spread / Double(count).squareRoot()
  }
}
