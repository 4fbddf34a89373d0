/*
 * SDL2's gestures as a recognizer for offhand-bench: cc -shared -fPIC -I Sources/COffhandBench/include sdl2-recognizer.c -lSDL2
 *
 * SDL reports how far the fingers of a touch device spread and turn with every report and has no thresholds: a pinch or a rotation
 * begins here where it can be known (2 mm of span, 3 degrees), so what is measured is the best that a program on SDL can do without
 * looking at the touches itself. See sdl2.c for the device.
 */
#include <SDL.h>
#include <math.h>
#include <offhand-bench.h>

struct place {
    uint64_t id;
    float x, y;
};

struct recognizer {
    double width, height;
    struct place places[32]; /* of the fingers that are down: SDL wants the way since the last report */
    int fingers;
    double span, turn;
    bool is_active[2];
    struct offhand_bench_event events[16];
    size_t count, next;
};

static void *create(double width, double height) {
    SDL_SetHint(SDL_HINT_VIDEODRIVER, "dummy");
    SDL_SetHint(SDL_HINT_MOUSE_TOUCH_EVENTS, "1");
    if (!SDL_WasInit(SDL_INIT_VIDEO) && SDL_Init(SDL_INIT_VIDEO) != 0) return NULL;
    struct recognizer *recognizer = SDL_calloc(1, sizeof *recognizer);
    if (recognizer) recognizer->width = width, recognizer->height = height;
    return recognizer;
}

static void report(struct recognizer *recognizer, uint32_t gesture, enum offhand_bench_state state, int64_t time) {
    if (recognizer->count == sizeof recognizer->events / sizeof *recognizer->events) return;
    recognizer->events[recognizer->count++] = (struct offhand_bench_event){gesture, state, time};
}

static void follow(struct recognizer *recognizer, uint32_t gesture, bool has_begun, int64_t time) {
    if (recognizer->is_active[gesture]) {
        report(recognizer, gesture, OFFHAND_BENCH_CHANGED, time);
    } else if (has_begun) {
        recognizer->is_active[gesture] = true;
        report(recognizer, gesture, OFFHAND_BENCH_BEGAN, time);
    }
}

static void drain(struct recognizer *recognizer, int64_t time) {
    SDL_Event events[64];
    int count;
    while ((count = SDL_PeepEvents(events, 64, SDL_GETEVENT, SDL_FIRSTEVENT, SDL_LASTEVENT)) > 0) {
        for (int i = 0; i < count; i++) {
            if (events[i].type != SDL_MULTIGESTURE || events[i].mgesture.numFingers != 2) continue;
            /* Of the distance of a finger from the middle, in parts of the panel. */
            recognizer->span += 2 * (double)events[i].mgesture.dDist * recognizer->width;
            recognizer->turn += (double)events[i].mgesture.dTheta;
            follow(recognizer, 0, fabs(recognizer->span) > 2, time);
            follow(recognizer, 1, fabs(recognizer->turn) > 3 * 3.14159265358979 / 180, time);
        }
    }
}

/* The place of a touch in the last report; NULL if there are more fingers than places. */
static struct place *place(struct recognizer *recognizer, uint64_t id, bool is_landing) {
    for (int i = 0; i < recognizer->fingers; i++)
        if (recognizer->places[i].id == id) return &recognizer->places[i];
    if (!is_landing || recognizer->fingers == 32) return NULL;
    recognizer->places[recognizer->fingers].id = id;
    return &recognizer->places[recognizer->fingers++];
}

static void process(void *instance, const struct offhand_bench_frame *frame) {
    struct recognizer *recognizer = instance;
    recognizer->count = recognizer->next = 0;
    for (size_t i = 0; i < frame->touch_count; i++) {
        const struct offhand_bench_touch *touch = &frame->touches[i];
        if (touch->phase == OFFHAND_BENCH_STATIONARY) continue;
        struct place *last = place(recognizer, touch->id, touch->phase == OFFHAND_BENCH_DOWN);
        if (!last) continue;
        SDL_Event event = {0};
        event.type = touch->phase == OFFHAND_BENCH_DOWN ? SDL_FINGERDOWN
                     : touch->phase == OFFHAND_BENCH_MOTION ? SDL_FINGERMOTION : SDL_FINGERUP;
        event.tfinger.touchId = SDL_MOUSE_TOUCHID;
        event.tfinger.fingerId = (SDL_FingerID)touch->id;
        event.tfinger.x = (float)(touch->x / recognizer->width);
        event.tfinger.y = (float)(touch->y / recognizer->height);
        event.tfinger.pressure = 1;
        if (event.type != SDL_FINGERDOWN) {
            event.tfinger.dx = event.tfinger.x - last->x;
            event.tfinger.dy = event.tfinger.y - last->y;
        }
        last->x = event.tfinger.x, last->y = event.tfinger.y;
        SDL_PushEvent(&event);
        if (event.type == SDL_FINGERUP) *last = recognizer->places[--recognizer->fingers];
        if (event.type == SDL_FINGERMOTION) continue;
        for (uint32_t gesture = 0; gesture < 2; gesture++) {
            if (recognizer->is_active[gesture]) report(recognizer, gesture, OFFHAND_BENCH_ENDED, frame->time);
            recognizer->is_active[gesture] = false;
        }
        recognizer->span = recognizer->turn = 0;
    }
    drain(recognizer, frame->time);
}

static const struct offhand_bench_event *next(void *instance) {
    struct recognizer *recognizer = instance;
    return recognizer->next < recognizer->count ? &recognizer->events[recognizer->next++] : NULL;
}

const struct offhand_bench_recognizer *offhand_bench_recognizer(void) {
    static const char *const gestures[] = {"pinch", "rotation", NULL};
    static const struct offhand_bench_recognizer table = {
        .size = sizeof table, .name = "SDL2's gestures", .gestures = gestures, .create = create, .destroy = SDL_free,
        .process = process, .next = next};
    return &table;
}
