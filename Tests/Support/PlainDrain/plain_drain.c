#include "plain_drain.h"

#include <libinput.h>
#include <stdlib.h>

struct plain_drain {
  struct libinput *libinput;
  int fd;
};

static int open_restricted(const char *path, int flags, void *data) {
  (void)path, (void)flags;
  return ((struct plain_drain *)data)->fd;
}

static void close_restricted(int fd, void *data) { (void)fd, (void)data; }

static const struct libinput_interface interface = {open_restricted, close_restricted};

struct plain_drain *plain_drain_open(const char *path, int fd) {
  struct plain_drain *drain = calloc(1, sizeof *drain);
  drain->fd = fd;
  drain->libinput = libinput_path_create_context(&interface, drain);
  if (drain->libinput && libinput_path_add_device(drain->libinput, path))
    return drain;
  plain_drain_close(drain);
  return NULL;
}

__attribute__((noinline)) double plain_drain_turn(struct plain_drain *drain) {
  double sum = 0;
  libinput_dispatch(drain->libinput);
  for (struct libinput_event *event; (event = libinput_get_event(drain->libinput));) {
    struct libinput_event_touch *touch;
    switch (libinput_event_get_type(event)) {
      case LIBINPUT_EVENT_TOUCH_DOWN:
      case LIBINPUT_EVENT_TOUCH_MOTION:
        touch = libinput_event_get_touch_event(event);
        sum += libinput_event_touch_get_x(touch) + libinput_event_touch_get_y(touch);
        sum += libinput_event_touch_get_slot(touch) + (double)libinput_event_touch_get_time_usec(touch);
        break;
      case LIBINPUT_EVENT_TOUCH_UP:
      case LIBINPUT_EVENT_TOUCH_CANCEL:
        touch = libinput_event_get_touch_event(event);
        sum += libinput_event_touch_get_slot(touch) + (double)libinput_event_touch_get_time_usec(touch);
        break;
      case LIBINPUT_EVENT_TOUCH_FRAME:
        touch = libinput_event_get_touch_event(event);
        sum += (double)libinput_event_touch_get_time_usec(touch);
        break;
      default:
        break;
    }
    libinput_event_destroy(event);
  }
  return sum;
}

void plain_drain_close(struct plain_drain *drain) {
  if (drain->libinput)
    libinput_unref(drain->libinput);
  free(drain);
}
