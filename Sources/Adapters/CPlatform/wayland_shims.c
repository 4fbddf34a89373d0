#include "wayland_shims.h"

#include <stdarg.h>
#include <stdio.h>
#include <wayland-client-core.h>

static _Thread_local char last_line[1024];

static void keep(const char *format, va_list arguments) { vsnprintf(last_line, sizeof last_line, format, arguments); }

void offhand_wayland_capture_log(void) { wl_log_set_handler_client(keep); }

const char *offhand_wayland_last_log(void) { return last_line; }
