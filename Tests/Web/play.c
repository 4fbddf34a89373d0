/* Plays a tape of calls (Tests/Support/TouchTape) through liboffhand: play PIPELINE plain|hand|place|all <TAPE >RESULTS
 *
 * Results are words of 64 bits: for each event 1 and its fields in the order of the header, the name as the sum of its bytes; for each
 * frame, with the hand, 2 and what is known of it; with places, 3 and the fields of one. Tests/Web/equal.mjs does the same with the wasm.
 * With all there are filters, two places in each frame, and also 4 and the fields of each delivery, and 5 and those of a prediction. */
#include <offhand.h>
#include <stdio.h>
#include <string.h>

enum { RECORDING, DOWN, MOTION, SHAPE, UP, CANCEL_TOUCH, CANCEL_DEVICE, CANCEL, FRAME, END };

static void word(uint64_t value) { fwrite(&value, 8, 1, stdout); }
static void real(double value) {
    uint64_t bits;
    memcpy(&bits, &value, 8);
    word(bits);
}

static int plays_all;

static const struct offhand_event *drain(struct offhand *handle) {
    const struct offhand_event *event, *last = NULL;
    while ((event = offhand_next(handle))) {
        uint64_t name = 0;
        for (const char *at = event->name; *at; at++) name = name * 31 + (unsigned char)*at;
        last = event;
        word(1), word(name), word((uint64_t)event->time), word(event->kind), word(event->state);
        real(event->x), real(event->y), real(event->dx), real(event->dy), real(event->vx), real(event->vy);
        real(event->scale), real(event->scale_velocity), real(event->rotation), real(event->rotation_velocity);
        real(event->hand_confidence), word(event->fingers), word(event->taps), word(event->edge), word(event->direction);
        word(event->hand), word(event->hand_index), word(event->recognizer), word(event->touches);
    }
    for (const struct offhand_delivery *delivery; plays_all && (delivery = offhand_next_delivery(handle));) {
        word(4), word((uint64_t)delivery->time), word(delivery->phase), word(delivery->device), word((uint64_t)delivery->slot);
        real(delivery->x), real(delivery->y);
    }
    return last;
}

static void predict(struct offhand *handle, int64_t time, uint32_t device, int32_t slot) {
    const struct offhand_prediction *expected = offhand_predict(handle, time + 24000000, time, device, slot);
    word(5);
    if (!expected) return;
    real(expected->x), real(expected->y), real(expected->measured_x), real(expected->measured_y), real(expected->uncertainty);
}

static void place(struct offhand *handle, enum offhand_role role, const struct offhand_event *event) {
    struct offhand_request request = {.size = sizeof request, .id = UINT64_MAX - (role == OFFHAND_HUD), .width = 40, .height = 30,
        .role = role, .event = event, .following = role == OFFHAND_HUD ? OFFHAND_FOLLOWS : 0};
    const struct offhand_placement *place = offhand_place(handle, &request);
    word(3);
    if (!place) return;
    real(place->rect.x), real(place->rect.y), real(place->rect.width), real(place->rect.height);
    real(place->target_x), real(place->target_y), real(place->hidden), real(place->hand_confidence);
    word(place->hand), word(place->side), word(place->reason), word(place->transition);
    word(place->needs_leader), word(place->is_clipped), word(place->is_shown);
}

int main(int argc, char **argv) {
    if (argc != 3) return 64;
    plays_all = !strcmp(argv[2], "all");
    struct offhand *handle = NULL;
    union { uint64_t words[8]; int64_t integers[8]; double reals[8]; } call, touched = {{0}};
    static char buffer[1 << 20];
    setvbuf(stdout, buffer, _IOFBF, sizeof buffer);
    while (fread(&call, 64, 1, stdin) == 1) {
        uint32_t device = (uint32_t)call.words[1];
        int32_t slot = (int32_t)call.integers[2];
        int64_t time = call.integers[3];
        const double *given = call.reals + 4;
        const struct offhand_event *last = NULL;
        switch (call.words[0]) {
        case RECORDING: {
            struct offhand_rect panel = {given[0], given[1], given[2], given[3]};
            struct offhand_options options = {.size = sizeof options, .pipeline = argv[1], .outputs = &panel, .output_count = 1,
                .flags = (strcmp(argv[2], "plain") ? OFFHAND_INFER_HAND : 0) | (plays_all ? OFFHAND_RELAY : 0),
                .filters = plays_all ? OFFHAND_FILTER_PALM | OFFHAND_FILTER_NOISE | OFFHAND_FILTER_JITTER : 0,
                .posture = (enum offhand_posture)device};
            char error[300];
            offhand_unref(handle);
            handle = offhand_new(&options, error, sizeof error);
            if (!handle) return fprintf(stderr, "%s\n", error), 1;
            break;
        }
        case DOWN: offhand_down(handle, device, slot, time, given[0], given[1]); break;
        case MOTION: offhand_motion(handle, device, slot, time, given[0], given[1]); break;
        case SHAPE: offhand_shape(handle, device, slot, time, given[0], given[1], given[2]); break;
        case UP: offhand_up(handle, device, slot, time); break;
        case CANCEL_TOUCH: offhand_cancel_touch(handle, device, slot, time); break;
        case CANCEL_DEVICE: offhand_cancel_device(handle, device, time); break;
        case CANCEL: offhand_cancel(handle, time); break;
        case FRAME: offhand_frame(handle); break;
        case END:
            while (offhand_deadline(handle, &time)) offhand_advance(handle, time), drain(handle);
            break;
        default: return 65;
        }
        last = drain(handle);
        if (call.words[0] == DOWN || call.words[0] == MOTION) touched = call;
        if (call.words[0] != FRAME || !strcmp(argv[2], "plain")) continue;
        double confidence = 0;
        word(2), word(offhand_hand(handle, &confidence)), real(confidence);
        if (plays_all) {
            predict(handle, touched.integers[3], (uint32_t)touched.words[1], (int32_t)touched.integers[2]);
            place(handle, OFFHAND_HUD, last);
        }
        if (plays_all || !strcmp(argv[2], "place")) place(handle, OFFHAND_POPOVER, last);
    }
    offhand_unref(handle);
    return fflush(stdout) ? 1 : 0;
}
