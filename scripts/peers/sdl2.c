/*
 * SDL2's gesture recognition on a workload: sdl2 WORKLOAD.csv PASSES
 *
 * SDL recognizes gestures (pinch and rotation) when finger events are pushed into its queue, on touch devices that it knows. The
 * one device that a program can make it know without hardware is the one it makes of the mouse. Prints nanoseconds per frame
 * of the best pass, every event read. With -DCORE what the same events take on a device that SDL does not know is taken
 * off, pass by pass in turns, which leaves the gestures and their delivery: the middle one of the differences.
 */
#include <SDL.h>
#include <string.h>

#include "workload.h"

/* No device of SDL's has this number. */
#define UNKNOWN_DEVICE 4711

static long multi_gestures;
static double checksum;

static void drain(void) {
  SDL_Event events[64];
  int count;
  while ((count = SDL_PeepEvents(events, 64, SDL_GETEVENT, SDL_FIRSTEVENT, SDL_LASTEVENT)) > 0) {
    for (int i = 0; i < count; i++) {
      if (events[i].type != SDL_MULTIGESTURE)
        continue;
      multi_gestures++;
      checksum += events[i].mgesture.dDist + events[i].mgesture.dTheta + events[i].mgesture.x;
    }
  }
}

static double pass(const struct workload *workload, SDL_TouchID device) {
  double start = now_ns();
  int frame = workload->samples[0].frame;
  for (int i = 0; i < workload->count; i++) {
    const struct sample *sample = &workload->samples[i];
    if (sample->frame != frame) {
      drain();
      frame = sample->frame;
    }
    SDL_Event event;
    memset(&event, 0, sizeof event);
    event.type = sample->type == 'd' ? SDL_FINGERDOWN : sample->type == 'u' ? SDL_FINGERUP : SDL_FINGERMOTION;
    event.tfinger.touchId = device;
    event.tfinger.fingerId = sample->id;
    event.tfinger.x = (float)(sample->x / PANEL_WIDTH);
    event.tfinger.y = (float)(sample->y / PANEL_HEIGHT);
    event.tfinger.pressure = 1;
    SDL_PushEvent(&event);
  }
  drain();
  return (now_ns() - start) / workload->frames;
}

int main(int count, char **arguments) {
  if (count != 3) {
    fprintf(stderr, "usage: sdl2 WORKLOAD.csv PASSES\n");
    return 64;
  }
  struct workload workload = workload_read(arguments[1]);
  int passes = atoi(arguments[2]);
  SDL_SetHint(SDL_HINT_VIDEODRIVER, "dummy");
  SDL_SetHint(SDL_HINT_MOUSE_TOUCH_EVENTS, "1");
  if (SDL_Init(SDL_INIT_VIDEO) != 0) {
    fprintf(stderr, "SDL_Init: %s\n", SDL_GetError());
    return 1;
  }
  drain();
  double best = 1e18;
  double *differences = malloc((passes + 1) * sizeof *differences);
  for (int i = 0; i < passes + 3; i++) {
    double with = pass(&workload, SDL_MOUSE_TOUCHID);
    double without = pass(&workload, UNKNOWN_DEVICE);
    if (i < 3)
      continue;
    if (with < best)
      best = with;
    differences[i - 3] = with - without;
  }
  fprintf(stderr, "%ld gestures, checksum %g\n", multi_gestures, checksum);
#ifdef CORE
  best = middle(differences, passes);
#endif
  printf("%.3f\n", best);
  SDL_Quit();
  return 0;
}
