/* Touch gestures for tinywl, by liboffhand: included by its tinywl.c, of wlroots 0.15 (Debian 12) or 0.18 (Debian 13). */
#include <wlr/version.h>

#if WLR_VERSION_NUM < 0x1100
#define wlr_touch_down_event wlr_event_touch_down
#define wlr_touch_motion_event wlr_event_touch_motion
#define wlr_touch_up_event wlr_event_touch_up
#define wlr_touch_cancel_event wlr_event_touch_cancel
#define device_of(event) (event)->device
#define output_name_of(device) (device)->output_name
#define view_at desktop_view_at
#else
#define device_of(event) (&(event)->touch->base)
#define output_name_of(device) wlr_touch_from_input_device(device)->output_name
#define view_at desktop_toplevel_at
#endif

/* Touches go through liboffhand, which says what of them the clients may hear. It counts in millimetres; so do we, at 96 dots to
 * the inch. A compositor on real outputs takes their physical size. */
#define MM_PER_PX (25.4 / 96)

#if WLR_VERSION_NUM < 0x1100
static uint32_t no_down(struct wlr_seat_touch_grab *grab, uint32_t time, struct wlr_touch_point *point) {
	return 0;
}

static void no_event(struct wlr_seat_touch_grab *grab, uint32_t time, struct wlr_touch_point *point) {
}

static void no_frame(struct wlr_seat_touch_grab *grab) {
}

static const struct wlr_touch_grab_interface silent = {no_down, no_event, no_event, no_event, no_frame, no_frame};

/* wl_touch.cancel ends all touches of a client. wlroots 0.15 cannot send it: tell the client, then drop its touches silently. */
static void take_touch(struct wlr_seat *seat, int32_t slot) {
	struct wlr_touch_point *point = wlr_seat_touch_get_point(seat, slot), *next;
	if (!point) {
		return;
	}
	struct wlr_seat_client *client = point->client;
	struct wl_resource *touch;
	wl_resource_for_each(touch, &client->touches) {
		wl_touch_send_cancel(touch);
	}
	struct wlr_seat_touch_grab grab = {.interface = &silent};
	wlr_seat_touch_start_grab(seat, &grab);
	wl_list_for_each_safe(point, next, &seat->touch_state.touch_points, link) {
		if (point->client == client) {
			wlr_seat_touch_notify_up(seat, 0, point->touch_id);
		}
	}
	wlr_seat_touch_end_grab(seat);
}
#else
/* wl_touch.cancel ends all touches of a client. */
static void take_touch(struct wlr_seat *seat, int32_t slot) {
	struct wlr_touch_point *point = wlr_seat_touch_get_point(seat, slot);
	if (point) {
		wlr_seat_touch_notify_cancel(seat, point->client);
	}
}
#endif

static void deliver(struct tinywl_server *server, const struct offhand_delivery *touch) {
	struct wlr_seat *seat = server->seat;
	/* Two touch screens may have the same slots. */
	int32_t id = (touch->device & 15) << 8 | (touch->slot & 255);
	uint32_t time = touch->time / 1000000;
	double x = touch->x / MM_PER_PX, y = touch->y / MM_PER_PX, sx, sy;
	struct wlr_surface *surface = NULL;
	switch (touch->phase) {
	case OFFHAND_DOWN:
		if (view_at(server, x, y, &surface, &sx, &sy)) {
			server->touch_origin[id].x = x - sx;
			server->touch_origin[id].y = y - sy;
			wlr_seat_touch_notify_down(seat, surface, time, id, sx, sy);
			struct wlr_touch_point *point = wlr_seat_touch_get_point(seat, id);
			offhand_set_client(server->gestures, touch->device, touch->slot, point ? (uintptr_t)point->client : 0);
		}
		break;
	case OFFHAND_MOTION:
		wlr_seat_touch_notify_motion(
			seat, time, id, x - server->touch_origin[id].x, y - server->touch_origin[id].y);
		break;
	case OFFHAND_UP:
		wlr_seat_touch_notify_up(seat, time, id);
		break;
	case OFFHAND_TAKEN:
		take_touch(seat, id);
		break;
	}
}

/* wlroots stamps with CLOCK_MONOTONIC, in milliseconds of 32 bits. */
static int64_t present(void) {
	struct timespec now;
	clock_gettime(CLOCK_MONOTONIC, &now);
	return now.tv_sec * 1000000000LL + now.tv_nsec;
}

static int64_t time_of(uint32_t stamp) {
	return offhand_unwrap_ms(present(), stamp);
}

/* After every call that feeds: what happened, what the clients may hear, and when to look again. */
static void drain_gestures(struct tinywl_server *server) {
	const struct offhand_event *event;
	while ((event = offhand_next(server->gestures))) {
		if (event->state != OFFHAND_CHANGED) {
			wlr_log(WLR_INFO, "gesture: %s %s", event->name, offhand_state_name(event->state));
		}
	}
	const struct offhand_delivery *touch;
	bool has_delivered = false;
	while ((touch = offhand_next_delivery(server->gestures))) {
		deliver(server, touch);
		has_delivered = true;
	}
	if (has_delivered) {
		wlr_seat_touch_notify_frame(server->seat);
	}
	int64_t deadline;
	if (offhand_deadline(server->gestures, &deadline)) {
		int64_t left = (deadline - present()) / 1000000;
		wl_event_source_timer_update(server->gesture_timer, left > 1 ? left : 1);
	}
}

static int gesture_deadline(void *data) {
	struct tinywl_server *server = data;
	int64_t deadline;
	if (offhand_deadline(server->gestures, &deadline)) {
		offhand_advance(server->gestures, deadline);
		drain_gestures(server);
	}
	return 0;
}

/* A touch screen, and the number that liboffhand knows it by. */
struct tinywl_touch_screen {
	struct tinywl_server *server;
	uint32_t number;
	struct wl_listener destroy;
};

static uint32_t number_of(struct wlr_input_device *device) {
	struct tinywl_touch_screen *screen = device->data;
	return screen->number;
}

static void end_batch(void *data) {
	struct tinywl_server *server = data;
	server->gesture_batch = NULL;
	offhand_end_batch(server->gestures);
	drain_gestures(server);
}

/* After every touch event: once all that is waiting has been read, a report whose frame event was left out is complete. */
static void touched(struct tinywl_server *server) {
	drain_gestures(server);
	if (!server->gesture_batch) {
		server->gesture_batch = wl_event_loop_add_idle(
			wl_display_get_event_loop(server->wl_display), end_batch, server);
	}
}

static void touch_down(struct wl_listener *listener, void *data) {
	struct tinywl_server *server = wl_container_of(listener, server, touch_down);
	struct wlr_touch_down_event *event = data;
	double x, y;
	wlr_cursor_absolute_to_layout_coords(server->cursor, device_of(event), event->x, event->y, &x, &y);
	offhand_down(server->gestures, number_of(device_of(event)), event->touch_id, time_of(event->time_msec), x * MM_PER_PX, y * MM_PER_PX);
	touched(server);
}

static void touch_motion(struct wl_listener *listener, void *data) {
	struct tinywl_server *server = wl_container_of(listener, server, touch_motion);
	struct wlr_touch_motion_event *event = data;
	double x, y;
	wlr_cursor_absolute_to_layout_coords(server->cursor, device_of(event), event->x, event->y, &x, &y);
	offhand_motion(server->gestures, number_of(device_of(event)), event->touch_id, time_of(event->time_msec), x * MM_PER_PX, y * MM_PER_PX);
	touched(server);
}

static void touch_up(struct wl_listener *listener, void *data) {
	struct tinywl_server *server = wl_container_of(listener, server, touch_up);
	struct wlr_touch_up_event *event = data;
	offhand_up(server->gestures, number_of(device_of(event)), event->touch_id, time_of(event->time_msec));
	touched(server);
}

/* One touch is taken away: a palm, a pen nearby. */
static void touch_cancel(struct wl_listener *listener, void *data) {
	struct tinywl_server *server = wl_container_of(listener, server, touch_cancel);
	struct wlr_touch_cancel_event *event = data;
	offhand_cancel_touch(server->gestures, number_of(device_of(event)), event->touch_id, time_of(event->time_msec));
	touched(server);
}

/* Unplugged, perhaps under a finger, which then neither lifts nor presses. */
static void touch_screen_destroy(struct wl_listener *listener, void *data) {
	struct tinywl_touch_screen *screen = wl_container_of(listener, screen, destroy);
	offhand_cancel_device(screen->server->gestures, screen->number, present());
	drain_gestures(screen->server);
	wl_list_remove(&screen->destroy.link);
	free(screen);
}

static void server_new_touch_screen(struct tinywl_server *server, struct wlr_input_device *device) {
	struct tinywl_touch_screen *screen = calloc(1, sizeof(*screen));
	screen->server = server;
	screen->number = server->touch_screens++;
	screen->destroy.notify = touch_screen_destroy;
	wl_signal_add(&device->events.destroy, &screen->destroy);
	device->data = screen;
	/* A screen with a touch panel of its own, where the panel says which. */
	struct tinywl_output *output;
	wl_list_for_each(output, &server->outputs, link) {
		const char *name = output_name_of(device);
		if (name && strcmp(output->wlr_output->name, name) == 0) {
			wlr_cursor_map_input_to_output(server->cursor, device, output->wlr_output);
		}
	}
}

static void touch_frame(struct wl_listener *listener, void *data) {
	struct tinywl_server *server = wl_container_of(listener, server, touch_frame);
	offhand_frame(server->gestures);
	drain_gestures(server);
}

/* Edges are those of the outputs, whatever changes, also while fingers are down. */
static void layout_change(struct wl_listener *listener, void *data) {
	struct tinywl_server *server = wl_container_of(listener, server, layout_change);
	struct offhand_rect rects[16];
	size_t count = 0;
	struct wlr_output_layout_output *output;
	wl_list_for_each(output, &server->output_layout->outputs, link) {
		int width, height;
		wlr_output_effective_resolution(output->output, &width, &height);
		if (count < 16) {
			rects[count++] = (struct offhand_rect){
				output->x * MM_PER_PX, output->y * MM_PER_PX, width * MM_PER_PX, height * MM_PER_PX};
		}
	}
	offhand_set_outputs(server->gestures, rects, count);
}

/* The compositor takes edges and three fingers for itself, and only listens to the rest. */
static bool make_gestures(struct tinywl_server *server) {
	const size_t size = sizeof(struct offhand_recognizer);
	static const char *const with_pan[] = {"pan", NULL};
	const struct offhand_recognizer recognizers[] = {
		{.size = size, .kind = OFFHAND_EDGE_PAN, .priority = 1},
		{.size = size, .kind = OFFHAND_PAN, .name = "three-finger-pan", .fingers_min = 3, .fingers_max = 3},
		{.size = size, .kind = OFFHAND_PAN, .fingers_min = 1, .fingers_max = 1, .flags = OFFHAND_LISTENS},
		{.size = size, .kind = OFFHAND_SWIPE, .simultaneous = with_pan, .flags = OFFHAND_LISTENS},
		{.size = size, .kind = OFFHAND_LONG_PRESS, .flags = OFFHAND_LISTENS},
	};
	const struct offhand_options options = {
		.size = sizeof options, .recognizers = recognizers, .recognizer_count = 5,
		.input = OFFHAND_WL_TOUCH, .flags = OFFHAND_RELAY,
	};
	char error[200];
	server->gestures = offhand_new(&options, error, sizeof error);
	if (!server->gestures) {
		wlr_log(WLR_ERROR, "%s", error);
		return false;
	}
	server->gesture_timer = wl_event_loop_add_timer(
		wl_display_get_event_loop(server->wl_display), gesture_deadline, server);
	server->touch_down.notify = touch_down;
	wl_signal_add(&server->cursor->events.touch_down, &server->touch_down);
	server->touch_motion.notify = touch_motion;
	wl_signal_add(&server->cursor->events.touch_motion, &server->touch_motion);
	server->touch_up.notify = touch_up;
	wl_signal_add(&server->cursor->events.touch_up, &server->touch_up);
	server->touch_cancel.notify = touch_cancel;
	wl_signal_add(&server->cursor->events.touch_cancel, &server->touch_cancel);
	server->touch_frame.notify = touch_frame;
	wl_signal_add(&server->cursor->events.touch_frame, &server->touch_frame);
	server->layout_change.notify = layout_change;
	wl_signal_add(&server->output_layout->events.change, &server->layout_change);
	return true;
}
