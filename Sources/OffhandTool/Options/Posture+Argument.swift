public import ArgumentParser
public import Offhand

extension Posture: ExpressibleByArgument {}
