/// Why a line cannot be placed.
struct PlaceLineFault: Error, CustomStringConvertible {
  let description: String

  init(_ reason: String) { description = reason }

  /// The decoder's complaint, with the field it is about.
  init(_ error: DecodingError) {
    switch error {
    case .keyNotFound(let key, _): self.init("\(key.stringValue) is missing")
    case .typeMismatch(_, let context): self.init(PlaceLineFault.place(context) + "has the wrong type")
    case .valueNotFound(_, let context): self.init(PlaceLineFault.place(context) + "must not be null")
    case .dataCorrupted(let context):
      self.init(
        context.codingPath.isEmpty ? "is not JSON" : PlaceLineFault.place(context) + context.debugDescription)
    @unknown default: self.init("\(error)")
    }
  }

  private static func place(_ context: DecodingError.Context) -> String {
    context.codingPath.map { $0.intValue.map { "[\($0)]" } ?? $0.stringValue }.joined(separator: ".") + " "
  }
}
