/// What keeps a benchmark from its work: one plain line with the way out.
struct BenchFault: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}
