/*
 * GTK 4's gestures on a workload: gtk4 WORKLOAD.csv PASSES
 *
 * GTK lets nobody make its touch events but a display server, so there is one: a headless weston, started here, with the touch
 * module that the tests use (TOUCH_MODULE). A window that fills its screen has six gestures: click, long press, drag, swipe,
 * zoom, rotate. Each frame of touches is handed to weston, and once it has answered, the processor time counts that this thread
 * takes to deliver it. The thread does not sleep meanwhile, or waking up would count, which takes as long as the gestures and
 * now and then five times that. Prints nanoseconds per frame, each frame at its fastest of all passes: few passes are free of the
 * noise of two programs that talk to each other. With -DCORE, what the same frames take on a window without gestures, in
 * turns, is taken off, which leaves the gestures.
 */
#include <gdk/wayland/gdkwayland.h>
#include <gtk/gtk.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdarg.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#include "workload.h"

static long answers, touches;
static pid_t weston;
static char folder[] = "/tmp/offhand-gtk4.XXXXXX";
static int touch_screen, display;
static GtkGesture *gestures[6];

static void end_weston(void) {
  if (weston <= 0)
    return;
  kill(weston, SIGTERM);
  waitpid(weston, NULL, 0);
  char command[256];
  snprintf(command, sizeof command, "rm -rf %s", folder);
  if (system(command) != 0)
    fprintf(stderr, "%s stays\n", folder);
}

static void fail(const char *reason) {
  fprintf(stderr, "gtk4: %s\n", reason);
  exit(1);
}

static void start_weston(void) {
  if (!mkdtemp(folder))
    fail("no folder");
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  snprintf(address.sun_path, sizeof address.sun_path, "%s/touch", folder);
  setenv("XDG_RUNTIME_DIR", folder, 1);
  setenv("OFFHAND_TOUCH_SOCKET", address.sun_path, 1);
  atexit(end_weston);
  weston = fork();
  if (weston == 0) {
    prctl(PR_SET_PDEATHSIG, SIGTERM);
    if (!freopen("/dev/null", "w", stderr) || !freopen("/dev/null", "w", stdout))
      _exit(1);
    execlp(
        "weston", "weston", "--backend=headless-backend.so", "--use-pixman", "--shell=kiosk-shell.so", "--width=1920",
        "--height=1080", "--socket=gtk", "--idle-time=0", "--no-config", "--modules=" TOUCH_MODULE, (char *)NULL);
    _exit(127);
  }
  touch_screen = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
  for (int tries = 0; connect(touch_screen, (struct sockaddr *)&address, sizeof address) != 0; tries++) {
    if (tries == 500 || waitpid(weston, NULL, WNOHANG) > 0)
      fail("weston does not run");
    usleep(10000);
  }
}

/* Hands lines to the touch screen: frames of touches. */
static void tell(const char *format, ...) {
  static char text[16384];
  va_list arguments;
  va_start(arguments, format);
  int length = vsnprintf(text, sizeof text, format, arguments);
  va_end(arguments);
  if (send(touch_screen, text, length, 0) != length)
    fail("weston does not listen");
}

static void answered(void) { answers++; }

static gboolean touched(GtkEventController *controller, GdkEvent *event, gpointer data) {
  (void)controller, (void)data;
  GdkEventType type = gdk_event_get_event_type(event);
  if (type == GDK_TOUCH_BEGIN || type == GDK_TOUCH_UPDATE || type == GDK_TOUCH_END)
    touches++;
  return GDK_EVENT_PROPAGATE;
}

static void add_gestures(GtkWidget *window) {
  GtkGesture *made[] = {
      gtk_gesture_click_new(), gtk_gesture_long_press_new(), gtk_gesture_drag_new(),
      gtk_gesture_swipe_new(), gtk_gesture_zoom_new(),       gtk_gesture_rotate_new(),
  };
  const char *signals[] = {"pressed", "pressed", "drag-update", "swipe", "scale-changed", "angle-changed"};
  for (size_t i = 0; i < G_N_ELEMENTS(gestures); i++) {
    gestures[i] = made[i];
    g_signal_connect(gestures[i], signals[i], G_CALLBACK(answered), NULL);
    gtk_widget_add_controller(window, GTK_EVENT_CONTROLLER(gestures[i]));
  }
}

#ifdef CORE
static void remove_gestures(GtkWidget *window) {
  for (size_t i = 0; i < G_N_ELEMENTS(gestures); i++)
    gtk_widget_remove_controller(window, GTK_EVENT_CONTROLLER(gestures[i]));
}
#endif

static GtkWidget *show_window(void) {
  GtkWidget *window = gtk_window_new();
  GtkEventController *counter = gtk_event_controller_legacy_new();
  gtk_event_controller_set_propagation_phase(counter, GTK_PHASE_CAPTURE);
  g_signal_connect(counter, "event", G_CALLBACK(touched), NULL);
  gtk_widget_add_controller(window, counter);
  gtk_window_fullscreen(GTK_WINDOW(window));
  gtk_window_present(GTK_WINDOW(window));
  /* It is there when a touch reaches it. */
  for (int tries = 0; touches == 0; tries++) {
    if (tries == 500)
      fail("no touch reaches the window");
    tell("down 0 960 540\nframe\nup 0\nframe");
    usleep(10000);
    while (g_main_context_iteration(NULL, FALSE)) {
    }
  }
  usleep(50000);
  while (g_main_context_iteration(NULL, FALSE)) {
  }
  return window;
}

static double processor_ns(void) {
  struct timespec time;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return time.tv_sec * 1e9 + time.tv_nsec;
}

/* Whether the display server has said something. */
static int has_answer(void) {
  struct pollfd answer = {.fd = display, .events = POLLIN};
  return poll(&answer, 1, 0) == 1;
}

/* Runs the workload once; `fastest` holds the least time that each frame has taken so far. */
static void pass(const struct workload *workload, double *fastest) {
  long long base = (long long)now_ns();
  int number = 0;
  for (int at = 0; at < workload->count; number++) {
    char text[8192];
    int length = 0, frame = workload->samples[at].frame;
    long wanted = touches;
    for (; at < workload->count && workload->samples[at].frame == frame; at++, wanted++) {
      const struct sample *sample = &workload->samples[at];
      long long time = base + sample->time_us * 1000LL;
      const char *word = sample->type == 'd' ? "down" : sample->type == 'u' ? "up" : "motion";
      if (sample->type == 'u')
        length += snprintf(text + length, sizeof text - length, "up %d %lld\n", sample->id, time);
      else
        length += snprintf(
            text + length, sizeof text - length, "%s %d %f %f %lld\n", word, sample->id, sample->x, sample->y, time);
    }
    tell("%sframe", text);
    /* Reading the clock of the processor's time takes a third of a microsecond, and is in what is taken off as well. */
    double limit = now_ns() + 2e9, sum = 0;
    while (touches < wanted) {
      while (!has_answer())
        if (now_ns() > limit)
          fail("touches are lost");
      double start = processor_ns();
      while (g_main_context_iteration(NULL, FALSE) && touches < wanted) {
      }
      sum += processor_ns() - start;
    }
    if (sum < fastest[number])
      fastest[number] = sum;
  }
  /* What is left to do, such as timeouts of gestures, is not of a frame. */
  while (g_main_context_iteration(NULL, FALSE)) {
  }
}

static double *no_times(const struct workload *workload) {
  double *times = malloc(workload->frames * sizeof *times);
  for (int i = 0; i < workload->frames; i++)
    times[i] = 1e18;
  return times;
}

static double sum(const struct workload *workload, const double *times) {
  double sum = 0;
  for (int i = 0; i < workload->frames; i++)
    sum += times[i];
  return sum / workload->frames;
}

int main(int count, char **arguments) {
  if (count != 3) {
    fprintf(stderr, "usage: gtk4 WORKLOAD.csv PASSES\n");
    return 64;
  }
  struct workload workload = workload_read(arguments[1]);
  /* A pass waits for weston with every frame and takes a hundred times as long as others'. */
  int passes = atoi(arguments[2]) / 2 + 1;
  start_weston();
  setenv("WAYLAND_DISPLAY", "gtk", 1);
  setenv("GDK_BACKEND", "wayland", 1);
  setenv("GSK_RENDERER", "cairo", 1);
  setenv("GTK_A11Y", "none", 1);
  setenv("GSETTINGS_BACKEND", "memory", 1);
  if (!gtk_init_check())
    fail("GTK finds no display");
  GtkWidget *window = show_window();
  display = wl_display_get_fd(gdk_wayland_display_get_wl_display(gdk_display_get_default()));
  double *fastest = no_times(&workload), *without = no_times(&workload);
#ifdef CORE
  for (int i = 0; i < passes; i++) {
    pass(&workload, without);
    add_gestures(window);
    pass(&workload, fastest);
    remove_gestures(window);
  }
  double time = sum(&workload, fastest) - sum(&workload, without);
#else
  (void)without;
  add_gestures(window);
  for (int i = 0; i < passes; i++)
    pass(&workload, fastest);
  double time = sum(&workload, fastest);
#endif
  fprintf(stderr, "%ld answers, %ld touches\n", answers, touches);
  printf("%.3f\n", time);
  return 0;
}
