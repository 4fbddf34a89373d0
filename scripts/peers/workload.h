/* Reads a workload file, `frame,t_us,type,id,x,y`, for the drivers of scripts/bench-peers. */
#ifndef OFFHAND_PEERS_WORKLOAD_H
#define OFFHAND_PEERS_WORKLOAD_H

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#define PANEL_WIDTH 1920.0
#define PANEL_HEIGHT 1080.0

struct sample {
  int frame;
  long time_us;
  char type; /* d, m or u */
  int id;
  double x, y; /* pixels */
};

struct workload {
  struct sample *samples;
  int count;
  int frames;
};

static inline struct workload workload_read(const char *path) {
  struct workload workload = {NULL, 0, 0};
  FILE *file = fopen(path, "r");
  if (!file) {
    perror(path);
    exit(1);
  }
  char line[256];
  int last = -1, capacity = 0;
  while (fgets(line, sizeof line, file)) {
    struct sample sample;
    if (sscanf(line, "%d,%ld,%c,%d,%lf,%lf", &sample.frame, &sample.time_us, &sample.type, &sample.id, &sample.x, &sample.y) != 6)
      continue;
    if (sample.frame != last) {
      workload.frames++;
      last = sample.frame;
    }
    if (workload.count == capacity) {
      capacity = capacity ? 2 * capacity : 1024;
      workload.samples = (struct sample *)realloc(workload.samples, capacity * sizeof *workload.samples);
    }
    workload.samples[workload.count++] = sample;
  }
  fclose(file);
  if (workload.frames == 0) {
    fprintf(stderr, "%s: no workload\n", path);
    exit(1);
  }
  return workload;
}

static inline double now_ns(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec * 1e9 + time.tv_nsec;
}

static inline int compare_numbers(const void *first, const void *second) {
  double difference = *(const double *)first - *(const double *)second;
  return difference < 0 ? -1 : difference > 0;
}

/* The middle one of numbers, which are sorted. */
static inline double middle(double *numbers, int count) {
  qsort(numbers, count, sizeof *numbers, compare_numbers);
  return numbers[count / 2];
}

#endif
