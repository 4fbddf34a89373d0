#ifndef OFFHAND_WAYLAND_SHIMS_H
#define OFFHAND_WAYLAND_SHIMS_H

/// Lets libwayland's client write its log into a buffer of the calling thread instead of to stderr. Only the log has the
/// message of a protocol error, and it comes as a `va_list`, whose layout Swift knows on some architectures only.
void offhand_wayland_capture_log(void);

/// The last line that libwayland logged on this thread, valid until the next call on the thread; empty if there is none.
const char *offhand_wayland_last_log(void);

#endif
