/*
 * A module for weston 10 that gives it a seat with a touch screen nobody has to touch.
 *
 * Headless weston has no seat at all. This module makes one with keyboard, pointer and touch, and obeys commands that
 * arrive as datagrams on the Unix socket named by $OFFHAND_TOUCH_SOCKET. A datagram holds one or more lines:
 *
 *     down ID X Y [NANOSECONDS]      a finger lands, in global (logical) pixels
 *     motion ID X Y [NANOSECONDS]    it moves
 *     up ID [NANOSECONDS]            it leaves
 *     frame                          what came since the last frame belongs together
 *     cancel                         the compositor takes the touch session away
 *     touch-add, touch-remove        the touch screen is plugged in or out
 *     point X Y [NANOSECONDS]        the pointer moves there
 *     press CODE, release CODE       a button (0x100 and above) or a key of linux/input-event-codes.h, as a number
 *
 * Without NANOSECONDS an event bears the time of CLOCK_MONOTONIC now. $OFFHAND_TOUCH_LATE, if set, starts without the touch
 * screen, so that a compositor nested in this one sees it appear. $OFFHAND_PANEL_SIZE, such as 217x136, is how large the
 * outputs say they are, in millimetres: headless ones have no size, and weston takes their pixels for it.
 */

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

#include <libweston/libweston.h>

/* libweston-10.so exports these, but only its private headers declare them: they are what its own input backends call. */
void weston_seat_init(struct weston_seat *seat, struct weston_compositor *compositor, const char *name);
int weston_seat_init_keyboard(struct weston_seat *seat, struct xkb_keymap *keymap);
int weston_seat_init_pointer(struct weston_seat *seat);
int weston_seat_init_touch(struct weston_seat *seat);
void weston_seat_release(struct weston_seat *seat);
void weston_seat_release_touch(struct weston_seat *seat);
struct weston_touch_device *weston_touch_create_touch_device(
	struct weston_touch *touch, const char *name, void *data, const struct weston_touch_device_ops *operations);
void weston_touch_device_destroy(struct weston_touch_device *device);
void notify_touch_normalized(
	struct weston_touch_device *device, const struct timespec *time, int id, double x, double y,
	const struct weston_point2d_device_normalized *normalized, int type);
void notify_touch_frame(struct weston_touch_device *device);
void notify_touch_cancel(struct weston_touch_device *device);

void notify_motion_absolute(struct weston_seat *seat, const struct timespec *time, double x, double y);
void notify_button(
	struct weston_seat *seat, const struct timespec *time, int32_t button, enum wl_pointer_button_state state);
void notify_pointer_frame(struct weston_seat *seat);
void notify_key(
	struct weston_seat *seat, const struct timespec *time, uint32_t key, enum wl_keyboard_key_state state,
	enum weston_key_state_update update);

struct rig {
	struct weston_seat seat;
	struct weston_touch_device *screen; /* NULL while it is unplugged */
	struct wl_event_source *source;
	struct wl_listener compositor_destroyed;
	struct sockaddr_un address;
	int socket;
};

static void size_panels(struct weston_compositor *compositor, const char *size)
{
	struct weston_head *head;
	int width, height;

	if (!size || sscanf(size, "%dx%d", &width, &height) != 2)
		return;
	wl_list_for_each(head, &compositor->head_list, compositor_link) {
		head->mm_width = width;
		head->mm_height = height;
	}
}

static void plug_in(struct rig *rig)
{
	if (rig->screen)
		return;
	weston_seat_init_touch(&rig->seat);
	rig->screen = weston_touch_create_touch_device(rig->seat.touch_state, "rig", NULL, NULL);
}

static void unplug(struct rig *rig)
{
	if (!rig->screen)
		return;
	weston_touch_device_destroy(rig->screen);
	rig->screen = NULL;
	weston_seat_release_touch(&rig->seat);
}

static struct timespec time_of(unsigned long long nanoseconds)
{
	struct timespec time;

	if (nanoseconds == 0) {
		clock_gettime(CLOCK_MONOTONIC, &time);
	} else {
		time.tv_sec = nanoseconds / 1000000000ull;
		time.tv_nsec = nanoseconds % 1000000000ull;
	}
	return time;
}

static void touch(struct rig *rig, int id, double x, double y, unsigned long long nanoseconds, int type)
{
	struct timespec time = time_of(nanoseconds);

	notify_touch_normalized(rig->screen, &time, id, x, y, NULL, type);
}

static void press(struct rig *rig, uint32_t code, bool is_pressed)
{
	struct timespec time = time_of(0);

	if (code < 0x100) {
		notify_key(
			&rig->seat, &time, code, is_pressed ? WL_KEYBOARD_KEY_STATE_PRESSED : WL_KEYBOARD_KEY_STATE_RELEASED,
			STATE_UPDATE_AUTOMATIC);
	} else {
		notify_button(
			&rig->seat, &time, (int32_t)code,
			is_pressed ? WL_POINTER_BUTTON_STATE_PRESSED : WL_POINTER_BUTTON_STATE_RELEASED);
		notify_pointer_frame(&rig->seat);
	}
}

static void point(struct rig *rig, double x, double y, unsigned long long nanoseconds)
{
	struct timespec time = time_of(nanoseconds);

	notify_motion_absolute(&rig->seat, &time, x, y);
	notify_pointer_frame(&rig->seat);
}

/* Answers whether the line was a command. Commands for a screen that is unplugged do nothing, as on a real one. */
static bool obey(struct rig *rig, const char *line)
{
	char word[16] = "", rest[8];
	int id, count;
	double x, y;
	unsigned long long time = 0;

	if (sscanf(line, "%15s", word) != 1)
		return true;
	line += strspn(line, " ") + strlen(word);
	if (strcmp(word, "touch-add") == 0) {
		plug_in(rig);
		return true;
	}
	if (strcmp(word, "touch-remove") == 0) {
		unplug(rig);
		return true;
	}
	if (strcmp(word, "point") == 0) {
		count = sscanf(line, "%lf %lf %llu %7s", &x, &y, &time, rest);
		if (count != 2 && count != 3)
			return false;
		point(rig, x, y, time);
		return true;
	}
	if (strcmp(word, "press") == 0 || strcmp(word, "release") == 0) {
		if (sscanf(line, "%d %7s", &id, rest) != 1)
			return false;
		press(rig, (uint32_t)id, word[0] == 'p');
		return true;
	}
	if (strcmp(word, "down") == 0 || strcmp(word, "motion") == 0) {
		count = sscanf(line, "%d %lf %lf %llu %7s", &id, &x, &y, &time, rest);
		if (count != 3 && count != 4)
			return false;
		if (rig->screen)
			touch(rig, id, x, y, time, word[0] == 'd' ? WL_TOUCH_DOWN : WL_TOUCH_MOTION);
		return true;
	}
	if (strcmp(word, "up") == 0) {
		count = sscanf(line, "%d %llu %7s", &id, &time, rest);
		if (count != 1 && count != 2)
			return false;
		if (rig->screen)
			touch(rig, id, 0, 0, time, WL_TOUCH_UP);
		return true;
	}
	if (strcmp(word, "frame") == 0) {
		if (rig->screen)
			notify_touch_frame(rig->screen);
		return true;
	}
	if (strcmp(word, "cancel") == 0) {
		if (rig->screen)
			notify_touch_cancel(rig->screen);
		return true;
	}
	return false;
}

static int receive(int socket, uint32_t mask, void *data)
{
	struct rig *rig = data;
	static char datagram[65536];
	char *line, *rest;
	ssize_t size;

	(void)mask;
	while ((size = recv(socket, datagram, sizeof datagram - 1, MSG_DONTWAIT)) > 0) {
		datagram[size] = '\0';
		for (line = strtok_r(datagram, "\n", &rest); line; line = strtok_r(NULL, "\n", &rest)) {
			if (!obey(rig, line))
				weston_log("touch module: no such command: %s\n", line);
		}
	}
	return 1;
}

static void tear_down(struct wl_listener *listener, void *data)
{
	struct rig *rig = wl_container_of(listener, rig, compositor_destroyed);

	(void)data;
	wl_event_source_remove(rig->source);
	close(rig->socket);
	unlink(rig->address.sun_path);
	unplug(rig);
	weston_seat_release(&rig->seat);
	free(rig);
}

WL_EXPORT int wet_module_init(struct weston_compositor *compositor, int *argc, char *argv[])
{
	const char *path = getenv("OFFHAND_TOUCH_SOCKET");
	struct rig *rig;

	(void)argc;
	(void)argv;
	if (!path || strlen(path) >= sizeof rig->address.sun_path) {
		weston_log("touch module: OFFHAND_TOUCH_SOCKET names no usable path\n");
		return -1;
	}
	rig = calloc(1, sizeof *rig);
	if (!rig)
		return -1;
	rig->address.sun_family = AF_UNIX;
	strcpy(rig->address.sun_path, path);
	unlink(path);
	rig->socket = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
	if (rig->socket < 0 || bind(rig->socket, (struct sockaddr *)&rig->address, sizeof rig->address) < 0) {
		weston_log("touch module: cannot listen on %s: %s\n", path, strerror(errno));
		if (rig->socket >= 0)
			close(rig->socket);
		free(rig);
		return -1;
	}

	size_panels(compositor, getenv("OFFHAND_PANEL_SIZE"));
	weston_seat_init(&rig->seat, compositor, "rig");
	weston_seat_init_pointer(&rig->seat);
	if (weston_seat_init_keyboard(&rig->seat, NULL) < 0)
		weston_log("touch module: no keyboard, for there is no keymap\n");
	if (!getenv("OFFHAND_TOUCH_LATE"))
		plug_in(rig);
	rig->source = wl_event_loop_add_fd(
		wl_display_get_event_loop(compositor->wl_display), rig->socket, WL_EVENT_READABLE, receive, rig);
	rig->compositor_destroyed.notify = tear_down;
	wl_signal_add(&compositor->destroy_signal, &rig->compositor_destroyed);
	return 0;
}
