/* Plays recordings and prints what came out, to the bit: events FILE [RECORDING PIPELINE MODE]
 *
 * FILE holds records of recordings.py. Every recording is played with every named pipeline in every mode: recognizers alone; with
 * filters, deliveries and the hand; with the hand, and in each frame a prediction and two placements. Prints a line for each: the number
 * of results, and a number that all their bits went into. With RECORDING, PIPELINE and MODE only that is played, and each result is
 * printed, every number as its bits. */
#include <offhand.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct record {
    int32_t kind, slot;
    int64_t time;
    double a, b, c;
};
enum { BEGINS, DOWN, MOTION, SHAPE, UP, FRAME };

static const char *const pipelines[] = {"standard", "navigation", "measure", "original"};
static const char *const modes[] = {"plain", "hand", "place"};
static uint64_t sum, results;
static int prints;

static void word(const char *name, uint64_t bits)
{
    for (int byte = 0; byte < 8; byte++)
        sum = (sum ^ (bits >> byte * 8 & 255)) * 0x100000001B3u;
    if (prints)
        printf(" %s=%016" PRIx64, name, bits);
}

static void real(const char *name, double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    word(name, bits);
}

static void begin(const char *what)
{
    results++;
    if (prints)
        fputs(what, stdout);
}

static void end(void)
{
    if (prints)
        putchar('\n');
}

#define WORD(of, field) word(#field, (uint64_t)(of)->field)
#define REAL(of, field) real(#field, (of)->field)

static struct offhand_event last;

static void drain(struct offhand *handle)
{
    for (const struct offhand_event *event; (event = offhand_next(handle)); end()) {
        begin(event->name);
        WORD(event, time), WORD(event, kind), WORD(event, state), WORD(event, fingers), WORD(event, taps), WORD(event, edge);
        WORD(event, direction), WORD(event, hand), WORD(event, hand_index), WORD(event, recognizer);
        REAL(event, x), REAL(event, y), REAL(event, dx), REAL(event, dy), REAL(event, vx), REAL(event, vy), REAL(event, scale);
        REAL(event, scale_velocity), REAL(event, rotation), REAL(event, rotation_velocity), REAL(event, hand_confidence);
        last = *event;
    }
    for (const struct offhand_delivery *delivery; (delivery = offhand_next_delivery(handle)); end()) {
        begin("delivery");
        WORD(delivery, time), WORD(delivery, phase), WORD(delivery, device), WORD(delivery, slot);
        REAL(delivery, x), REAL(delivery, y);
    }
}

/* What is asked once the frame that ends at `time` is complete; `slot` is a touch of it. */
static void ask(struct offhand *handle, int64_t time, int32_t slot)
{
    double confidence = 0;
    begin("hand");
    word("hand", (uint64_t)offhand_hand(handle, &confidence));
    real("confidence", confidence);
    end();
    const struct offhand_prediction *expected = offhand_predict(handle, time + 24000000, time, 0, slot);
    if (expected) {
        begin("prediction");
        REAL(expected, x), REAL(expected, y), REAL(expected, measured_x), REAL(expected, measured_y), REAL(expected, uncertainty);
        end();
    }
    for (uint64_t id = 0; id < 2; id++) {
        struct offhand_request request;
        memset(&request, 0, sizeof request);
        request.size = sizeof request;
        request.id = id;
        request.width = id ? 50 : 20, request.height = id ? 70 : 9;
        request.role = id ? OFFHAND_MENU : OFFHAND_HUD;
        request.following = id ? OFFHAND_FIXED : OFFHAND_FOLLOWS;
        request.event = last.name ? &last : NULL;
        const struct offhand_placement *placement = offhand_place(handle, &request);
        if (!placement)
            continue;
        begin("placement");
        real("rect.x", placement->rect.x), real("rect.y", placement->rect.y);
        real("rect.width", placement->rect.width), real("rect.height", placement->rect.height);
        REAL(placement, target_x), REAL(placement, target_y), REAL(placement, hidden), REAL(placement, hand_confidence);
        WORD(placement, hand), WORD(placement, side), WORD(placement, reason), WORD(placement, transition);
        WORD(placement, needs_leader), WORD(placement, is_clipped), WORD(placement, is_shown);
        end();
    }
}

/* One recording, the records from `record` to before `behind`. */
static int play(const struct record *record, const struct record *behind, const char *pipeline, int mode)
{
    static const uint32_t flags[] = {0, OFFHAND_INFER_HAND | OFFHAND_RELAY, OFFHAND_INFER_HAND};
    struct offhand_rect panel = {0, 0, record->a, record->b};
    struct offhand_options options;
    memset(&options, 0, sizeof options);
    options.size = sizeof options;
    options.pipeline = pipeline;
    options.outputs = &panel;
    options.output_count = 1;
    options.flags = flags[mode];
    options.filters = mode == 1 ? OFFHAND_FILTER_PALM | OFFHAND_FILTER_NOISE | OFFHAND_FILTER_JITTER : 0;
    struct offhand *handle = offhand_new(&options, NULL, 0);
    if (!handle)
        return 1;
    sum = 0xCBF29CE484222325u;
    results = 0;
    memset(&last, 0, sizeof last);
    int64_t due;
    int32_t touched = 0;
    for (record++; record < behind; record++) {
        while (offhand_deadline(handle, &due) && due < record->time) {
            offhand_advance(handle, due);
            drain(handle);
        }
        if (record->kind == DOWN)
            offhand_down(handle, 0, touched = record->slot, record->time, record->a, record->b);
        else if (record->kind == MOTION)
            offhand_motion(handle, 0, touched = record->slot, record->time, record->a, record->b);
        else if (record->kind == SHAPE)
            offhand_shape(handle, 0, record->slot, record->time, record->a, record->b, record->c);
        else if (record->kind == UP)
            offhand_up(handle, 0, record->slot, record->time);
        else
            offhand_frame(handle);
        drain(handle);
        if (mode == 2 && record->kind == FRAME)
            ask(handle, record->time, touched);
    }
    while (offhand_deadline(handle, &due))
        offhand_advance(handle, due);
    drain(handle);
    offhand_unref(handle);
    return 0;
}

int main(int argc, char **argv)
{
    FILE *file = argc == 2 || argc == 5 ? fopen(argv[1], "rb") : NULL;
    if (!file || fseek(file, 0, SEEK_END))
        return 64;
    size_t count = (size_t)ftell(file) / sizeof(struct record);
    struct record *records = malloc(count * sizeof *records + 1);
    rewind(file);
    if (!records || fread(records, sizeof *records, count, file) != count)
        return 65;
    fclose(file);
    prints = argc == 5;
    int32_t recording = 0;
    for (size_t first = 0, next; first < count; first = next, recording++) {
        for (next = first + 1; next < count && records[next].kind != BEGINS;)
            next++;
        for (int pipeline = 0; pipeline < 4; pipeline++)
            for (int mode = 0; mode < 3; mode++) {
                if (prints && (recording != atoi(argv[2]) || strcmp(pipelines[pipeline], argv[3]) || strcmp(modes[mode], argv[4])))
                    continue;
                if (play(&records[first], &records[next], pipelines[pipeline], mode))
                    return 1;
                if (!prints)
                    printf("%" PRId32 " %s %s %" PRIu64 " %016" PRIx64 "\n", recording, pipelines[pipeline], modes[mode], results, sum);
            }
    }
    free(records);
    return 0;
}
