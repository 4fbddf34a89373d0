public import ArgumentParser
public import Offhand

extension PlacementPreset: ExpressibleByArgument {}
