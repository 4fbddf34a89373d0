import ArgumentParser

/// Whether the screen is read back while latency is measured.
enum PhotodiodeArgument: String, CaseIterable, ExpressibleByArgument {
  case on
  case off
}
