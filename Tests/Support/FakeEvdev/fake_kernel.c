// The calls through which libevdev and libinput speak to the kernel. What is not about our descriptors goes through.
#include "fake_state.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/uinput.h>
#include <stdarg.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/sysmacros.h>
#include <unistd.h>

ssize_t read(int fd, void *buffer, size_t size) {
  struct device *device = fake_device_behind(fd);
  if (device && device->dead) {
    errno = ENODEV;
    return -1;
  }
  return syscall(SYS_read, fd, buffer, size);
}

static void set_bit(unsigned char *bits, size_t size, unsigned bit) {
  if (bit / 8 < size)
    bits[bit / 8] |= (unsigned char)(1u << (bit % 8));
}

static int copy_text(const char *text, void *target, size_t size) {
  size_t length = strlen(text) + 1;
  if (length > size)
    length = size;
  memcpy(target, text, length);
  return (int)length;
}

static int fill_bits(struct device *device, unsigned type, unsigned char *bits, size_t size) {
  memset(bits, 0, size);
  if (type == 0) {
    set_bit(bits, size, EV_SYN);
    for (int code = 0; code < ABS_CNT; code++)
      if (device->has_axis[code])
        set_bit(bits, size, EV_ABS);
    for (int code = 0; code < KEY_CNT; code++)
      if (device->has_key[code])
        set_bit(bits, size, EV_KEY);
  } else if (type == EV_ABS) {
    for (int code = 0; code < ABS_CNT; code++)
      if (device->has_axis[code])
        set_bit(bits, size, (unsigned)code);
  } else if (type == EV_KEY) {
    for (int code = 0; code < KEY_CNT; code++)
      if (device->has_key[code])
        set_bit(bits, size, (unsigned)code);
  }
  return (int)size;
}

static int fill_slots(struct device *device, int32_t *request, size_t size) {
  int32_t code = request[0];
  for (size_t slot = 0; (slot + 1) * sizeof *request < size && slot < MAX_SLOTS; slot++)
    request[slot + 1] = device->slots[slot][code];
  return 0;
}

static int grab(struct device *device, int fd, bool on) {
  if (!on && device->grabber != fd) {
    errno = EINVAL;
    return -1;
  }
  if (on && device->grabber != -1) {
    errno = EBUSY;
    return -1;
  }
  device->grabber = on ? fd : -1;
  if (on && device->lands_at_grab) {
    device->slots[0][ABS_MT_TRACKING_ID] = 1;
    device->lands_at_grab = false;
  }
  return 0;
}

static int evdev_ioctl(struct device *device, int fd, unsigned long request, void *argument) {
  unsigned number = _IOC_NR(request);
  size_t size = _IOC_SIZE(request);
  if (device->dead) {
    errno = ENODEV;
    return -1;
  }
  if (request == EVIOCGRAB)
    return grab(device, fd, argument != NULL);
  if (request == EVIOCGVERSION) {
    *(int *)argument = EV_VERSION;
    return 0;
  }
  if (request == EVIOCGID) {
    memcpy(argument, &device->id, sizeof device->id);
    return 0;
  }
  if (request == EVIOCSCLOCKID) {
    device->clock = *(int *)argument;
    return 0;
  }
  if (_IOC_DIR(request) == _IOC_WRITE)  // others that set what we do not model
    return 0;
  if (number >= 0x20 && number < 0x40)
    return fill_bits(device, number - 0x20, argument, size);
  if (number >= 0x40 && number < 0x40 + ABS_CNT) {
    memcpy(argument, &device->axes[number - 0x40], sizeof(struct input_absinfo));
    return 0;
  }
  memset(argument, 0, number == 0x0a ? 0 : size);
  switch (number) {
    case 0x06:
      return copy_text(device->name, argument, size);
    case 0x07:
      if (device->place[0])
        return copy_text(device->place, argument, size);
      // fall through
    case 0x08:
      errno = ENOENT;  // no unique id
      return -1;
    case 0x09:
      for (unsigned property = 0; property < INPUT_PROP_CNT; property++)
        if (device->has_property[property])
          set_bit(argument, size, property);
      return (int)size;
    case 0x0a:
      return fill_slots(device, argument, size);
    case 0x18:
      for (unsigned key = 0; key < KEY_CNT; key++)
        if (device->keys[key])
          set_bit(argument, size, key);
      return (int)size;
    case 0x19:
    case 0x1a:
    case 0x1b:
      return (int)size;
    default:
      errno = EINVAL;
      return -1;
  }
}

static char uinput_place[64];

const char *fake_uinput_place(void) { return uinput_place; }

int ioctl(int fd, unsigned long request, ...) {
  va_list arguments;
  va_start(arguments, request);
  void *argument = va_arg(arguments, void *);
  va_end(arguments);
  struct device *device = fake_device_behind(fd);
  if (request == UI_SET_PHYS)
    copy_text(argument, uinput_place, sizeof uinput_place);
  if (!device)
    return (int)syscall(SYS_ioctl, fd, request, argument);
  pthread_mutex_lock(&fake_lock);
  int result = evdev_ioctl(device, fd, request, argument);
  pthread_mutex_unlock(&fake_lock);
  return result;
}

static int fill_status(struct device *device, struct stat *status) {
  memset(status, 0, sizeof *status);
  status->st_mode = S_IFCHR | 0660;
  status->st_rdev = makedev(13, (unsigned)device->node);
  return 0;
}

// On the architectures that we build for, `struct stat64` is `struct stat`.
int stat(const char *path, struct stat *status) {
  struct device *device = fake_device_by_path(path);
  return device ? fill_status(device, status) : fstatat(AT_FDCWD, path, status, 0);
}

int fstat(int fd, struct stat *status) {
  struct device *device = fake_device_behind(fd);
  return device ? fill_status(device, status) : fstatat(fd, "", status, AT_EMPTY_PATH);
}

int stat64(const char *path, struct stat64 *status) { return stat(path, (struct stat *)status); }

int fstat64(int fd, struct stat64 *status) { return fstat(fd, (struct stat *)status); }
