// Fake touch screens for libinput, unmodified and in this process.
//
// The test executable defines the few symbols through which libinput and libevdev reach udev and the kernel (`udev_*`,
// `stat`, `fstat`, `ioctl`, `read`); the dynamic linker prefers the executable's. A device is a pipe per reader. Chosen over
// umockdev because it needs no preload, no package and no root, runs under `swift test` as it is and under valgrind, and
// leaves every other file descriptor to the kernel: calls about anything that is not ours go straight through.
#ifndef OFFHAND_FAKE_EVDEV_H
#define OFFHAND_FAKE_EVDEV_H

#include <stdbool.h>
#include <stdint.h>

/// Makes a device without axes; it answers to /dev/input/event<result>, and is not yet known to udev.
int fake_device_make(const char *name, const char *seat, uint16_t bus, uint16_t vendor, uint16_t product);

/// Says where the device is plugged in (`phys`).
void fake_device_place(int device, const char *place);

/// Gives the device an absolute axis.
void fake_device_axis(int device, uint16_t code, int32_t minimum, int32_t maximum, int32_t fuzz, int32_t resolution);

/// Gives the device a key and the properties (INPUT_PROP_…) of what it is.
void fake_device_key(int device, uint16_t code);
void fake_device_input_property(int device, uint16_t property);

/// Sets a property of udev.
void fake_device_udev_property(int device, const char *key, const char *value);

/// Makes it known to udev: enumerations find it, monitors hear of it.
void fake_device_plug(int device);

/// Has monitors hear that something about it changed.
void fake_device_change(int device);

/// The objects of udev that this thread has made and not given back.
int fake_udev_objects(void);

/// From now on this thread gets so many contexts, enumerations and monitors of udev, and then none; all for a negative number.
void fake_udev_limit(int contexts);

/// Takes it away: readers get ENODEV and a hang-up, monitors hear of it.
void fake_device_unplug(int device);

/// Takes the readers' rights away: ENODEV and a hang-up; udev knows nothing of it.
void fake_device_revoke(int device);

/// Opens it for reading: a descriptor, or -1 with errno.
int fake_device_open(int device);

/// Closes a reader.
void fake_device_close(int fd);

/// How the last reader opened: the number of readers now.
int fake_device_readers(int device);

/// Reports an event at `usec` of the monotonic clock to every reader, or to the one that grabbed the device.
void fake_device_event(int device, int64_t usec, uint16_t type, uint16_t code, int32_t value);

/// Does what the kernel does when a reader stalls: all that was not read is lost, and SYN_DROPPED says so.
void fake_device_overflow(int device, int64_t usec);

/// The clock that a reader asked its events to be stamped with last; 0, the real-time one, if none asked.
int fake_device_clock(int device);

/// Where the last device of uinput said that it is plugged in.
const char *fake_uinput_place(void);

/// Whether a reader has grabbed it.
bool fake_device_is_grabbed(int device);

/// Has a finger land in the first slot in the moment in which a reader grabs it next; no reader gets an event of that.
void fake_device_land_at_grab(int device);

/// Grabs it as another program would (true), or lets it go.
void fake_device_grab_elsewhere(int device, bool grab);

#endif
