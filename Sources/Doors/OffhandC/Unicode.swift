#if hasFeature(Embedded)
  // The standard library asks these about a character beyond ASCII, to compare texts whose accents are written in two ways. Names are
  // compared byte for byte here, as by strcmp() and ===, and file texts are split at ASCII: so no character has a property, and the tables
  // of Unicode, 37 kB, stay out of the library.

  @c(_swift_stdlib_getNormData) func normalization(of scalar: UInt32) -> UInt16 { 0 }
  @c(_swift_stdlib_getDecompositionEntry) func decomposition(of scalar: UInt32) -> UInt32 { 0 }
  @c(_swift_stdlib_getComposition) func composition(of first: UInt32, and second: UInt32) -> UInt32 { .max }
  @c(_swift_stdlib_getGraphemeBreakProperty) func graphemeBreak(of scalar: UInt32) -> UInt8 { .max }
  @c(_swift_stdlib_isExtendedPictographic) func isPictographic(_ scalar: UInt32) -> Bool { false }
  @c(_swift_stdlib_isInCB_Consonant) func isConjoiningConsonant(_ scalar: UInt32) -> Bool { false }
  @_silgen_name("_swift_stdlib_nfd_decompositions") let decompositions: UInt = 0
#endif
