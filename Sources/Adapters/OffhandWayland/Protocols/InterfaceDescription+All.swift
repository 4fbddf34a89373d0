// Generated from protocols/ by scripts/generate-protocols; do not edit.

extension InterfaceDescription {
  /// Every interface that this module speaks.
  static let all: [InterfaceDescription] = [
    ExtIdleNotifierV1.description,
    ExtIdleNotificationV1.description,
    WpFractionalScaleManagerV1.description,
    WpFractionalScaleV1.description,
    ZwpInputTimestampsManagerV1.description,
    ZwpInputTimestampsV1.description,
    WpPresentation.description,
    WpPresentationFeedback.description,
    ZwpTabletManagerV2.description,
    ZwpTabletSeatV2.description,
    ZwpTabletToolV2.description,
    ZwpTabletV2.description,
    InterfaceDescription(
      name: "zwp_tablet_pad_ring_v2", version: 1,
      requests: [
        MessageDescription("set_feedback", "su"),
        MessageDescription("destroy", ""),
      ],
      events: [
        MessageDescription("source", "u"),
        MessageDescription("angle", "f"),
        MessageDescription("stop", ""),
        MessageDescription("frame", "u"),
      ]),
    InterfaceDescription(
      name: "zwp_tablet_pad_strip_v2", version: 1,
      requests: [
        MessageDescription("set_feedback", "su"),
        MessageDescription("destroy", ""),
      ],
      events: [
        MessageDescription("source", "u"),
        MessageDescription("position", "u"),
        MessageDescription("stop", ""),
        MessageDescription("frame", "u"),
      ]),
    InterfaceDescription(
      name: "zwp_tablet_pad_group_v2", version: 1,
      requests: [
        MessageDescription("destroy", "")
      ],
      events: [
        MessageDescription("buttons", "a"),
        MessageDescription("ring", "n", ["zwp_tablet_pad_ring_v2"]),
        MessageDescription("strip", "n", ["zwp_tablet_pad_strip_v2"]),
        MessageDescription("modes", "u"),
        MessageDescription("done", ""),
        MessageDescription("mode_switch", "uuu"),
      ]),
    ZwpTabletPadV2.description,
    WpViewporter.description,
    WpViewport.description,
    ZwpVirtualKeyboardV1.description,
    ZwpVirtualKeyboardManagerV1.description,
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
    InterfaceDescription(
      name: "wl_subcompositor", version: 1,
      requests: [
        MessageDescription("destroy", ""),
        MessageDescription("get_subsurface", "noo", ["wl_subsurface", "wl_surface", "wl_surface"]),
      ], events: []),
    InterfaceDescription(
      name: "wl_subsurface", version: 1,
      requests: [
        MessageDescription("destroy", ""),
        MessageDescription("set_position", "ii"),
        MessageDescription("place_above", "o", ["wl_surface"]),
        MessageDescription("place_below", "o", ["wl_surface"]),
        MessageDescription("set_sync", ""),
        MessageDescription("set_desync", ""),
      ], events: []),
    ZwlrForeignToplevelManagerV1.description,
    ZwlrForeignToplevelHandleV1.description,
    ZwlrLayerShellV1.description,
    ZwlrLayerSurfaceV1.description,
    ZwlrScreencopyManagerV1.description,
    ZwlrScreencopyFrameV1.description,
    ZxdgDecorationManagerV1.description,
    ZxdgToplevelDecorationV1.description,
    ZxdgOutputManagerV1.description,
    ZxdgOutputV1.description,
    XdgWmBase.description,
    InterfaceDescription(
      name: "xdg_positioner", version: 5,
      requests: [
        MessageDescription("destroy", ""),
        MessageDescription("set_size", "ii"),
        MessageDescription("set_anchor_rect", "iiii"),
        MessageDescription("set_anchor", "u"),
        MessageDescription("set_gravity", "u"),
        MessageDescription("set_constraint_adjustment", "u"),
        MessageDescription("set_offset", "ii"),
        MessageDescription("set_reactive", "3"),
        MessageDescription("set_parent_size", "3ii"),
        MessageDescription("set_parent_configure", "3u"),
      ], events: []),
    XdgSurface.description,
    XdgToplevel.description,
    InterfaceDescription(
      name: "xdg_popup", version: 5,
      requests: [
        MessageDescription("destroy", ""),
        MessageDescription("grab", "ou", ["wl_seat", nil]),
        MessageDescription("reposition", "3ou", ["xdg_positioner", nil]),
      ],
      events: [
        MessageDescription("configure", "iiii"),
        MessageDescription("popup_done", ""),
        MessageDescription("repositioned", "3u"),
      ]),
  ]
}
