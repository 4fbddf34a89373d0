/* A recognizer of taps for offhand-bench: cc -shared -fPIC -I Sources/COffhandBench/include recognizer.c -o recognizer.so
 *
 * One finger that lifts within 0.75 s and 3.4 mm of its landing. `offhand-bench recognizers --plugin ./recognizer.so` measures it. */
#include <offhand-bench.h>
#include <stdlib.h>

struct taps {
    uint64_t id;
    int64_t landing;
    double x, y;
    int fingers;
    bool is_possible, has_event;
    struct offhand_bench_event event;
};

static void *create(double width, double height) {
    (void)width, (void)height;
    return calloc(1, sizeof(struct taps));
}

static bool is_near(const struct taps *taps, const struct offhand_bench_touch *touch) {
    double dx = touch->x - taps->x, dy = touch->y - taps->y;
    return dx * dx + dy * dy <= 3.4 * 3.4;
}

static void process(void *instance, const struct offhand_bench_frame *frame) {
    struct taps *taps = instance;
    taps->has_event = false;
    for (size_t i = 0; i < frame->touch_count; i++) {
        const struct offhand_bench_touch *touch = &frame->touches[i];
        switch (touch->phase) {
        case OFFHAND_BENCH_DOWN:
            taps->is_possible = taps->fingers++ == 0;
            taps->id = touch->id, taps->landing = frame->time, taps->x = touch->x, taps->y = touch->y;
            break;
        case OFFHAND_BENCH_MOTION:
        case OFFHAND_BENCH_STATIONARY:
            if (!is_near(taps, touch)) taps->is_possible = false;
            break;
        case OFFHAND_BENCH_UP:
        case OFFHAND_BENCH_CANCEL:
            taps->fingers--;
            if (taps->is_possible && touch->id == taps->id && touch->phase == OFFHAND_BENCH_UP && is_near(taps, touch) &&
                frame->time - taps->landing <= 750000000) {
                taps->has_event = true;
                taps->event = (struct offhand_bench_event){.gesture = 0, .state = OFFHAND_BENCH_RECOGNIZED, .time = frame->time};
            }
            taps->is_possible = false;
        }
    }
}

static const struct offhand_bench_event *next(void *instance) {
    struct taps *taps = instance;
    if (!taps->has_event) return NULL;
    taps->has_event = false;
    return &taps->event;
}

const struct offhand_bench_recognizer *offhand_bench_recognizer(void) {
    static const char *const gestures[] = {"tap", NULL};
    static const struct offhand_bench_recognizer table = {
        .size = sizeof table, .name = "taps in C", .gestures = gestures,
        .create = create, .destroy = free, .process = process, .next = next};
    return &table;
}
