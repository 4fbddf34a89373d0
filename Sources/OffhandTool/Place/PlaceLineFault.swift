/// Why a line cannot be placed.
struct PlaceLineFault: Error, CustomStringConvertible {
  let description: String

  init(_ reason: String) { description = reason }

  /// The decoder's complaint, with the field it is about.
  init(_ error: DecodingError) {
    switch error {
    case .keyNotFound(let key, let context): self.init(PlaceLineFault.place(context.codingPath + [key]) + "is missing")
    case .typeMismatch(_, let context): self.init(PlaceLineFault.place(context.codingPath) + "has the wrong type")
    case .valueNotFound(_, let context): self.init(PlaceLineFault.place(context.codingPath) + "must not be null")
    case .dataCorrupted(let context): self.init(PlaceLineFault.place(context.codingPath) + context.debugDescription)
    @unknown default: self.init("\(error)")
    }
  }

  private static func place(_ keys: [any CodingKey]) -> String {
    guard !keys.isEmpty else { return "the line, which must be a JSON object, " }
    return keys.reduce("") { path, key in
      key.intValue.map { "\(path)[\($0)]" } ?? (path.isEmpty ? key.stringValue : "\(path).\(key.stringValue)")
    } + " "
  }
}
