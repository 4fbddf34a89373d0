#ifndef OFFHAND_FAKE_STATE_H
#define OFFHAND_FAKE_STATE_H

#include <linux/input.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#define FIRST_NODE 9000
#define MAX_DEVICES 4096
#define MAX_READERS 8
#define MAX_SLOTS 64
#define MAX_PROPERTIES 32
#define MAX_FDS 65536
#define GRABBED_ELSEWHERE -2

struct reader {
  int fd, writer;
};

struct device {
  int node;
  bool plugged, dead;
  char name[128], place[64];
  struct input_id id;
  struct input_absinfo axes[ABS_CNT];
  bool has_axis[ABS_CNT], has_key[KEY_CNT], has_property[INPUT_PROP_CNT];
  int32_t slots[MAX_SLOTS][ABS_CNT];
  bool keys[KEY_CNT];
  int grabber;
  // Whether a finger lands in slot 0 when the device is grabbed next.
  bool lands_at_grab;
  // The clock that a reader asked for last; the kernel's own choice is the real-time one.
  int clock;
  struct reader readers[MAX_READERS];
  int reader_count;
  char *property_keys[MAX_PROPERTIES], *property_values[MAX_PROPERTIES];
  int property_count;
  char devnode[64], sysname[32], syspath[96], quoted_name[136];
};

extern pthread_mutex_t fake_lock;
extern struct device *fake_devices[MAX_DEVICES];
extern int fake_device_count;
// The device behind a descriptor, plus one; zero for descriptors that are not ours.
extern _Atomic int fake_fd_device[MAX_FDS];

struct device *fake_device_at(int node);
struct device *fake_device_behind(int fd);
struct device *fake_device_by_path(const char *path);
const char *fake_property(struct device *device, const char *key);
void fake_monitors_tell(int node, const char *action);

#endif
