#ifndef OFFHAND_SOUND_SHIMS_H
#define OFFHAND_SOUND_SHIMS_H

#include <stddef.h>
#include <stdint.h>

// A microphone through ALSA. Its library is loaded here, so that programs that do not listen need none.
struct offhand_microphone;

// Samples a second.
#define OFFHAND_SOUND_RATE 48000

// Opens ALSA's `device` and begins to record one channel. NULL with a reason in `error` if that is not possible.
struct offhand_microphone *offhand_microphone_open(const char *device, char *error, size_t error_size);

// Reads what was recorded, at most `count` samples; `time` becomes that of the last one's end, in nanoseconds of CLOCK_MONOTONIC. Returns
// their number, -1 if some were lost, or -2 if the device is gone.
long offhand_microphone_read(struct offhand_microphone *microphone, int16_t *samples, long count, int64_t *time);

void offhand_microphone_close(struct offhand_microphone *microphone);

#endif
