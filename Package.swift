// swift-tools-version: 6.2
import PackageDescription

/// Where the modules stand, below Sources; the tests of each below Tests, in a folder of the same name. The domain, `Offhand`, is a
/// folder of its own.
let folders = [
  "Adapters": [
    "CPlatform", "CTOML", "OffhandLibinput", "OffhandOSC", "OffhandPixman", "OffhandPlatform", "OffhandRecordings",
    "OffhandTOML", "OffhandWayland",
  ],
  "Client": ["OffhandClient", "OffhandCommandLine", "OffhandDemos", "OffhandTool"],
  "Doors": ["COffhand", "OffhandBridge", "OffhandC", "OffhandService", "OffhandWebSocket"],
  "Lab": ["HandPoses", "OffhandBench", "OffhandBenchmarks", "OffhandPanel", "OffhandTesting"],
]

/// One set of rules for every target of ours: Swift 6, warnings are errors, imports say what they leak.
let strict: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

/// In a release build for size: what waits for people most of the time, and is a part of the tool, whose package stays below 20 MiB.
let compact: [SwiftSetting] = strict + [.unsafeFlags(["-Osize"], .when(configuration: .release))]

/// A system library carries compiler flags and the name of the Debian package; its headers are imported through `CPlatform`.
func system(_ name: String, _ pkgConfig: String, apt: String) -> Target {
  .systemLibrary(
    name: name, path: "Sources/Adapters/SystemLibraries/\(name)", pkgConfig: pkgConfig, providers: [.apt([apt])])
}

/// The code in C and C++ ends the program where a return address was overwritten, or a copy goes beyond its buffer.
let fortified: [CSetting] = [
  .unsafeFlags(["-fstack-protector-strong"]), .define("_FORTIFY_SOURCE", to: "3", .when(configuration: .release)),
]

/// Binds all addresses before a program starts, so that they are then read-only (full RELRO).
let hardened: [LinkerSetting] = [.unsafeFlags(["-Xlinker", "-z", "-Xlinker", "now"])]

/// Packs relocations (glibc 2.36), folds equal functions and exports nothing, which gold, the toolchain's default, cannot: the static
/// tool is 2 MB smaller, and 2.3 MB less of it are resident in `offhand touches`.
///
/// Not the benchmarks: valgrind, which counts their instructions, does not read lld's debug information.
let small: [LinkerSetting] =
  hardened + [
    .unsafeFlags(
      ["-use-ld=lld"]
        + ["-z", "pack-relative-relocs", "--icf=safe", "--no-export-dynamic"].flatMap { ["-Xlinker", $0] },
      .when(configuration: .release))
  ]

let package = Package(
  name: "offhand",
  products: [
    .library(name: "Offhand", targets: ["Offhand"]),
    .library(name: "OffhandC", type: .static, targets: ["OffhandC"]),
    .library(name: "OffhandBenchmarks", targets: ["OffhandBenchmarks"]),
    .library(name: "OffhandClient", targets: ["OffhandClient"]),
    .library(name: "OffhandLibinput", targets: ["OffhandLibinput"]),
    .library(name: "OffhandPixman", targets: ["OffhandPixman"]),
    .library(name: "OffhandRecordings", targets: ["OffhandRecordings"]),
    .library(name: "OffhandTesting", targets: ["OffhandTesting"]),
    .library(name: "OffhandWayland", targets: ["OffhandWayland"]),
    .executable(name: "offhand", targets: ["OffhandTool"]),
    .executable(name: "offhand-bench", targets: ["OffhandBench"]),
    .executable(name: "offhand-web", targets: ["OffhandWebSocket"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
  ],
  targets: [
    system("LibEvdev", "libevdev", apt: "libevdev-dev"),
    system("LibFontconfig", "fontconfig", apt: "libfontconfig-dev"),
    system("LibInput", "libinput", apt: "libinput-dev"),
    system("LibLO", "liblo", apt: "liblo-dev"),
    system("LibPNG", "libpng", apt: "libpng-dev"),
    system("LibPixman", "pixman-1", apt: "libpixman-1-dev"),
    system("LibSeccomp", "libseccomp", apt: "libseccomp-dev"),
    system("LibTurboJPEG", "libturbojpeg", apt: "libturbojpeg0-dev"),
    system("LibUdev", "libudev", apt: "libudev-dev"),
    system("LibWebSockets", "libwebsockets", apt: "libwebsockets-dev"),
    system("LibWaylandClient", "wayland-client", apt: "libwayland-dev"),
    system("LibXKBCommon", "xkbcommon", apt: "libxkbcommon-dev"),
    system("LibYAML", "yaml-0.1", apt: "libyaml-dev"),
    system("LibZ", "zlib", apt: "zlib1g-dev"),
    .target(
      name: "CPlatform",
      dependencies: [
        "LibEvdev", "LibFontconfig", "LibInput", "LibLO", "LibPNG", "LibPixman", "LibSeccomp", "LibTurboJPEG",
        "LibUdev", "LibWaylandClient", "LibXKBCommon", "LibYAML", "LibZ",
      ],
      cSettings: [.define("_GNU_SOURCE")] + fortified,
      linkerSettings: [.linkedLibrary("crypt"), .linkedLibrary("fcft")]),

    .target(name: "Offhand", swiftSettings: strict, linkerSettings: [.linkedLibrary("m")]),
    .target(name: "COffhand"),
    .target(name: "OffhandC", dependencies: ["COffhand", "Offhand"], swiftSettings: strict),
    // With the setting of the linker for every program that has this in it, also for those of other packages.
    .target(
      name: "OffhandPlatform", dependencies: ["CPlatform", "Offhand"], swiftSettings: strict, linkerSettings: hardened),
    .target(name: "OffhandWayland", dependencies: ["CPlatform", "Offhand", "OffhandPlatform"], swiftSettings: compact),
    .target(name: "OffhandLibinput", dependencies: ["CPlatform", "Offhand", "OffhandPlatform"], swiftSettings: strict),
    .target(name: "OffhandPixman", dependencies: ["CPlatform", "Offhand", "OffhandPlatform"], swiftSettings: strict),
    .target(
      name: "OffhandRecordings",
      dependencies: ["CPlatform", "Offhand", "OffhandPlatform"],
      swiftSettings: strict),
    .target(name: "OffhandOSC", dependencies: ["CPlatform", "Offhand", "OffhandPlatform"], swiftSettings: compact),
    .target(
      name: "CTOML",
      cxxSettings: [
        .unsafeFlags(["-fstack-protector-strong"]), .define("_FORTIFY_SOURCE", to: "3", .when(configuration: .release)),
      ]),
    .target(name: "OffhandTOML", dependencies: ["CTOML"], swiftSettings: compact),
    .target(name: "OffhandTesting", dependencies: ["Offhand"], swiftSettings: strict),
    .target(
      name: "OffhandBenchmarks",
      dependencies: [
        "Offhand", "OffhandPlatform", "OffhandRecordings", "OffhandTesting",
      ],
      swiftSettings: strict),
    .target(
      name: "OffhandClient",
      dependencies: [
        "Offhand", "OffhandPlatform", "OffhandWayland", "OffhandLibinput", "OffhandPixman", "OffhandRecordings",
        .product(name: "Logging", package: "swift-log"),
      ],
      swiftSettings: compact),
    .target(
      name: "OffhandService",
      dependencies: [
        "Offhand", "OffhandClient", "OffhandLibinput", "OffhandOSC", "OffhandPixman", "OffhandPlatform",
        "OffhandRecordings", "OffhandTOML", "OffhandWayland", .product(name: "Logging", package: "swift-log"),
      ],
      swiftSettings: compact),
    .target(
      name: "OffhandBridge",
      dependencies: [
        "Offhand", "OffhandClient", "OffhandLibinput", "OffhandPlatform", "OffhandService",
        .product(name: "Logging", package: "swift-log"),
      ],
      swiftSettings: compact),
    .target(
      name: "OffhandPanel",
      dependencies: [
        "Offhand", "OffhandClient", "OffhandPixman", "OffhandPlatform", "OffhandRecordings", "OffhandService",
        "OffhandTOML",
      ],
      swiftSettings: compact),
    // With what is public alone, as a program of another package has it; likewise the examples.
    .target(
      name: "OffhandDemos",
      dependencies: [
        "Offhand", "OffhandClient", "OffhandPixman", .product(name: "Logging", package: "swift-log"),
      ],
      packageAccess: false, swiftSettings: compact),
    .target(
      name: "OffhandCommandLine",
      dependencies: [
        "Offhand", "OffhandPlatform", "OffhandWayland",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      swiftSettings: compact),
    .executableTarget(
      name: "OffhandTool",
      dependencies: [
        "Offhand", "OffhandBridge", "OffhandClient", "OffhandCommandLine", "OffhandDemos", "OffhandLibinput",
        "OffhandOSC", "OffhandPanel", "OffhandPlatform", "OffhandPixman",
        "OffhandRecordings", "OffhandService", "OffhandTOML", "OffhandWayland",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "Logging", package: "swift-log"),
      ],
      swiftSettings: compact, linkerSettings: small),
    .executableTarget(
      name: "OffhandWebSocket",
      dependencies: [
        "LibWebSockets", "Offhand", "OffhandCommandLine", "OffhandPlatform",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      swiftSettings: strict, linkerSettings: small),
    .executableTarget(
      name: "KioskPage", dependencies: ["Offhand", "OffhandClient"], path: "Sources/Examples/kiosk",
      packageAccess: false, swiftSettings: strict),
    .executableTarget(
      name: "Pinch", dependencies: ["Offhand", "OffhandRecordings"], path: "Sources/Examples/pinch",
      packageAccess: false, swiftSettings: strict),
    .target(
      name: "HandPoses", dependencies: ["Offhand", "OffhandRecordings", "OffhandTesting"], swiftSettings: strict),
    .executableTarget(
      name: "OffhandBench",
      dependencies: [
        "HandPoses", "HeadlessCompositors", "Offhand", "OffhandBenchmarks", "OffhandClient", "OffhandCommandLine",
        "OffhandDemos", "OffhandPanel",
        "OffhandPixman", "OffhandPlatform", "OffhandRecordings", "OffhandTesting", "OffhandWayland",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      swiftSettings: strict, linkerSettings: hardened),

    // Also of the benchmarks.
    .target(
      name: "HeadlessCompositors", dependencies: ["OffhandPlatform"], path: "Tests/Support/HeadlessCompositors",
      swiftSettings: strict),
    .target(name: "DesignCases", path: "Tests/Support/DesignCases", swiftSettings: strict),
    .target(
      name: "CompositorRig", dependencies: ["CPlatform", "HeadlessCompositors", "OffhandPlatform"],
      path: "Tests/Support/CompositorRig",
      swiftSettings: strict),
    .testTarget(
      name: "CompositorRigTests", dependencies: ["CompositorRig", "HeadlessCompositors", "OffhandPlatform"],
      path: "Tests/Support/CompositorRigTests", swiftSettings: strict),
    .target(
      name: "FakeCompositor", path: "Tests/Support/FakeCompositor", linkerSettings: [.linkedLibrary("wayland-server")]),
    .target(name: "PlainDrain", dependencies: ["LibInput"], path: "Tests/Support/PlainDrain"),
    .executableTarget(
      name: "InputBench",
      dependencies: [
        "CPlatform", "FakeEvdev", "HeadlessCompositors", "Offhand", "OffhandBridge", "OffhandClient", "OffhandLibinput",
        "OffhandOSC", "OffhandPlatform", "OffhandService", "OffhandTesting", "PlainDrain",
        .product(name: "Logging", package: "swift-log"),
      ],
      path: "Tests/Support/InputBench", swiftSettings: strict),
    .executableTarget(
      name: "LawRun",
      dependencies: ["AllocationCount", "Offhand", "OffhandRecordings", "OffhandTesting", "RecordingLaws"],
      path: "Tests/Support/LawRun", swiftSettings: strict),
    .executableTarget(
      name: "InputProbe",
      dependencies: ["Offhand", "OffhandClient", "OffhandLibinput", "OffhandPlatform", "OffhandRecordings"],
      path: "Tests/Support/InputProbe", swiftSettings: strict),
    .executableTarget(
      name: "SoakRun",
      dependencies: [
        "Offhand", "OffhandClient", "OffhandDemos", "OffhandPlatform", "OffhandService", "OffhandTesting",
      ],
      path: "Tests/Support/SoakRun", swiftSettings: strict),
    .target(name: "AllocationCount", path: "Tests/Support/AllocationCount"),
    .executableTarget(
      name: "ConfinementProbe", dependencies: ["CPlatform", "OffhandPlatform"], path: "Tests/Support/ConfinementProbe",
      swiftSettings: strict),
    .target(
      name: "RecordingLaws", dependencies: ["Offhand", "OffhandRecordings"], path: "Tests/Support/RecordingLaws",
      swiftSettings: strict),
    .executableTarget(
      name: "TouchTape", dependencies: ["Offhand", "OffhandRecordings"], path: "Tests/Support/TouchTape",
      swiftSettings: strict),
    .target(name: "FakeEvdev", path: "Tests/Support/FakeEvdev", cSettings: [.define("_GNU_SOURCE")]),
    .target(
      name: "PageExamples", dependencies: ["Offhand"], path: "Tests/Support/PageExamples", swiftSettings: strict),
    .testTarget(
      name: "OffhandTests", dependencies: ["DesignCases", "Offhand", "OffhandTesting", "PageExamples"],
      swiftSettings: strict),
    .testTarget(
      name: "OffhandWaylandTests",
      dependencies: [
        "CPlatform", "CompositorRig", "DesignCases", "FakeCompositor", "Offhand", "OffhandClient", "OffhandPixman",
        "OffhandPlatform", "OffhandTesting", "OffhandWayland",
      ],
      swiftSettings: strict),
    .testTarget(
      name: "OffhandLibinputTests",
      dependencies: [
        "CPlatform", "CompositorRig", "DesignCases", "FakeEvdev", "Offhand", "OffhandClient", "OffhandLibinput",
        "OffhandPixman", "OffhandPlatform", "OffhandRecordings", "OffhandService", "OffhandTesting", "OffhandWayland",
      ],
      swiftSettings: strict),
    .testTarget(
      name: "OffhandOSCTests",
      dependencies: [
        "HeadlessCompositors", "Offhand", "OffhandOSC", "OffhandPlatform", "OffhandRecordings", "OffhandTesting",
      ],
      swiftSettings: strict),
    .testTarget(
      name: "OffhandPlatformTests",
      dependencies: ["CPlatform", "CompositorRig", "ConfinementProbe", "Offhand", "OffhandPlatform"],
      swiftSettings: strict),
    .testTarget(
      name: "OffhandPixmanTests",
      dependencies: ["CPlatform", "Offhand", "OffhandPixman", "OffhandPlatform", "OffhandTesting"],
      swiftSettings: strict),
    .testTarget(
      name: "OffhandRecordingsTests",
      dependencies: ["DesignCases", "Offhand", "OffhandRecordings", "OffhandTesting", "RecordingLaws"],
      swiftSettings: strict),
    .testTarget(
      name: "OffhandServiceTests",
      dependencies: [
        "CompositorRig", "Offhand", "OffhandClient", "OffhandPixman", "OffhandPlatform", "OffhandRecordings",
        "OffhandService", "OffhandTOML", "OffhandTesting", "OffhandTool", "OffhandWayland",
        .product(name: "Logging", package: "swift-log"),
      ],
      swiftSettings: strict),
    .testTarget(
      name: "OffhandBridgeTests",
      dependencies: [
        "CompositorRig", "FakeEvdev", "Offhand", "OffhandBridge", "OffhandClient", "OffhandLibinput", "OffhandPlatform",
        "OffhandRecordings", "OffhandService", "OffhandTesting", .product(name: "Logging", package: "swift-log"),
      ],
      swiftSettings: strict),
    .testTarget(
      name: "OffhandPanelTests",
      dependencies: ["Offhand", "OffhandClient", "OffhandPanel", "OffhandPixman", "OffhandTesting"],
      swiftSettings: strict),
    .testTarget(
      name: "OffhandToolTests",
      dependencies: [
        "CompositorRig", "Offhand", "OffhandClient", "OffhandCommandLine", "OffhandLibinput", "OffhandOSC",
        "OffhandPanel", "OffhandPixman", "OffhandPlatform", "OffhandRecordings", "OffhandService", "OffhandTesting",
        "OffhandTool", "OffhandWayland",
      ],
      swiftSettings: strict),
    .testTarget(
      name: "OffhandWebSocketTests",
      dependencies: ["CompositorRig", "OffhandPlatform", "OffhandTesting", "OffhandWebSocket"], swiftSettings: strict),
    .testTarget(
      name: "OffhandBenchTests",
      dependencies: [
        "HeadlessCompositors", "Offhand", "OffhandBench", "OffhandBenchmarks", "OffhandCommandLine",
        "OffhandRecordings",
      ],
      swiftSettings: strict),
    .testTarget(
      name: "OffhandBenchmarksTests",
      dependencies: ["Offhand", "OffhandBenchmarks", "OffhandPlatform", "OffhandTesting", "PageExamples"],
      swiftSettings: strict),
    .testTarget(
      name: "OffhandClientTests",
      dependencies: [
        "CPlatform", "CompositorRig", "DesignCases", "Offhand", "OffhandClient", "OffhandLibinput", "OffhandPixman",
        "OffhandPlatform", "OffhandRecordings", "OffhandTesting", "OffhandTool", "OffhandWayland",
      ],
      swiftSettings: strict),
    .testTarget(
      name: "OffhandDemosTests",
      dependencies: [
        "CompositorRig", "DesignCases", "HandPoses", "Offhand", "OffhandClient", "OffhandDemos", "OffhandPixman",
        "OffhandRecordings", "OffhandTesting", "OffhandTool",
      ],
      swiftSettings: strict),
    .testTarget(
      name: "OffhandCTests",
      dependencies: ["COffhand", "Offhand", "OffhandC", "OffhandRecordings", "OffhandTesting"], swiftSettings: strict),
  ],
  cxxLanguageStandard: .cxx17
)

for (folder, modules) in folders {
  for target in package.targets {
    if modules.contains(target.name) {
      target.path = "Sources/\(folder)/\(target.name)"
    } else if target.type == .test, modules.contains(String(target.name.dropLast("Tests".count))) {
      target.path = "Tests/\(folder)/\(target.name)"
    }
  }
}

// The fuzzer, and the programs that misuse the interfaces: built by scripts/fuzz alone, with a sanitizer and without the tests, whose
// fake compositor the fuzzer borrows.
if Context.environment["OFFHAND_FUZZ"] != nil {
  package.targets.removeAll { $0.type == .test }
  package.targets += [
    .target(
      name: "FakeServerSupport",
      dependencies: ["CPlatform", "CompositorRig", "FakeCompositor", "Offhand", "OffhandWayland"],
      path: "Tests/Adapters/OffhandWaylandTests/Support", exclude: ["Keymap.swift", "Pump.swift"],
      sources: ["FakeServer.swift"],
      swiftSettings: strict),
    .executableTarget(
      name: "Fuzz",
      dependencies: [
        "FakeServerSupport", "Offhand", "OffhandOSC", "OffhandPixman", "OffhandRecordings", "OffhandService",
        "OffhandTOML", "OffhandTesting", "OffhandWayland",
      ],
      path: "Tests/Fuzz/Fuzz", swiftSettings: strict),
    .executableTarget(
      name: "Misuse", dependencies: ["COffhand", "Offhand", "OffhandC", "OffhandPlatform", "OffhandTesting"],
      path: "Tests/Fuzz/Misuse", swiftSettings: strict),
  ]
}
