/* A gesture recognizer in a shared library, for `offhand-bench recognizers --plugin FILE`.
 *
 * Whoever writes a recognizer in another language measures it without Swift: the shared library exports one function,
 * offhand_bench_recognizer(), which returns a table of functions. It gets the same frames as every other subject, and its events are
 * judged and timed in the same way.
 *
 * Units      Lengths are millimetres on the glass, x to the right, y down; times are nanoseconds of the events' own clock.
 * Frames     All changes of one moment come in one frame, which also has the touches that did not move. Times rise. A touch has one
 *            id from its landing to its lift.
 * Deadlines  Where time alone decides (the end of a tap, a long press), `deadline` says when; `advance` is called with that time before
 *            the next frame is processed.
 * Threads    Everything is called by one thread. Several instances exist at once.
 * Lifetime   The table and its strings stay valid while the process runs; an event until the next call on its instance.
 */
#ifndef OFFHAND_BENCH_H
#define OFFHAND_BENCH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum offhand_bench_phase {
    OFFHAND_BENCH_DOWN = 0,
    OFFHAND_BENCH_MOTION = 1,
    OFFHAND_BENCH_STATIONARY = 2, /**< down, and did not move */
    OFFHAND_BENCH_UP = 3,
    OFFHAND_BENCH_CANCEL = 4      /**< taken away: never a lift */
};

struct offhand_bench_touch {
    uint64_t id;
    enum offhand_bench_phase phase;
    double x, y;
};

struct offhand_bench_frame {
    int64_t time;
    size_t touch_count;
    const struct offhand_bench_touch *touches;
};

enum offhand_bench_state {
    OFFHAND_BENCH_BEGAN = 0,
    OFFHAND_BENCH_CHANGED = 1,
    OFFHAND_BENCH_ENDED = 2,
    OFFHAND_BENCH_CANCELLED = 3,
    OFFHAND_BENCH_RECOGNIZED = 4 /**< all of a gesture that happens at once, such as a tap */
};

struct offhand_bench_event {
    uint32_t gesture; /**< an index in `gestures` of the table */
    enum offhand_bench_state state;
    int64_t time;     /**< of the frame or the deadline that decided */
};

/** A recognizer. Every member is required, except where it says otherwise. */
struct offhand_bench_recognizer {
    size_t size;                 /**< sizeof(struct offhand_bench_recognizer) */
    const char *name;            /**< in reports: at most 31 bytes of UTF-8 */
    const char *const *gestures; /**< the names of the gestures it recognizes, NULL at the end; it is judged for those that a workload
                                  * expects: tap, double-tap, long-press, pan, swipe, pinch, rotation, screen-edge-pan. Up to 64 */
    void *(*create)(double width, double height); /**< an instance for a panel of this size; NULL if that is impossible */
    void (*destroy)(void *instance);
    void (*process)(void *instance, const struct offhand_bench_frame *frame);
    const struct offhand_bench_event *(*next)(void *instance); /**< the next event of the last call; NULL: no more */
    bool (*deadline)(void *instance, int64_t *time); /**< the next moment at which time alone decides; false: none. May be NULL */
    void (*advance)(void *instance, int64_t time);   /**< that moment has come. May be NULL if `deadline` is */
};

/** The function that the shared library exports. */
const struct offhand_bench_recognizer *offhand_bench_recognizer(void);

#ifdef __cplusplus
}
#endif

#endif
