#ifndef OFFHAND_LIBINPUT_SHIMS_H
#define OFFHAND_LIBINPUT_SHIMS_H

#include <libinput.h>

/// Takes one finished log line of libinput.
typedef void (*offhand_libinput_log_sink)(struct libinput *libinput, int priority, const char *line);

/// Sends the log lines of `libinput`, formatted, to `sink`. libinput hands over a format and a `va_list`, whose layout
/// Swift knows on some architectures only: a variadic function.
void offhand_libinput_set_log_sink(struct libinput *libinput, offhand_libinput_log_sink sink);

/// Takes (1) or gives back (0) the sole right to read the device; 0 or -1 with errno. `EVIOCGRAB` is a function-like macro.
int offhand_evdev_grab(int fd, int on);

/// Whether the open device is a touch screen by what the kernel says of it: touches on what it shows, and none of the keys that type
/// letters or digits; function keys type nothing, and every panel of Goodix has some. Drivers of single touches may not say where they
/// are shown.
int offhand_evdev_is_touch_screen(int fd);

/// Copies the kernel's name of the device; its length or -1 with errno. `EVIOCGNAME` is a function-like macro.
int offhand_evdev_name(int fd, char *name, size_t size);

/// Gives the device that `fd`, a descriptor of `/dev/uinput`, is about to make a physical place; 0 or -1 with errno. `UI_SET_PHYS` is a
/// function-like macro.
int offhand_uinput_place(int fd, const char *place);

#endif
