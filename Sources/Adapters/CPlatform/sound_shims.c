#include "sound_shims.h"

#include <dlfcn.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

typedef struct pcm pcm;
typedef struct hw_params hw_params;
typedef struct sw_params sw_params;

// The functions of libasound.so.2 that are called, with the types of its alsa/pcm.h.
#define FUNCTIONS(F) \
  F(int, lib_error_set_handler, (void (*)(const char *, int, const char *, int, const char *, ...))) \
  F(const char *, strerror, (int)) \
  F(int, pcm_open, (pcm **, const char *, int, int)) \
  F(int, pcm_hw_params_malloc, (hw_params **)) \
  F(int, pcm_hw_params_any, (pcm *, hw_params *)) \
  F(int, pcm_hw_params_set_access, (pcm *, hw_params *, int)) \
  F(int, pcm_hw_params_set_format, (pcm *, hw_params *, int)) \
  F(int, pcm_hw_params_set_channels, (pcm *, hw_params *, unsigned)) \
  F(int, pcm_hw_params_set_rate, (pcm *, hw_params *, unsigned, int)) \
  F(int, pcm_hw_params_set_period_time_near, (pcm *, hw_params *, unsigned *, int *)) \
  F(int, pcm_hw_params_set_buffer_time_near, (pcm *, hw_params *, unsigned *, int *)) \
  F(int, pcm_hw_params, (pcm *, hw_params *)) \
  F(void, pcm_hw_params_free, (hw_params *)) \
  F(int, pcm_sw_params_malloc, (sw_params **)) \
  F(int, pcm_sw_params_current, (pcm *, sw_params *)) \
  F(int, pcm_sw_params_set_tstamp_mode, (pcm *, sw_params *, int)) \
  F(int, pcm_sw_params_set_tstamp_type, (pcm *, sw_params *, int)) \
  F(int, pcm_sw_params, (pcm *, sw_params *)) \
  F(void, pcm_sw_params_free, (sw_params *)) \
  F(int, pcm_start, (pcm *)) \
  F(long, pcm_avail, (pcm *)) \
  F(int, pcm_delay, (pcm *, long *)) \
  F(int, pcm_htimestamp, (pcm *, unsigned long *, struct timespec *)) \
  F(long, pcm_readi, (pcm *, void *, unsigned long)) \
  F(int, pcm_recover, (pcm *, int, int)) \
  F(int, pcm_close, (pcm *))

struct offhand_microphone {
  pcm *pcm;
#define FUNCTION(type, name, arguments) type (*name) arguments;
  FUNCTIONS(FUNCTION)
#undef FUNCTION
};

// ALSA writes what it tried to stderr otherwise.
static void ignore(const char *file, int line, const char *function, int code, const char *format, ...) {
  (void)file, (void)line, (void)function, (void)code, (void)format;
}

// One channel in short periods, because servers stamp whole ones; a second until samples are lost.
static int shape(struct offhand_microphone *m) {
  hw_params *params;
  unsigned period = 10000, buffer = 1000000;
  int code = m->pcm_hw_params_malloc(&params);
  if (code < 0) return code;
  code = m->pcm_hw_params_any(m->pcm, params);
  if (code >= 0) code = m->pcm_hw_params_set_access(m->pcm, params, 3 /* SND_PCM_ACCESS_RW_INTERLEAVED */);
  if (code >= 0) code = m->pcm_hw_params_set_format(m->pcm, params, 2 /* SND_PCM_FORMAT_S16_LE */);
  if (code >= 0) code = m->pcm_hw_params_set_channels(m->pcm, params, 1);
  if (code >= 0) code = m->pcm_hw_params_set_rate(m->pcm, params, OFFHAND_SOUND_RATE, 0);
  if (code >= 0) code = m->pcm_hw_params_set_period_time_near(m->pcm, params, &period, NULL);
  if (code >= 0) code = m->pcm_hw_params_set_buffer_time_near(m->pcm, params, &buffer, NULL);
  if (code >= 0) code = m->pcm_hw_params(m->pcm, params);
  m->pcm_hw_params_free(params);
  return code;
}

// Stamps by the monotonic clock, which plugins do not have by themselves.
static int stamp(struct offhand_microphone *m) {
  sw_params *params;
  int code = m->pcm_sw_params_malloc(&params);
  if (code < 0) return code;
  code = m->pcm_sw_params_current(m->pcm, params);
  if (code >= 0) code = m->pcm_sw_params_set_tstamp_mode(m->pcm, params, 1 /* SND_PCM_TSTAMP_ENABLE */);
  if (code >= 0) code = m->pcm_sw_params_set_tstamp_type(m->pcm, params, 1 /* SND_PCM_TSTAMP_TYPE_MONOTONIC */);
  if (code >= 0) code = m->pcm_sw_params(m->pcm, params);
  m->pcm_sw_params_free(params);
  return code;
}

struct offhand_microphone *offhand_microphone_open(const char *device, char *error, size_t error_size) {
  // It is never unloaded: its plugins may have threads.
  void *library = dlopen("libasound.so.2", RTLD_NOW | RTLD_LOCAL);
  struct offhand_microphone *m = calloc(1, sizeof *m);
  if (!library || !m) {
    snprintf(error, error_size, "%s", library ? "there is no memory left" : "ALSA is not installed (libasound2)");
    free(m);
    return NULL;
  }
#define FUNCTION(type, name, arguments) \
  if (!(*(void **)&m->name = dlsym(library, "snd_" #name))) { \
    snprintf(error, error_size, "this version of ALSA has no snd_" #name); \
    free(m); \
    return NULL; \
  }
  FUNCTIONS(FUNCTION)
#undef FUNCTION
  m->lib_error_set_handler(ignore);
  int code = m->pcm_open(&m->pcm, device, 1 /* SND_PCM_STREAM_CAPTURE */, 1 /* SND_PCM_NONBLOCK */);
  if (code >= 0) {
    code = shape(m);
    if (code >= 0) code = stamp(m);
    if (code >= 0) code = m->pcm_start(m->pcm);
    if (code >= 0) return m;
    m->pcm_close(m->pcm);
  }
  snprintf(error, error_size, "%s", m->strerror(code));
  free(m);
  return NULL;
}

long offhand_microphone_read(struct offhand_microphone *m, int16_t *samples, long count, int64_t *time) {
  // The stamp belongs to what is there now, not at the last interrupt.
  long code = m->pcm_avail(m->pcm);
  unsigned long there = 0;
  long delay = 0;
  struct timespec stamped = {0}, now;
  if (code >= 0 && m->pcm_delay(m->pcm, &delay) < 0) delay = 0;
  if (code >= 0) code = m->pcm_htimestamp(m->pcm, &there, &stamped);
  if (code >= 0 && there == 0) return 0;
  if (code >= 0) code = m->pcm_readi(m->pcm, samples, there < (unsigned long)count ? there : (unsigned long)count);
  if (code == -EAGAIN) return 0;
  if (code < 0) {
    if (m->pcm_recover(m->pcm, (int)code, 1) < 0) return -2;
    m->pcm_start(m->pcm);
    return -1;
  }
  clock_gettime(CLOCK_MONOTONIC, &now);
  // A plugin that does not stamp, or by another clock.
  if (llabs((long long)now.tv_sec - stamped.tv_sec) > 1) stamped = now;
  // What a server has recorded and not yet passed on comes after the last sample that is there.
  long held = delay - (long)there;
  if (held < 0 || held > OFFHAND_SOUND_RATE) held = 0;
  *time = stamped.tv_sec * INT64_C(1000000000) + stamped.tv_nsec
    - ((int64_t)there + held - code) * 1000000000 / OFFHAND_SOUND_RATE;
  return code;
}

void offhand_microphone_close(struct offhand_microphone *m) {
  m->pcm_close(m->pcm);
  free(m);
}
