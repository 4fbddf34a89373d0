package import Testing

/// Names the cases of the design pages that a test proves: `@Test(.recognition("E1", "B8"))`. Printed where the test fails.
///
/// `scripts/check` looks each id up in the tables of the page, and each case of the tables up in the tests. Tags would need a
/// macro expansion for each of some 280 ids, and could be misspelled only at compile time, not against the pages.
package struct DesignCases: TestTrait {
  /// The page of the catalog, without its folder.
  package let page: String
  /// The ids in the page's tables; `G1–G10` is all from the first to the last.
  package let ids: [String]

  package var comments: [Comment] { [Comment(rawValue: "Design/\(page).md \(ids.joined(separator: ", "))")] }
}

extension Trait where Self == DesignCases {
  /// Cases of the page `Recognizing`.
  package static func recognition(_ ids: String...) -> Self { Self(page: "Recognizing", ids: ids) }

  /// Cases and guarantees of the page `Placing`.
  package static func placement(_ ids: String...) -> Self { Self(page: "Placing", ids: ids) }
}
