#include "include/fake_evdev.h"

#include "fake_state.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

pthread_mutex_t fake_lock = PTHREAD_MUTEX_INITIALIZER;
struct device *fake_devices[MAX_DEVICES];
int fake_device_count;
_Atomic int fake_fd_device[MAX_FDS];

struct device *fake_device_at(int node) {
  int index = node - FIRST_NODE;
  return index >= 0 && index < fake_device_count ? fake_devices[index] : NULL;
}

struct device *fake_device_behind(int fd) {
  if (fd < 0 || fd >= MAX_FDS || fake_fd_device[fd] == 0)
    return NULL;
  return fake_device_at(fake_fd_device[fd] - 1);
}

struct device *fake_device_by_path(const char *path) {
  int node;
  char rest;
  if (strncmp(path, "/dev/input/event", 16) != 0 || sscanf(path + 16, "%d%c", &node, &rest) != 1)
    return NULL;
  struct device *device = fake_device_at(node);
  return device && device->plugged ? device : NULL;
}

const char *fake_property(struct device *device, const char *key) {
  for (int i = device->property_count - 1; i >= 0; i--)
    if (strcmp(device->property_keys[i], key) == 0)
      return device->property_values[i];
  return NULL;
}

int fake_device_make(const char *name, const char *seat, uint16_t bus, uint16_t vendor, uint16_t product) {
  struct device *device = calloc(1, sizeof *device);
  snprintf(device->name, sizeof device->name, "%s", name);
  snprintf(device->quoted_name, sizeof device->quoted_name, "\"%s\"", device->name);
  device->id = (struct input_id){.bustype = bus, .vendor = vendor, .product = product, .version = 1};
  device->grabber = -1;
  for (int slot = 0; slot < MAX_SLOTS; slot++)
    device->slots[slot][ABS_MT_TRACKING_ID] = -1;
  pthread_mutex_lock(&fake_lock);
  if (fake_device_count == MAX_DEVICES)
    abort();
  device->node = FIRST_NODE + fake_device_count;
  snprintf(device->devnode, sizeof device->devnode, "/dev/input/event%d", device->node);
  snprintf(device->sysname, sizeof device->sysname, "event%d", device->node);
  snprintf(device->syspath, sizeof device->syspath, "/sys/devices/fake/input%d/event%d", device->node, device->node);
  fake_devices[fake_device_count++] = device;
  pthread_mutex_unlock(&fake_lock);
  fake_device_udev_property(device->node, "ID_INPUT", "1");
  fake_device_udev_property(device->node, "ID_SEAT", seat);
  return device->node;
}

void fake_device_place(int node, const char *place) {
  struct device *device = fake_device_at(node);
  snprintf(device->place, sizeof device->place, "%s", place);
}

void fake_device_axis(int node, uint16_t code, int32_t minimum, int32_t maximum, int32_t fuzz, int32_t resolution) {
  struct device *device = fake_device_at(node);
  device->has_axis[code] = true;
  device->axes[code] =
      (struct input_absinfo){.minimum = minimum, .maximum = maximum, .fuzz = fuzz, .resolution = resolution};
}

void fake_device_key(int node, uint16_t code) { fake_device_at(node)->has_key[code] = true; }

void fake_device_input_property(int node, uint16_t property) { fake_device_at(node)->has_property[property] = true; }

void fake_device_udev_property(int node, const char *key, const char *value) {
  struct device *device = fake_device_at(node);
  if (device->property_count == MAX_PROPERTIES)
    abort();
  device->property_keys[device->property_count] = strdup(key);
  device->property_values[device->property_count++] = strdup(value);
}

void fake_device_plug(int node) {
  pthread_mutex_lock(&fake_lock);
  struct device *device = fake_device_at(node);
  device->plugged = true;
  device->dead = false;
  pthread_mutex_unlock(&fake_lock);
  fake_monitors_tell(node, "add");
}

// Readers keep their end, so that the numbers stay theirs; the other end goes, which hangs them up.
static void hang_up(struct device *device) {
  device->dead = true;
  for (int i = 0; i < device->reader_count; i++) {
    close(device->readers[i].writer);
    device->readers[i].writer = -1;
  }
  device->grabber = -1;
}

void fake_device_unplug(int node) {
  pthread_mutex_lock(&fake_lock);
  hang_up(fake_device_at(node));
  fake_device_at(node)->plugged = false;
  pthread_mutex_unlock(&fake_lock);
  fake_monitors_tell(node, "remove");
}

void fake_device_revoke(int node) {
  pthread_mutex_lock(&fake_lock);
  hang_up(fake_device_at(node));
  pthread_mutex_unlock(&fake_lock);
}

int fake_device_open(int node) {
  int ends[2];
  pthread_mutex_lock(&fake_lock);
  struct device *device = fake_device_at(node);
  if (!device || !device->plugged) {
    pthread_mutex_unlock(&fake_lock);
    errno = ENOENT;
    return -1;
  }
  if (device->reader_count == MAX_READERS || pipe2(ends, O_NONBLOCK | O_CLOEXEC) != 0)
    abort();
  device->dead = false;
  device->readers[device->reader_count++] = (struct reader){.fd = ends[0], .writer = ends[1]};
  fake_fd_device[ends[0]] = node + 1;
  pthread_mutex_unlock(&fake_lock);
  return ends[0];
}

void fake_device_close(int fd) {
  pthread_mutex_lock(&fake_lock);
  struct device *device = fake_device_behind(fd);
  for (int i = 0; device && i < device->reader_count; i++) {
    if (device->readers[i].fd != fd)
      continue;
    if (device->readers[i].writer >= 0)
      close(device->readers[i].writer);
    if (device->grabber == fd)
      device->grabber = -1;
    device->readers[i] = device->readers[--device->reader_count];
    fake_fd_device[fd] = 0;
    close(fd);
    break;
  }
  pthread_mutex_unlock(&fake_lock);
}

int fake_device_readers(int node) { return fake_device_at(node)->reader_count; }

static void send(struct device *device, int64_t usec, uint16_t type, uint16_t code, int32_t value) {
  struct input_event event = {.type = type, .code = code, .value = value};
  event.input_event_sec = usec / 1000000;
  event.input_event_usec = usec % 1000000;
  if (device->grabber == GRABBED_ELSEWHERE)
    return;
  for (int i = 0; i < device->reader_count; i++) {
    struct reader *reader = &device->readers[i];
    if (reader->writer < 0 || (device->grabber >= 0 && device->grabber != reader->fd))
      continue;
    if (write(reader->writer, &event, sizeof event) != sizeof event)
      abort();  // a test that writes more than a pipe holds without reading
  }
}

void fake_device_event(int node, int64_t usec, uint16_t type, uint16_t code, int32_t value) {
  pthread_mutex_lock(&fake_lock);
  struct device *device = fake_device_at(node);
  if (type == EV_ABS) {
    device->axes[code].value = value;
    int slot = device->axes[ABS_MT_SLOT].value;
    if (code > ABS_MT_SLOT && code < ABS_CNT && slot >= 0 && slot < MAX_SLOTS)
      device->slots[slot][code] = value;
  } else if (type == EV_KEY) {
    device->keys[code] = value != 0;
  }
  send(device, usec, type, code, value);
  pthread_mutex_unlock(&fake_lock);
}

void fake_device_overflow(int node, int64_t usec) {
  pthread_mutex_lock(&fake_lock);
  struct device *device = fake_device_at(node);
  char scratch[4096];
  for (int i = 0; i < device->reader_count; i++)
    while (syscall(SYS_read, device->readers[i].fd, scratch, sizeof scratch) > 0)
      continue;
  send(device, usec, EV_SYN, SYN_DROPPED, 0);
  send(device, usec, EV_SYN, SYN_REPORT, 0);
  pthread_mutex_unlock(&fake_lock);
}

int fake_device_clock(int node) { return fake_device_at(node)->clock; }

bool fake_device_is_grabbed(int node) { return fake_device_at(node)->grabber >= 0; }

void fake_device_land_at_grab(int node) { fake_device_at(node)->lands_at_grab = true; }

void fake_device_grab_elsewhere(int node, bool grab) {
  fake_device_at(node)->grabber = grab ? GRABBED_ELSEWHERE : -1;
}
