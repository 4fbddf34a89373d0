/// What keeps a benchmark from its work: one plain line with the way out.
package struct BenchFault: Error, CustomStringConvertible {
  package let description: String

  package init(_ description: String) { self.description = description }
}
