/* Prints the pinches on this machine's touch screens: cc pinches.c $(pkg-config --cflags --libs offhand libinput libudev) */
#include <fcntl.h>
#include <libinput.h>
#include <libudev.h>
#include <offhand.h>
#include <poll.h>
#include <stdio.h>
#include <unistd.h>
static int open_device(const char *path, int flags, void *data) { return (void)data, open(path, flags); }
static void close_device(int fd, void *data) { (void)data, close(fd); }
static const struct libinput_interface interface = {open_device, close_device};
static void feed(struct offhand *gestures, struct libinput_event *event) {
    enum libinput_event_type type = libinput_event_get_type(event);
    if (type < LIBINPUT_EVENT_TOUCH_DOWN || type > LIBINPUT_EVENT_TOUCH_FRAME) return;
    struct libinput_event_touch *touch = libinput_event_get_touch_event(event);
    int64_t time = (int64_t)libinput_event_touch_get_time_usec(touch) * 1000;
    int32_t slot = type == LIBINPUT_EVENT_TOUCH_FRAME ? 0 : libinput_event_touch_get_seat_slot(touch);
    if (type == LIBINPUT_EVENT_TOUCH_FRAME) offhand_frame(gestures);
    else if (type == LIBINPUT_EVENT_TOUCH_UP) offhand_up(gestures, 0, slot, time);
    else if (type == LIBINPUT_EVENT_TOUCH_CANCEL) offhand_cancel_touch(gestures, 0, slot, time);
    else (type == LIBINPUT_EVENT_TOUCH_DOWN ? offhand_down : offhand_motion)(gestures, 0, slot, time,
        libinput_event_touch_get_x(touch), libinput_event_touch_get_y(touch)); /* millimetres */
}
int main(void) {
    char error[200] = "libinput or udev is not there";
    struct offhand *gestures = offhand_new(NULL, error, sizeof error);
    struct libinput *input = libinput_udev_create_context(&interface, NULL, udev_new());
    if (!gestures || !input || libinput_udev_assign_seat(input, "seat0")) return fprintf(stderr, "%s\n", error), 1;
    struct pollfd ready = {.fd = libinput_get_fd(input), .events = POLLIN};
    while (libinput_dispatch(input) == 0) {
        for (struct libinput_event *event; (event = libinput_get_event(input)); libinput_event_destroy(event))
            feed(gestures, event);
        offhand_end_batch(gestures);
        for (const struct offhand_event *event; (event = offhand_next(gestures));)
            if (event->kind == OFFHAND_PINCH) printf("%s %.3f\n", offhand_state_name(event->state), event->scale);
        fflush(stdout), poll(&ready, 1, -1);
    }
}
