#ifndef OFFHAND_WAYLAND_SHIMS_H
#define OFFHAND_WAYLAND_SHIMS_H

/// Lets libwayland's client write its log into a buffer of the calling thread instead of to stderr. The log is the only place
/// where the words of a protocol error appear, and it is handed over as a `va_list`.
void offhand_wayland_capture_log(void);

/// The last line that libwayland logged on this thread; empty where there is none. Valid until the next call on the thread.
const char *offhand_wayland_last_log(void);

#endif
