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
    case .dataCorrupted(let context): self.init(PlaceLineFault.place(context) + context.debugDescription)
    @unknown default: self.init("\(error)")
    }
  }

  private static func place(_ context: DecodingError.Context) -> String {
    guard !context.codingPath.isEmpty else { return "the line, which must be a JSON object, " }
    return context.codingPath.reduce("") { path, key in
      key.intValue.map { "\(path)[\($0)]" } ?? (path.isEmpty ? key.stringValue : "\(path).\(key.stringValue)")
    } + " "
  }
}
