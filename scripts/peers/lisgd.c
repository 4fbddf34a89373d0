/*
 * lisgd's swipes on a workload: lisgd WORKLOAD.csv PASSES
 *
 * Runs the packaged program as it is. What it asks of libinput is answered from the workload instead (this file built once
 * more as a library, -DSHIM, that is loaded before libinput), one touch frame a turn of its loop; nothing waits, and the
 * command of a gesture is counted, not run. Prints nanoseconds per frame of the best pass. lisgd decides when fingers lift: until
 * then it only notes where they are.
 */
#define _GNU_SOURCE
#include <libinput.h>
#include <string.h>
#include <sys/select.h>
#include <unistd.h>

#include "workload.h"

#ifdef SHIM

static struct workload workload;
static struct sample end_of_frame = {.type = 'f'};
static int passes, pass, next, is_frame_open, is_turn;
static long commands;
static double start, best = 1e18;

static void read_workload(void) {
  workload = workload_read(getenv("OFFHAND_WORKLOAD"));
  passes = atoi(getenv("OFFHAND_PASSES")) + 3;
}

static void end_pass(void) {
  double time = (now_ns() - start) / workload.frames;
  if (pass >= 3 && time < best)
    best = time;
  if (++pass == passes) {
    fprintf(stderr, "%ld commands\n", commands);
    printf("%.3f\n", best);
    exit(0);
  }
  next = 0;
}

int select(int count, fd_set *read, fd_set *write, fd_set *other, struct timeval *timeout) {
  (void)count, (void)read, (void)write, (void)other, (void)timeout;
  return 1;
}

int system(const char *command) {
  (void)command;
  commands++;
  return 0;
}

struct libinput *libinput_path_create_context(const struct libinput_interface *interface, void *data) {
  (void)interface, (void)data;
  read_workload();
  return (struct libinput *)&workload;
}

struct libinput_device *libinput_path_add_device(struct libinput *libinput, const char *path) {
  (void)path;
  return (struct libinput_device *)libinput;
}

enum libinput_config_status libinput_device_config_send_events_set_mode(struct libinput_device *device, uint32_t mode) {
  (void)device, (void)mode;
  return LIBINPUT_CONFIG_STATUS_SUCCESS;
}

int libinput_get_fd(struct libinput *libinput) {
  (void)libinput;
  return STDIN_FILENO;
}

int libinput_dispatch(struct libinput *libinput) {
  (void)libinput;
  if (next == workload.count)
    end_pass();
  if (next == 0)
    start = now_ns();
  is_turn = 1;
  return 0;
}

struct libinput_event *libinput_get_event(struct libinput *libinput) {
  (void)libinput;
  if (!is_turn)
    return NULL;
  if (is_frame_open && (next == workload.count || workload.samples[next].frame != workload.samples[next - 1].frame)) {
    is_frame_open = is_turn = 0;
    return (struct libinput_event *)&end_of_frame;
  }
  is_frame_open = 1;
  return (struct libinput_event *)&workload.samples[next++];
}

void libinput_event_destroy(struct libinput_event *event) { (void)event; }

static const struct sample *sample(const void *event) { return event; }

enum libinput_event_type libinput_event_get_type(struct libinput_event *event) {
  switch (sample(event)->type) {
  case 'd': return LIBINPUT_EVENT_TOUCH_DOWN;
  case 'm': return LIBINPUT_EVENT_TOUCH_MOTION;
  case 'u': return LIBINPUT_EVENT_TOUCH_UP;
  default: return LIBINPUT_EVENT_TOUCH_FRAME;
  }
}

struct libinput_event_touch *libinput_event_get_touch_event(struct libinput_event *event) {
  return (struct libinput_event_touch *)event;
}

int32_t libinput_event_touch_get_slot(struct libinput_event_touch *event) { return sample(event)->id; }

double libinput_event_touch_get_x_transformed(struct libinput_event_touch *event, uint32_t width) {
  return sample(event)->x * width / PANEL_WIDTH;
}

double libinput_event_touch_get_y_transformed(struct libinput_event_touch *event, uint32_t height) {
  return sample(event)->y * height / PANEL_HEIGHT;
}

#else

int main(int count, char **arguments) {
  if (count != 3) {
    fprintf(stderr, "usage: lisgd WORKLOAD.csv PASSES\n");
    return 64;
  }
  char shim[4096];
  ssize_t length = readlink("/proc/self/exe", shim, sizeof shim - 4);
  if (length < 0)
    return 1;
  strcpy(shim + length, ".so");
  setenv("LD_PRELOAD", shim, 1);
  setenv("OFFHAND_WORKLOAD", arguments[1], 1);
  setenv("OFFHAND_PASSES", arguments[2], 1);
  /* Swipes of one to four fingers, as its manual has them. */
  execlp(
      "lisgd", "lisgd", "-d", "workload", "-w", "1920", "-h", "1080", "-g", "1,LR,*,*,R,true", "-g", "2,LR,*,*,R,true", "-g",
      "3,DU,*,*,R,true", "-g", "4,UD,*,*,R,true", (char *)NULL);
  perror("lisgd");
  return 1;
}

#endif
