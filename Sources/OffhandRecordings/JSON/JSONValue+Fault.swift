extension JSONValue {
  /// What keeps `bytes` from being one JSON value, with the column of the byte at which that shows; `nil` where nothing does.
  public static func fault(in bytes: [UInt8]) -> String? {
    var scanner = JSONScanner(bytes)
    do {
      _ = try scanner.value()
      try scanner.end()
      return nil
    } catch {
      return "column \(error.column): \(error.reason)"
    }
  }
}
