/* Calls with what no caller should pass: hostile CALLS [SEED]. Ends with 0 if the program was not stopped, no number that came out
 * was not finite, and every gesture that began ended. */
#include <offhand.h>
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static uint64_t state;

static uint64_t bits(void)
{
    uint64_t mixed = state += 0x9E3779B97F4A7C15u;
    mixed = (mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9u;
    mixed = (mixed ^ (mixed >> 27)) * 0x94D049BB133111EBu;
    return mixed ^ (mixed >> 31);
}

static uint64_t below(uint64_t limit) { return bits() % limit; }

static double number(void)
{
    static const double odd[] = {NAN, INFINITY, -INFINITY, 0, -0.0, DBL_MAX, -DBL_MAX, DBL_MIN, 1e8, -1e8, 1e9, 1e-300, 299.9, 150};
    if (below(10) < 7)
        return (double)below(34000) / 100 - 20;
    return odd[below(sizeof odd / sizeof *odd)];
}

static int64_t now;

static int64_t moment(void)
{
    static const int64_t odd[] = {INT64_MIN, INT64_MAX, -1, 0, 1, 1LL << 62, (1LL << 62) + 1};
    now += (int64_t)below(20) * 1000000;
    return below(100) < 97 ? now : odd[below(sizeof odd / sizeof *odd)];
}

static struct offhand_rect rect(void)
{
    struct offhand_rect rect = {number(), number(), number(), number()};
    return rect;
}

/* Options of any kind; most are possible. */
static struct offhand *make(void)
{
    static const char *const names[] = {"standard", "navigation", "measure", "original", "none", "", NULL, NULL};
    struct offhand_rect outputs[2] = {{0, 0, 300, 190}, {300, 0, 100, 190}};
    struct offhand_recognizer recognizers[3];
    struct offhand_step steps[3];
    struct offhand_options options;
    memset(recognizers, 0, sizeof recognizers);
    memset(&options, 0, sizeof options);
    options.size = sizeof options;
    options.pipeline = names[below(8)];
    options.outputs = outputs;
    options.output_count = below(3);
    options.flags = (uint32_t)below(below(20) ? 12 : 64);
    options.filters = (uint32_t)below(below(20) ? 32 : 64);
    options.input = (enum offhand_input)below(below(20) ? 2 : 5);
    options.posture = (enum offhand_posture)below(below(20) ? 9 : 20);
    options.right_hand_prior = below(4) ? 0 : number();
    if (!options.pipeline && below(2)) {
        options.recognizers = recognizers;
        options.recognizer_count = below(4);
        for (size_t index = 0; index < 3; index++) {
            recognizers[index].size = sizeof *recognizers;
            recognizers[index].kind = (enum offhand_kind)(1 + below(below(20) ? 10 : 14));
            recognizers[index].fingers_min = below(2) ? 0 : (uint32_t)below(5);
            recognizers[index].fingers_max = below(2) ? 0 : (uint32_t)below(below(20) ? 6 : UINT32_MAX);
            recognizers[index].taps = below(4) ? 0 : (uint32_t)bits();
            recognizers[index].priority = (int32_t)bits();
            recognizers[index].flags = (uint32_t)below(below(20) ? 32 : 128);
            recognizers[index].distance = below(2) ? 0 : number();
            recognizers[index].duration = below(2) ? 0 : moment();
            recognizers[index].edges = below(8) ? 0 : (uint32_t)below(20);
            recognizers[index].depth = below(8) ? 0 : number();
            recognizers[index].part_to = below(16) ? 0 : number();
            recognizers[index].output = below(4) ? 0 : below(4) ? (size_t)bits() : SIZE_MAX / 2 + 1;
            if (!below(16))
                recognizers[index].area = rect();
            for (size_t step = 0; step < 3; step++) {
                steps[step].size = sizeof *steps;
                steps[step].action = (enum offhand_action)below(below(20) ? 2 + step / 2 : 5);
                steps[step].directions = below(3) ? 0 : (uint32_t)below(below(20) ? 256 : UINT32_MAX);
                steps[step].distance = below(3) ? 0 : number();
                steps[step].duration = below(3) ? 0 : moment();
                steps[step].limit = below(3) ? 0 : moment();
            }
            recognizers[index].steps = below(2) ? steps : NULL;
            recognizers[index].step_count = below(20) ? 1 + (size_t)below(3) : (size_t)bits() | 32;
        }
    }
    if (below(4))
        return offhand_new(&options, NULL, 0);
    struct offhand_builder *builder = offhand_builder_new(below(20) ? &options : NULL, options.pipeline);
    for (size_t index = 0; index < options.output_count; index++)
        offhand_builder_add_output(builder, outputs[index].x, outputs[index].y, outputs[index].width, below(20) ? 190 : number());
    for (size_t index = 0; index < options.recognizer_count; index++) {
        offhand_builder_add(builder, &recognizers[index], index ? "other" : NULL);
        if (!below(4))
            offhand_builder_add_step(builder, &steps[below(3)]);
        if (!below(6))
            offhand_builder_relate(builder, (enum offhand_relation)below(3), below(3) ? "tap" : NULL);
    }
    return offhand_builder_finish(builder, NULL, 0);
}

static long broken;
/* By name and hand: a recognizer that was replaced while its gesture went on shares its index with a new one. */
static int active[256][256];
static char known[256][64];
static struct offhand_event last;

static size_t numbered(const char *name)
{
    size_t index = 0;
    while (known[index][0] && strcmp(known[index], name))
        index++;
    return strcpy(known[index], name), index;
}

static void drain(struct offhand *handle)
{
    const struct offhand_event *event;
    const struct offhand_delivery *delivery;
    while ((event = offhand_next(handle))) {
        const struct offhand_touch *touch;
        size_t count = 0;
        while ((touch = offhand_event_touch(handle, event, count)))
            broken += !isfinite(touch->x) || ++count > 64;
        last = *event;
        if (!below(200))
            offhand_reject(handle, &last);
        const double values[] = {event->x, event->y, event->dx, event->dy, event->vx, event->vy, event->scale,
            event->scale_velocity, event->rotation, event->rotation_velocity, event->hand_confidence};
        for (size_t index = 0; index < sizeof values / sizeof *values; index++)
            broken += !isfinite(values[index]);
        int *is_active = &active[numbered(event->name)][event->hand_index % 256];
        if (event->state == OFFHAND_BEGAN) {
            broken += *is_active;
            *is_active = 1;
        } else if (event->state == OFFHAND_CHANGED) {
            broken += !*is_active;
        } else if (event->state == OFFHAND_ENDED || event->state == OFFHAND_CANCELLED) {
            broken += !*is_active;
            *is_active = 0;
        }
    }
    while ((delivery = offhand_next_delivery(handle)))
        broken += !isfinite(delivery->x) || !isfinite(delivery->y);
}

static void call(struct offhand *handle)
{
    uint32_t device = (uint32_t)below(3);
    int32_t slot = below(20) ? (int32_t)below(12) : (int32_t)bits();
    uint64_t which = below(1000);
    if (which < 150) {
        offhand_down_with(handle, device, slot, moment(), number(), number(), (enum offhand_tool)(below(9) ? 0 : below(5)));
    } else if (which < 550) {
        offhand_motion(handle, device, slot, moment(), number(), number());
    } else if (which < 650) {
        offhand_up(handle, device, slot, moment());
    } else if (which < 900) {
        offhand_frame(handle);
    } else if (which < 920) {
        offhand_shape(handle, device, slot, moment(), number(), number(), number());
    } else if (which < 925) {
        offhand_cancel_touch(handle, device, slot, moment());
    } else if (which < 928) {
        offhand_cancel_device(handle, device, moment());
    } else if (which < 930) {
        offhand_cancel(handle, moment());
    } else if (which < 940) {
        offhand_end_batch(handle);
    } else if (which < 945) {
        const struct offhand_prediction *expected = offhand_predict(handle, moment(), moment(), device, slot);
        if (expected)
            broken += !isfinite(expected->x) || !isfinite(expected->y) || !isfinite(expected->uncertainty);
    } else if (which < 963) {
        offhand_advance(handle, moment());
    } else if (which < 965) {
        static const char letters[] = "device=latency_ms\"'[]#.0189 \t\r\n\xff";
        char text[64] = "", error[8];
        if (below(2))
            strcpy(text, "device='a'\nlatency_ms=");
        for (uint64_t left = below(32); left > 0; left--)
            strncat(text, &letters[below(sizeof letters - 1)], 1);
        int result = offhand_set_panel(handle, below(20) ? text : NULL, below(2) ? error : NULL, below(sizeof error + 1));
        broken += result != -1 && (result != 0 || !handle);
    } else if (which < 966) {
        struct offhand_accommodations wanted = {sizeof wanted, below(9) ? (double)below(20) : number(),
            below(9) ? (int64_t)below(400) * 1000000 : moment(), (int64_t)below(400) * 1000000, below(9) ? 0 : number(),
            (enum offhand_location)below(below(9) ? 3 : 9), (enum offhand_press)below(2), (enum offhand_second)below(2)};
        int result = offhand_set_accommodations(handle, below(20) ? &wanted : NULL, NULL, 0);
        broken += result != -1 && (result != 0 || !handle);
    } else if (which < 970) {
        struct offhand_rect rects[3] = {rect(), rect(), rect()};
        offhand_set_outputs(handle, rects, below(5) ? below(4) : SIZE_MAX);
    } else if (which < 975) {
        struct offhand_rect hidden = rect();
        double share = offhand_hidden(handle, &hidden);
        broken += !(share >= 0 && share <= 1);
    } else if (which < 980) {
        offhand_forget(handle, below(50));
    } else if (which < 982) {
        (void)offhand_explain(handle, below(50));
    } else if (which < 985) {
        static const char *const names[] = {"pan", "pinch", "tap", "", NULL};
        (void)offhand_enable(handle, names[below(5)], below(3));
        if (!below(6)) {
            struct offhand_recognizer replacement;
            memset(&replacement, 0, sizeof replacement);
            replacement.size = sizeof replacement;
            replacement.kind = (enum offhand_kind)below(12);
            (void)offhand_set_recognizers(handle, &replacement, below(3) ? 1 : SIZE_MAX, NULL, 0);
        }
    } else if (which < 988) {
        (void)offhand_exempt(handle, device, slot);
        offhand_set_client(handle, device, slot, below(3));
    } else if (which < 989) {
        last.touches = below(2) ? bits() : last.touches;
        (void)offhand_reject(handle, &last);
        (void)offhand_event_touch(handle, &last, below(2) ? bits() : below(70));
    } else {
        struct offhand_rect anchor = rect(), bounds = rect(), reserved = rect();
        struct offhand_event event;
        struct offhand_request request;
        memset(&event, 0, sizeof event);
        memset(&request, 0, sizeof request);
        event.kind = (enum offhand_kind)below(12);
        event.state = (enum offhand_state)below(9);
        event.x = number(), event.y = number(), event.scale = number(), event.scale_velocity = number(), event.vx = number();
        request.size = below(50) ? sizeof request : below(1000);
        request.id = below(50);
        request.width = number(), request.height = number();
        request.compact_width = number(), request.compact_height = number();
        request.minimum_width = number(), request.minimum_height = number();
        request.anchor = below(2) ? &anchor : NULL;
        request.bounds = below(2) ? &bounds : NULL;
        request.reserved = &reserved;
        request.reserved_count = below(2);
        request.role = (enum offhand_role)below(7);
        request.preferred_side = (enum offhand_side)below(12);
        request.following = (enum offhand_following)below(5);
        request.event = below(2) ? &event : NULL;
        request.time = moment();
        const struct offhand_placement *placement = offhand_place(handle, &request);
        if (placement)
            broken += !isfinite(placement->rect.x) || !isfinite(placement->rect.height) || !isfinite(placement->target_x);
    }
    if (below(4))
        drain(handle);
}

int main(int argc, char **argv)
{
    long calls = argc > 1 ? atol(argv[1]) : 100000, made = 0, refused = 0;
    state = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;
    while (calls > 0) {
        struct offhand *handle = make();
        long share = (long)(500 + below(4000));
        memset(active, 0, sizeof active);
        now = 0;
        made++;
        refused += !handle;
        if (!handle)
            share = 10; /* NULL is ignored as well */
        for (; share > 0 && calls > 0; share--, calls--)
            call(handle);
        if (handle) {
            offhand_cancel(handle, moment());
            drain(handle);
            for (size_t index = 0; index < sizeof active / sizeof(int); index++)
                broken += (&active[0][0])[index];
        }
        offhand_unref(handle);
    }
    printf("%ld handles, %ld refused, %ld faults\n", made, refused, broken);
    return broken != 0;
}
