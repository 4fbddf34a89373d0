/* A client of the library as C programs are: client [ROUNDS]. Every function, one gesture after the other. Built with COUNT, it fails
 * if the second half of the rounds allocates. */
#include <offhand.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#ifdef COUNT
#include "allocation_count.h"

_Static_assert(
    OFFHAND_VERSION_NUMBER == OFFHAND_VERSION_MAJOR * 10000 + OFFHAND_VERSION_MINOR * 100 + OFFHAND_VERSION_PATCH, "a number to compare");
#endif

static long events, deliveries;

static void drain(struct offhand *handle)
{
    int64_t deadline;
    size_t touches = 0;
    for (const struct offhand_event *event; (event = offhand_next(handle)); events++)
        while (offhand_event_touch(handle, event, touches))
            touches++;
    while (offhand_next_delivery(handle))
        deliveries++;
    (void)offhand_deadline(handle, &deadline);
}

static void place(struct offhand *handle, uint64_t id)
{
    struct offhand_rect reserved = {0, 0, 300, 10}, anchor = {100, 80, 20, 10};
    struct offhand_request request = {0};
    request.size = sizeof request;
    request.id = id;
    request.width = 40;
    request.height = 15;
    request.reserved = &reserved;
    request.reserved_count = 1;
    request.anchor = id % 2 ? &anchor : NULL;
    request.role = OFFHAND_MENU;
    if (offhand_place(handle, &request))
        (void)offhand_hidden(handle, &anchor);
}

/* One to five fingers land, spread, and lift; every third round they rest for a second before. */
static int64_t round_of(struct offhand *handle, int64_t time, int fingers, int round)
{
    for (int step = 0; step <= 20; step++) {
        for (int finger = 0; finger < fingers; finger++) {
            double angle = finger * 1.2 + 0.3, reach = 20 + (step > 2 ? step * 1.5 : 0);
            double x = 150 + cos(angle) * reach, y = 95 + sin(angle) * reach;
            if (step == 0)
                offhand_down(handle, 7, finger, time, x, y);
            else
                offhand_motion(handle, 7, finger, time, x, y);
            offhand_shape(handle, 7, finger, time, 9, 7, 0.2);
            drain(handle);
        }
        offhand_frame(handle);
        if (step == 10 && round % 11 == 0 && offhand_exempt(handle, 7, 0))
            offhand_set_client(handle, 7, 0, 1);
        drain(handle);
        for (int finger = 0; finger < fingers; finger++)
            (void)offhand_predict(handle, time + 25000000, time, 7, finger);
        place(handle, round % 3);
        time += step == 2 && round % 3 == 0 ? 1000000000 : 8000000;
        offhand_advance(handle, time - 1);
        drain(handle);
    }
    for (int finger = 0; finger < fingers; finger++)
        offhand_up(handle, 7, finger, time);
    offhand_frame(handle);
    offhand_end_batch(handle);
    drain(handle);
    offhand_forget(handle, round % 3);
    (void)offhand_enable(handle, "pan", round % 5);
    if (round % 7 == 0)
        offhand_cancel(handle, time);
    else if (round % 7 == 1)
        offhand_cancel_device(handle, 7, time);
    else if (round % 7 == 2)
        offhand_cancel_touch(handle, 7, 0, time);
    drain(handle);
    return time + 1000000000;
}

static int run(const struct offhand_options *options, int rounds)
{
    char error[200];
    struct offhand *handle = offhand_ref(offhand_new(options, error, sizeof error));
    if (!handle) {
        fprintf(stderr, "%s\n", error);
        return 1;
    }
    offhand_unref(handle);
    int64_t time = 1000000000;
    unsigned long before = 0;
    for (int round = 0; round < rounds; round++) {
#ifdef COUNT
        if (round == rounds / 2)
            before = allocation_count();
#endif
        time = round_of(handle, time, round % 5 + 1, round);
    }
    int failed = 0;
#ifdef COUNT
    if (allocation_count() != before) {
        fprintf(stderr, "%lu allocations in the second half of the rounds\n", allocation_count() - before);
        failed = 1;
    }
#endif
    struct offhand_recognizer pan = {0};
    pan.size = sizeof pan;
    pan.kind = OFFHAND_PAN;
    failed |= offhand_set_recognizers(handle, &pan, 1, NULL, 0);
    struct offhand_builder *builder = offhand_builder_new(NULL, NULL);
    offhand_builder_add_output(builder, 0, 0, 300, 190);
    offhand_builder_add(builder, &pan, "wide");
    offhand_builder_relate(builder, OFFHAND_SIMULTANEOUS, "wide");
    struct offhand *built = offhand_builder_finish(builder, NULL, 0);
    offhand_down_with(built, 0, 0, time, 9, 9, OFFHAND_TOOL_PEN);
    failed |= !built || offhand_version_number() != OFFHAND_VERSION_NUMBER;
    offhand_unref(built);
    (void)before;
    (void)offhand_hand(handle, NULL);
    place(handle, 1);
    (void)offhand_explain(handle, 1);
    struct offhand_rect turned = {0, 0, 190, 300};
    failed |= offhand_set_outputs(handle, &turned, 1);
    failed |= !offhand_get_diagnostics(handle);
    failed |= offhand_unwrap_ms((INT64_C(1) << 32) * 1000000 - 1, 5) != ((INT64_C(1) << 32) + 5) * 1000000;
    offhand_unref(handle);
    return failed;
}

int main(int argc, char **argv)
{
    int rounds = argc > 1 ? atoi(argv[1]) : 60;
    static const char *const pipelines[] = {"standard", "navigation", "measure", "original", NULL};
    static const char *const requires_failure[] = {"double-tap", NULL};
    const struct offhand_rect panel = {0, 0, 300, 190};
    struct offhand_recognizer recognizers[4] = {{0}, {0}, {0}, {0}};
    recognizers[0].kind = OFFHAND_TAP;
    recognizers[0].name = "double-tap";
    recognizers[0].taps = 2;
    recognizers[1].kind = OFFHAND_TAP;
    recognizers[1].requires_failure = requires_failure;
    recognizers[2].kind = OFFHAND_TRANSFORM;
    recognizers[3].kind = OFFHAND_EDGE_PAN;
    recognizers[3].flags = OFFHAND_DELAYS_TOUCHES;
    for (int index = 0; index < 4; index++)
        recognizers[index].size = sizeof recognizers[index];
    int failed = 0;
    for (int index = 0; index < 5; index++)
        for (uint32_t flags = 0; flags < 8; flags++) {
            struct offhand_options options = {0};
            options.size = sizeof options;
            options.pipeline = pipelines[index];
            options.outputs = &panel;
            options.output_count = 1;
            options.flags = flags;
            options.filters = flags == 3 ? 7 : 0;
            if (!pipelines[index]) {
                options.recognizers = recognizers;
                options.recognizer_count = 4;
            }
            failed |= run(&options, rounds);
        }
    struct offhand_options impossible = {0};
    char error[20];
    failed |= offhand_new(&impossible, error, sizeof error) != NULL;
    printf("%ld events, %ld deliveries with %s\n", events, deliveries, offhand_version());
    return failed || events == 0 || deliveries == 0;
}
