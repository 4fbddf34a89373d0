// As much of libudev as libinput and our adapter use, over the fake devices.
#include "fake_state.h"

#include <errno.h>
#include <fcntl.h>
#include <libudev.h>
#include <stdlib.h>
#include <string.h>
#include <sys/sysmacros.h>
#include <sys/syscall.h>
#include <unistd.h>

#define MAX_MONITORS 256

struct udev {
  int references;
};

struct udev_device {
  int references, node;
  bool is_parent;
  const char *action;
  struct udev *udev;
  struct udev_device *parent;
};

struct udev_list_entry {
  const char *name;
  struct udev_list_entry *next;
};

struct udev_enumerate {
  struct udev *udev;
  struct udev_list_entry *entries;
  int count;
  bool is_input;
};

struct udev_monitor {
  int references, reader, writer;
  bool is_input;
  struct udev *udev;
};

struct message {
  int node;
  const char *action;
};

static struct udev_monitor *monitors[MAX_MONITORS];

// What this thread has made and not given back.
static _Thread_local int made;

int fake_udev_objects(void) { return made; }

static _Thread_local int limit = -1;

void fake_udev_limit(int contexts) { limit = contexts; }

static bool is_refused(void) {
  if (limit == 0) {
    errno = ENOMEM;
    return true;
  }
  limit -= limit > 0;
  return false;
}

struct udev *udev_new(void) {
  if (is_refused())
    return NULL;
  made++;
  struct udev *udev = calloc(1, sizeof *udev);
  udev->references = 1;
  return udev;
}

struct udev *udev_ref(struct udev *udev) {
  __atomic_add_fetch(&udev->references, 1, __ATOMIC_SEQ_CST);
  return udev;
}

struct udev *udev_unref(struct udev *udev) {
  if (udev && __atomic_sub_fetch(&udev->references, 1, __ATOMIC_SEQ_CST) == 0) {
    made--;
    free(udev);
  }
  return NULL;
}

static struct udev_device *make(struct udev *udev, int node, const char *action) {
  made++;
  struct udev_device *device = calloc(1, sizeof *device);
  *device = (struct udev_device){.references = 1, .node = node, .action = action, .udev = udev_ref(udev)};
  device->parent = calloc(1, sizeof *device);
  *device->parent = (struct udev_device){.references = 1, .node = node, .is_parent = true, .udev = udev};
  return device;
}

struct udev_device *udev_device_new_from_devnum(struct udev *udev, char type, dev_t number) {
  int node = (int)minor(number);
  if (type != 'c' || major(number) != 13 || !fake_device_at(node)) {
    errno = ENOENT;
    return NULL;
  }
  return make(udev, node, NULL);
}

struct udev_device *udev_device_new_from_syspath(struct udev *udev, const char *path) {
  const char *name = strrchr(path, '/');
  if (strncmp(path, "/sys/devices/fake/", 18) != 0 || !name || strncmp(name, "/event", 6) != 0)
    return NULL;
  int node = atoi(name + 6);
  return fake_device_at(node) ? make(udev, node, NULL) : NULL;
}

struct udev_device *udev_device_ref(struct udev_device *device) {
  __atomic_add_fetch(&device->references, 1, __ATOMIC_SEQ_CST);
  return device;
}

struct udev_device *udev_device_unref(struct udev_device *device) {
  if (device && !device->is_parent && __atomic_sub_fetch(&device->references, 1, __ATOMIC_SEQ_CST) == 0) {
    made--;
    udev_unref(device->udev);
    free(device->parent);
    free(device);
  }
  return NULL;
}

struct udev *udev_device_get_udev(struct udev_device *device) { return device->udev; }

const char *udev_device_get_devnode(struct udev_device *device) {
  return device->is_parent ? NULL : fake_device_at(device->node)->devnode;
}

const char *udev_device_get_sysname(struct udev_device *device) { return fake_device_at(device->node)->sysname; }

const char *udev_device_get_syspath(struct udev_device *device) { return fake_device_at(device->node)->syspath; }

const char *udev_device_get_action(struct udev_device *device) { return device->action; }

int udev_device_get_is_initialized(struct udev_device *device) {
  (void)device;
  return 1;
}

const char *udev_device_get_property_value(struct udev_device *device, const char *key) {
  struct device *fake = fake_device_at(device->node);
  if (device->is_parent)
    return strcmp(key, "NAME") == 0 ? fake->quoted_name : fake_property(fake, key);
  return fake_property(fake, key);
}

struct udev_device *udev_device_get_parent(struct udev_device *device) {
  return device->is_parent ? NULL : device->parent;
}

struct udev_device *udev_device_get_parent_with_subsystem_devtype(struct udev_device *device, const char *subsystem,
                                                                  const char *type) {
  (void)type;
  return !device->is_parent && strcmp(subsystem, "input") == 0 ? device->parent : NULL;
}

struct udev_enumerate *udev_enumerate_new(struct udev *udev) {
  if (is_refused())
    return NULL;
  made++;
  struct udev_enumerate *enumerate = calloc(1, sizeof *enumerate);
  enumerate->udev = udev;
  return enumerate;
}

int udev_enumerate_add_match_subsystem(struct udev_enumerate *enumerate, const char *subsystem) {
  enumerate->is_input = strcmp(subsystem, "input") == 0;
  return 0;
}

int udev_enumerate_scan_devices(struct udev_enumerate *enumerate) {
  // udev would take every device of the machine, for a second.
  if (!enumerate->is_input)
    return -EINVAL;
  pthread_mutex_lock(&fake_lock);
  enumerate->entries = calloc((size_t)fake_device_count + 1, sizeof *enumerate->entries);
  for (int i = 0; i < fake_device_count; i++) {
    if (!fake_devices[i]->plugged)
      continue;
    enumerate->entries[enumerate->count].name = fake_devices[i]->syspath;
    if (enumerate->count > 0)
      enumerate->entries[enumerate->count - 1].next = &enumerate->entries[enumerate->count];
    enumerate->count++;
  }
  pthread_mutex_unlock(&fake_lock);
  return 0;
}

struct udev_list_entry *udev_enumerate_get_list_entry(struct udev_enumerate *enumerate) {
  return enumerate->count > 0 ? enumerate->entries : NULL;
}

struct udev_list_entry *udev_list_entry_get_next(struct udev_list_entry *entry) { return entry->next; }

const char *udev_list_entry_get_name(struct udev_list_entry *entry) { return entry->name; }

struct udev_enumerate *udev_enumerate_unref(struct udev_enumerate *enumerate) {
  made--;
  free(enumerate->entries);
  free(enumerate);
  return NULL;
}

struct udev_monitor *udev_monitor_new_from_netlink(struct udev *udev, const char *name) {
  (void)name;
  int ends[2];
  if (is_refused() || pipe2(ends, O_NONBLOCK | O_CLOEXEC) != 0)
    return NULL;
  struct udev_monitor *monitor = calloc(1, sizeof *monitor);
  *monitor = (struct udev_monitor){.references = 1, .reader = ends[0], .writer = ends[1], .udev = udev_ref(udev)};
  return monitor;
}

int udev_monitor_filter_add_match_subsystem_devtype(struct udev_monitor *monitor, const char *subsystem,
                                                    const char *type) {
  (void)type;
  monitor->is_input = strcmp(subsystem, "input") == 0;
  return 0;
}

int udev_monitor_enable_receiving(struct udev_monitor *monitor) {
  // udev would tell of every device of the machine.
  if (!monitor->is_input)
    return -EINVAL;
  pthread_mutex_lock(&fake_lock);
  for (int i = 0; i < MAX_MONITORS; i++)
    if (!monitors[i]) {
      monitors[i] = monitor;
      break;
    }
  pthread_mutex_unlock(&fake_lock);
  return 0;
}

int udev_monitor_get_fd(struct udev_monitor *monitor) { return monitor->reader; }

struct udev_device *udev_monitor_receive_device(struct udev_monitor *monitor) {
  struct message message;
  if (syscall(SYS_read, monitor->reader, &message, sizeof message) != sizeof message)
    return NULL;
  return make(monitor->udev, message.node, message.action);
}

struct udev_monitor *udev_monitor_unref(struct udev_monitor *monitor) {
  if (!monitor || --monitor->references > 0)
    return NULL;
  pthread_mutex_lock(&fake_lock);
  for (int i = 0; i < MAX_MONITORS; i++)
    if (monitors[i] == monitor)
      monitors[i] = NULL;
  pthread_mutex_unlock(&fake_lock);
  close(monitor->reader);
  close(monitor->writer);
  udev_unref(monitor->udev);
  free(monitor);
  return NULL;
}

void fake_monitors_tell(int node, const char *action) {
  struct message message = {.node = node, .action = action};
  pthread_mutex_lock(&fake_lock);
  for (int i = 0; i < MAX_MONITORS; i++)
    if (monitors[i] && write(monitors[i]->writer, &message, sizeof message) != sizeof message)
      abort();
  pthread_mutex_unlock(&fake_lock);
}

void fake_device_change(int node) { fake_monitors_tell(node, "change"); }
