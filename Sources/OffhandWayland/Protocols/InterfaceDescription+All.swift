// Generated from protocols/ by scripts/generate-protocols; do not edit.

extension InterfaceDescription {
  /// Every interface that this module speaks.
  static let all: [InterfaceDescription] = [
    WpFractionalScaleManagerV1.description,
    WpFractionalScaleV1.description,
    ZwpInputTimestampsManagerV1.description,
    ZwpInputTimestampsV1.description,
    WpPresentation.description,
    WpPresentationFeedback.description,
    WpSinglePixelBufferManagerV1.description,
    WpViewporter.description,
    WpViewport.description,
    WlDisplay.description,
    WlRegistry.description,
    WlCallback.description,
    WlCompositor.description,
    WlShmPool.description,
    WlShm.description,
    WlBuffer.description,
    WlSurface.description,
    WlSeat.description,
    WlPointer.description,
    WlKeyboard.description,
    WlTouch.description,
    WlOutput.description,
    WlRegion.description,
    WlSubcompositor.description,
    WlSubsurface.description,
    ZwlrLayerShellV1.description,
    ZwlrLayerSurfaceV1.description,
    XdgWmBase.description,
    XdgPositioner.description,
    XdgSurface.description,
    XdgToplevel.description,
    XdgPopup.description,
  ]
}
