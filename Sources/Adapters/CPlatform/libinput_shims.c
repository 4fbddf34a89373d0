#include "libinput_shims.h"

#include <linux/input.h>
#include <linux/uinput.h>
#include <stdarg.h>
#include <stdio.h>
#include <sys/ioctl.h>

// One sink for every context: it finds out whose line it is by the context's user data.
static offhand_libinput_log_sink log_sink;

static void format_line(struct libinput *libinput, enum libinput_log_priority priority, const char *format,
                        va_list arguments) __attribute__((format(printf, 3, 0)));

static void format_line(struct libinput *libinput, enum libinput_log_priority priority, const char *format,
                        va_list arguments) {
  char line[1024];
  vsnprintf(line, sizeof line, format, arguments);
  log_sink(libinput, (int)priority, line);
}

void offhand_libinput_set_log_sink(struct libinput *libinput, offhand_libinput_log_sink sink) {
  log_sink = sink;
  libinput_log_set_handler(libinput, format_line);
}

int offhand_evdev_grab(int fd, int on) {
  return ioctl(fd, EVIOCGRAB, on);
}

static int has(const unsigned char *bits, unsigned bit) { return bits[bit / 8] >> bit % 8 & 1; }

int offhand_evdev_is_touch_screen(int fd) {
  unsigned char keys[KEY_CNT / 8] = {0}, axes[ABS_CNT / 8] = {0}, properties[INPUT_PROP_CNT / 8] = {0};
  if (ioctl(fd, EVIOCGBIT(EV_KEY, sizeof keys), keys) < 0 || ioctl(fd, EVIOCGBIT(EV_ABS, sizeof axes), axes) < 0 ||
      ioctl(fd, EVIOCGPROP(sizeof properties), properties) < 0)
    return 0;
  for (unsigned key = KEY_1; key <= KEY_KPDOT; key++)
    if (has(keys, key) && (key < KEY_F1 || key > KEY_F10))
      return 0;
  // The digits of a telephone.
  for (unsigned key = KEY_NUMERIC_0; key <= KEY_NUMERIC_D; key++)
    if (has(keys, key))
      return 0;
  return has(axes, ABS_MT_POSITION_X) ? has(properties, INPUT_PROP_DIRECT) : has(axes, ABS_X) && has(keys, BTN_TOUCH);
}

int offhand_evdev_name(int fd, char *name, size_t size) {
  return ioctl(fd, EVIOCGNAME(size), name);
}

int offhand_uinput_place(int fd, const char *place) {
  return ioctl(fd, UI_SET_PHYS, place);
}
