// swift-tools-version: 6.2
import PackageDescription

// A package of its own, because only a root package may pass unsafe flags, and because nobody who uses Offhand wants a
// fuzzer built. `scripts/fuzz` builds and runs it.
let package = Package(
  name: "fuzz",
  dependencies: [.package(name: "offhand", path: "../..")],
  targets: [
    .executableTarget(
      name: "FuzzRecordings",
      dependencies: [
        .product(name: "Offhand", package: "offhand"), .product(name: "OffhandRecordings", package: "offhand"),
      ])
  ]
)
