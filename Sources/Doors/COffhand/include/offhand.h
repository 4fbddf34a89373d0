/* Offhand for C: touch gestures, the hand behind the fingers, and places that this hand does not hide.
 *
 * Feed the touches of a touch screen, read the events of gestures:
 *
 *     char error[200];
 *     struct offhand *gestures = offhand_new(NULL, error, sizeof error);
 *     if (!gestures) errx(1, "%s", error);
 *
 *     offhand_down(gestures, 0, slot, time, x, y);
 *     offhand_frame(gestures);
 *     for (const struct offhand_event *event; (event = offhand_next(gestures)); )
 *         if (event->kind == OFFHAND_PINCH) printf("%s %g\n", offhand_state_name(event->state), event->scale);
 *
 * A finger that lands after another dragged pinches with it: touches are one hand's until two people are proven, see offhand_flags.
 *
 * Units      Lengths are millimetres on the glass: x to the right, y down, on one plane that holds all outputs. Times are
 *            nanoseconds, those of the touches (CLOCK_MONOTONIC with libinput); the library reads no clock. Angles are
 *            radians, clockwise positive. Velocities are per second.
 * Results    Any call that feeds may complete a frame of touches, and so cause events: read them after each of those calls, or
 *            at least after the last one of a batch. What a call returns belongs to the library and is valid until the next
 *            call that feeds, places or sets something on the same handle. These structs grow at their end in later versions:
 *            where an older library may run, read a field that came with 0.2 only if offhand_version_number() is 200 or more.
 * Structs    Structs that the caller fills begin with `size_t size`, set to the sizeof of the struct; zero the rest of the
 *            struct, then set what you need: zero is the default of every field. They grow at their end in later versions, which
 *            also take the sizes of this one.
 * Enums      Later versions add values to enums: ignore an event of a kind or a state that you do not know.
 * Threads    A handle is used by one thread at a time; different handles are independent. The library starts no thread, keeps
 *            no global state, does no input or output, and allocates nothing once a handle has seen its first touches. With
 *            OFFHAND_DEBUG=1 in the environment when a handle is made, two threads in it at the same time, or a call with a handle
 *            that is freed, end the program with one line, and recognizers that keep each other from beginning are named.
 * Stability  A candidate for 1.0. Functions, enumerators and fields keep their names, values and places: a program that was compiled
 *            for this header runs with every later library. What is marked "May change until 1.0" may get another meaning before,
 *            and thresholds and texts may change in any version.
 * Errors     No argument makes a call end the program. Only functions that return a pointer, bool or an int can fail; they say how.
 *            Feeding functions ignore impossible input (a coordinate that is not finite, the lift of a touch that is not down)
 *            and count it, see offhand_get_diagnostics(). A NULL handle is ignored.
 */
#ifndef OFFHAND_H
#define OFFHAND_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define OFFHAND_VERSION_MAJOR 0
#define OFFHAND_VERSION_MINOR 2
#define OFFHAND_VERSION_PATCH 0
/** The version of this header as a number to compare, such as 100 for 0.1.0: 10000 for each major, 100 for each minor version. */
#define OFFHAND_VERSION_NUMBER (10000 * OFFHAND_VERSION_MAJOR + 100 * OFFHAND_VERSION_MINOR + OFFHAND_VERSION_PATCH)

/** The version of the library that runs, such as "0.1.0". */
const char *offhand_version(void);

/** The same as a number to compare, such as OFFHAND_VERSION_NUMBER. */
uint32_t offhand_version_number(void);

/* ------------------------------------------------------------------------------------------------------------- Setting up */

/** A set of recognizers with all of its state: one for each surface on which touches belong together. */
struct offhand;

/** A rectangle in millimetres. */
struct offhand_rect {
    double x, y, width, height;
};

/** The kind of a gesture. Taps, swipes and sequences are discrete, all others continuous. */
enum offhand_kind {
    OFFHAND_OTHER = 0,
    OFFHAND_TAP = 1,
    OFFHAND_LONG_PRESS = 2,
    OFFHAND_PAN = 3,
    OFFHAND_SWIPE = 4,
    OFFHAND_PINCH = 5,
    OFFHAND_ROTATION = 6,
    OFFHAND_TRANSFORM = 7, /**< pan, pinch and rotation in one */
    OFFHAND_EDGE_PAN = 8,  /**< a pan that begins at an edge of an output */
    OFFHAND_TAP_DRAG = 9,  /**< a tap, then a press in the same place that moves: it drags, or zooms with one finger */
    OFFHAND_SEQUENCE = 10  /**< several steps of the same fingers, one after the other: hold, then swipe; three swipe, then lift */
};

/** Edges of an output, as bits. */
enum offhand_edge {
    OFFHAND_EDGE_LEFT = 1,
    OFFHAND_EDGE_RIGHT = 2,
    OFFHAND_EDGE_TOP = 4,
    OFFHAND_EDGE_BOTTOM = 8
};

/** Directions of a swipe, as bits. */
enum offhand_direction {
    OFFHAND_DIRECTION_RIGHT = 1,
    OFFHAND_DIRECTION_DOWN_RIGHT = 2,
    OFFHAND_DIRECTION_DOWN = 4,
    OFFHAND_DIRECTION_DOWN_LEFT = 8,
    OFFHAND_DIRECTION_LEFT = 16,
    OFFHAND_DIRECTION_UP_LEFT = 32,
    OFFHAND_DIRECTION_UP = 64,
    OFFHAND_DIRECTION_UP_RIGHT = 128
};

/** The directions in which the fingers of a pan may move. */
enum offhand_axis {
    OFFHAND_AXIS_FREE = 0,
    OFFHAND_AXIS_HORIZONTAL = 1, /**< a pan that starts vertically fails */
    OFFHAND_AXIS_VERTICAL = 2
};

/** How a recognizer behaves among others, as bits. */
enum offhand_recognizer_flags {
    /** May be active together with every other gesture on the same touches. */
    OFFHAND_SIMULTANEOUS_WITH_ALL = 1,
    /** Only listens: it does not keep other gestures from beginning, and the clients below (those to which the caller
     * passes touches on, such as a compositor's clients) get its touches as if it were not there, whatever OFFHAND_DELAYS_TOUCHES
     * says. Without it, a recognized gesture takes its touches from them, see offhand_next_delivery(). */
    OFFHAND_LISTENS = 2,
    /** The clients below get the touches of this gesture only once it has failed. It then fails if more fingers still have to land 150 ms
     * after the first, or when one has moved by 2.5 mm, so that a touch of fewer fingers is soon theirs. */
    OFFHAND_DELAYS_TOUCHES = 4,
    /** A discrete gesture sends OFFHAND_UNCONFIRMED while it waits for others to fail. */
    OFFHAND_ANNOUNCES_UNCONFIRMED = 8,
    /** Takes no touches until offhand_enable(). */
    OFFHAND_DISABLED = 16,
    /** An edge pan also begins where two outputs touch, from either side. */
    OFFHAND_SEAMS = 32
};

/** What the fingers of a sequence do in one step. May change until 1.0. */
enum offhand_action {
    OFFHAND_HOLD = 0, /**< lie still for `duration`; after a drag that counts from where they come to rest */
    OFFHAND_DRAG = 1, /**< move by `distance` in one of `directions`; after another drag that counts from where they turn */
    OFFHAND_LIFT = 2  /**< lift; only as the last step */
};

/** One step of a sequence. The first begins when all fingers have landed, which takes 150 ms at most, each other one when the one before
 * is done; the sequence is recognized when the last one is. May change until 1.0. */
struct offhand_step {
    size_t size;                 /**< sizeof(struct offhand_step) */
    enum offhand_action action;
    uint32_t directions;         /**< drag: bits of offhand_direction; 0: right, down, left and up */
    double distance;             /**< mm. drag: 0: that of the recognizer */
    int64_t duration;            /**< ns. hold: 0: half a second */
    int64_t limit;               /**< ns from the end of the step before within which this one must be done; 0: half a second, for a hold in
                                  * addition to `duration` */
};

/** One recognizer of a pipeline made by the caller. */
struct offhand_recognizer {
    size_t size;                         /**< sizeof(struct offhand_recognizer) */
    const char *name;                    /**< 1 to 31 bytes of UTF-8, unique; NULL: the name of its kind, such as "pinch" */
    enum offhand_kind kind;              /**< required */
    uint32_t fingers_min, fingers_max;   /**< up to 32; 0: the default of the kind. A long press, a swipe and a sequence take one exact
                                          * number */
    uint32_t taps;                       /**< up to 100. tap: taps in a row, default 1; long press: taps before it, default 0; tap-drag: taps before it,
                                          * default 1 */
    uint32_t edges;                      /**< bits of offhand_edge. edge pan: from where it comes; 0: all. Others: where their touches must
                                          * land, along one edge (a swipe along it), or in the corner of two that meet; 0: anywhere */
    enum offhand_axis axis;              /**< pan */
    uint32_t directions;                 /**< swipe: bits of offhand_direction; 0: right, down, left and up */
    int32_t priority;                    /**< among gestures that begin in the same frame; higher goes first */
    uint32_t flags;                      /**< bits of offhand_recognizer_flags */
    double distance;                     /**< mm. pan, edge pan, pinch, transform, tap-drag: at which they begin; rotation: the arc; swipe: the
                                          * least length; sequence: that of its drags; tap, long press: the largest drift. 0: the default
                                          * of the kind */
    double contested_distance;           /**< mm. pan, pinch, rotation, transform, tap-drag: the same while these fingers may still become a tap;
                                          * people drift 2.5 mm when they tap, "standard" has 3.4 for a pan. 0: `distance` */
    int64_t duration;                    /**< ns. tap, swipe, edge pan: the longest; long press: the shortest. 0: the default of the
                                          * kind */
    const char *const *requires_failure; /**< names, NULL at the end: begins only when these have failed on the touches that it
                                          * shares with them. NULL: none */
    const char *const *simultaneous;     /**< names, NULL at the end: may be active together with these on the same touches. Where no
                                          * recognizer of the set has a relation (this, requires_failure or
                                          * OFFHAND_SIMULTANEOUS_WITH_ALL), a pan, a swipe, a pinch and a rotation whose fingers_min is
                                          * under 3 may be, as in "standard"; all others keep each other from beginning */
    double doubling_distance;            /**< mm. tap-drag: the way down that doubles the scale, "multitap" has 25; 0: it drags and does not
                                          * zoom */
    double lift_speed;                   /**< mm/s. swipe: recognized at the lift, if the fingers then still move at this speed, say 50; of
                                          * fingers that turn back the last stroke counts. 0: recognized in motion */
    struct offhand_rect area;            /**< where its touches must land, on the plane of the outputs; all 0: anywhere. Touches that land
                                          * elsewhere are left to others */
    double depth;                        /**< mm from `edges` within which its touches must land; 0: 4 */
    double part_from, part_to;           /**< the part of a single edge on which they must land, from 0 at its left or top end to 1; both 0:
                                          * all of it */
    size_t output;                       /**< the output on which they must land, from 1 on; 0: any. Refused if outputs are known and
                                          * this one is not among them */
    const struct offhand_step *steps;    /**< sequence: 1 to 16, all with the size of the first; NULL: a hold, then a drag. A gesture that
                                          * begins meanwhile, such as a pan, ends the sequence, unless it requires its failure or is
                                          * simultaneous */
    size_t step_count;
};

/** How the frames of the input end. */
enum offhand_input {
    OFFHAND_LIBINPUT = 0, /**< libinput: by LIBINPUT_EVENT_TOUCH_FRAME, or with the batch where that is missing */
    OFFHAND_WL_TOUCH = 1  /**< wl_touch: by wl_touch.frame, with the last lift where a compositor leaves the frame out, or with the
                           * batch where it never sends one */
};

/** What a handle does besides recognizing gestures, as bits. */
enum offhand_flags {
    /** Infers the hand behind the touches: events have a hand, and offhand_place() works. Two thirds of the cost of a frame. */
    OFFHAND_INFER_HAND = 1,
    /** Determines which touches the clients below may receive: offhand_next_delivery(). They keep those of the taps of "standard" and
     * "multitap", and lose those of all other gestures that do not listen. */
    OFFHAND_RELAY = 2,
    /** Takes all touches for those of one hand, in any case. Without it "standard", "multitap", "navigation" and pipelines of the caller's
     * own do so until two people are proven, who then have gestures of their own; on outputs with a diagonal under 300 mm always. */
    OFFHAND_ONE_HAND = 4,
    /** Two people may be proven on outputs of any size. Not together with OFFHAND_ONE_HAND. */
    OFFHAND_SEVERAL_HANDS = 8
};

/** Corrections of what touch screens report, as bits; in front of recognizers, hand and deliveries. */
enum offhand_filters {
    OFFHAND_FILTER_PALM = 1,   /**< leaves out contacts of 30 mm and more; needs offhand_shape() */
    OFFHAND_FILTER_NOISE = 2,  /**< measures the noise of resting fingers; recognizers ignore displacements below it */
    OFFHAND_FILTER_JITTER = 4, /**< holds the position of a finger that moves less than 0.2 mm */
    OFFHAND_FILTER_PEN = 8,    /**< leaves out fingers within 150 mm of a pen that is down, the hand that holds it; needs
                                * offhand_down_with() */
    OFFHAND_FILTER_GLITCH = 16, /**< joins a contact that the panel loses for up to 40 ms, once a device has done so twice; lifts are then
                                * late by as much, see offhand_deadline() */
    OFFHAND_FILTER_DESPIKE = 32 /**< takes out single reports that jump away by more than 8 mm and come back; a finger that starts or stops
                                 * at once is a report late */
};

/** How the panel is mounted or held. */
enum offhand_posture {
    OFFHAND_POSTURE_AUTOMATIC = 0,   /**< the one in which most panels of this size are used */
    OFFHAND_POSTURE_UNKNOWN = 1,
    OFFHAND_POSTURE_FLAT_TABLET = 2, /**< lies on a table */
    OFFHAND_POSTURE_MONITOR = 3,     /**< stands on a desk */
    OFFHAND_POSTURE_KIOSK = 4,       /**< upright, people stand at it */
    OFFHAND_POSTURE_TABLETOP = 5,    /**< a panel that is a table */
    OFFHAND_POSTURE_HANDHELD = 6,    /**< in one hand, touched with the other */
    OFFHAND_POSTURE_FACE_UP = 7,     /**< a phone on a table */
    OFFHAND_POSTURE_THUMBS = 8       /**< held and touched by the thumbs */
};

/** The side of a hand. */
enum offhand_handedness {
    OFFHAND_HAND_UNKNOWN = 0,
    OFFHAND_HAND_LEFT = 1,
    OFFHAND_HAND_RIGHT = 2,
    OFFHAND_HAND_BOTH = 3 /**< touches of one left and one right hand */
};

/** Options of a handle. */
struct offhand_options {
    size_t size;                                  /**< sizeof(struct offhand_options) */
    const char *pipeline;                         /**< "standard": taps of up to five fingers, long press, pan, swipe, pinch, rotation,
                                                   * edge pans; a fast drag is a pan and a swipe: a map ignores swipes, a pager
                                                   * ignores pans. "multitap": these with double and triple taps and the quick scale; a tap
                                                   * waits 0.3 s. "navigation": edge pans, swipes of three and of four fingers,
                                                   * pinches of three and more. "measure": pan, pinch and rotation at once, without
                                                   * thresholds. "original": the pinch that this project grew out of.
                                                   * NULL: "standard", or the recognizers below */
    const struct offhand_recognizer *recognizers; /**< a pipeline of the caller's own, at most 64, in the order in which gestures that
                                                   * begin together are considered; all with the size of the first */
    size_t recognizer_count;
    const struct offhand_rect *outputs;           /**< required by edge pans and by the hand; see offhand_set_outputs() */
    size_t output_count;
    enum offhand_input input;
    uint32_t flags;                               /**< bits of offhand_flags */
    uint32_t filters;                             /**< bits of offhand_filters */
    enum offhand_posture posture;
    enum offhand_handedness stated_hand;                /**< left or right, if the user has said so */
    double right_hand_prior;                      /**< the probability of a right hand before any touch; 0: 0.9, the share of people */
    enum offhand_edge user_edge;                  /**< the edge of the panel at which the user is; 0: the bottom */
};

/** Makes a handle with one reference. `options` NULL: all defaults.
 *
 * Returns NULL if the options are impossible, and then writes one line to `error` that says what is wrong and where, at most
 * `error_size` bytes with the NUL: a pipeline or a kind that is not known, a relation to a name that no recognizer has,
 * recognizers that wait for each other, more than 64 of them, a value that is not finite or out of range, a bit that this
 * version does not know. `error` may be NULL. */
struct offhand *offhand_new(const struct offhand_options *options, char *error, size_t error_size);

/** The same made call by call, for languages that must not put pointers to their own memory into structs: a builder copies what it is
 * given. `options` NULL: all defaults; its pointers and counts are ignored. `pipeline` NULL: "standard", or the recognizers added. What is
 * wrong offhand_builder_finish() says. */
struct offhand_builder;
struct offhand_builder *offhand_builder_new(const struct offhand_options *options, const char *pipeline);

/** Adds an output. */
void offhand_builder_add_output(struct offhand_builder *builder, double x, double y, double width, double height);

/** Adds a recognizer, whose pointers are ignored. `name` NULL: the name of its kind. */
void offhand_builder_add(struct offhand_builder *builder, const struct offhand_recognizer *recognizer, const char *name);

/** Adds a step to the recognizer that was added last. */
void offhand_builder_add_step(struct offhand_builder *builder, const struct offhand_step *step);

/** A relation between recognizers. */
enum offhand_relation {
    OFFHAND_REQUIRES_FAILURE = 0, /**< as `requires_failure` */
    OFFHAND_SIMULTANEOUS = 1      /**< as `simultaneous` */
};

/** Relates the recognizer that was added last to the one named `other`, which may be added later. */
void offhand_builder_relate(struct offhand_builder *builder, enum offhand_relation relation, const char *other);

/** Makes the handle as offhand_new() does, and frees the builder in any case. */
struct offhand *offhand_builder_finish(struct offhand_builder *builder, char *error, size_t error_size);

/** Adds a reference and returns `handle`; NULL for NULL. */
struct offhand *offhand_ref(struct offhand *handle);

/** Drops a reference; dropping the last one frees the handle and everything that it returned. */
void offhand_unref(struct offhand *handle);

/** Replaces the outputs: their rectangles on the plane, in millimetres. Touches that are down and gestures that are active continue;
 * edges count for touches that land from now on. Without outputs there are no edge pans, and none begins where two outputs touch: a
 * finger that crosses from one to the other is no pull.
 *
 * Returns 0, or -1 and changes nothing if `outputs` is NULL but `count` is not 0, a rectangle is empty, not finite or beyond
 * 100 km, there are more than 64, or there are none for a handle that infers the hand. */
int offhand_set_outputs(struct offhand *handle, const struct offhand_rect *outputs, size_t count);

/** Replaces the recognizers, as when a compositor's configuration has changed. The change counts from the next moment at which no touch is
 * down on the handle and nothing is undecided, so that no gesture is lost, and the clients below get no second DOWN. The hand, the overlays
 * and the outputs stay. For what may not wait there is offhand_enable().
 *
 * Returns 0, or -1 and changes nothing, with a line in `error` as in offhand_new(). It allocates. */
int offhand_set_recognizers(
    struct offhand *handle, const struct offhand_recognizer *recognizers, size_t count, char *error, size_t error_size);

/** Where a touch counts that stays within the tolerance. */
enum offhand_location {
    OFFHAND_LOCATION_LANDING = 0,  /**< where it landed */
    OFFHAND_LOCATION_STILLEST = 1, /**< where it was stillest, once it lifts */
    OFFHAND_LOCATION_LIFT = 2      /**< where it lifted, and then */
};

/** What a finger does that stays within the tolerance and presses long. */
enum offhand_press {
    OFFHAND_PRESS_LONG = 0,
    OFFHAND_PRESS_TAP = 1 /**< it taps, once it lifts */
};

/** Whether a touch counts that lands beside another, as by the same hand. */
enum offhand_second {
    OFFHAND_SECOND_COUNTS = 0,
    OFFHAND_SECOND_IGNORED = 1
};

/** What touches count as, for hands that tremble, press long or rest on the glass. */
struct offhand_accommodations {
    size_t size;                    /**< sizeof(struct offhand_accommodations) */
    double tolerance_mm;            /**< up to 50: a finger that drifts, rolls or trembles by so much is still where it landed; one that goes
                                     * farther drags from there. 0: none, or 3.4 where `location` or `press` waits for the lift */
    int64_t hold;                   /**< ns, up to 10 s: a touch counts once it has been down for so long. One that drags does not wait */
    int64_t repeat;                 /**< ns, up to 10 s: a touch does not count that lands within so much time of the last lift and */
    double repeat_mm;               /**< so much distance, up to 50 mm; 0: 10 */
    enum offhand_location location;
    enum offhand_press press;
    enum offhand_second second;
};

/** Says what the touches count as that land from now on, in front of recognizers, hand and deliveries; `accommodations` NULL: what they
 * are. Fingers that are down go on as they landed. A touch that counts late is an event and a delivery of the time at which it does, see
 * offhand_deadline().
 *
 * Returns 0, or -1 and changes nothing, with a line in `error` as in offhand_new(), if a setting cannot be what it is. */
int offhand_set_accommodations(
    struct offhand *handle, const struct offhand_accommodations *accommodations, char *error, size_t error_size);

/* ----------------------------------------------------------------------------------------------------- Feeding touches
 *
 * `device` is any number that the caller gives a touch screen, `slot` the number of the touch there (libinput's seat slot, the id
 * of wl_touch); it may be used again after its touch ended. A time that is negative or beyond 2^62 counts as the latest one
 * that was fed. If time runs backwards, the position is kept but ignored for velocities; more than a second backwards while no
 * touch is down, everything is cancelled as by offhand_cancel() and time goes on from there: the clock was set.
 *
 * Stamps of wl_touch, wlroots and GTK are milliseconds in 32 bits, which wrap after 49.7 days: offhand_unwrap_ms() makes times of
 * them. A time that was not unwrapped is taken for a wrap with OFFHAND_WL_TOUCH if it is more than half of 2^32 ms before the
 * latest one. The times of events, deliveries and deadlines then go on beyond 2^32 ms. */

/** The time in nanoseconds that a stamp in milliseconds means: of all times with these 32 bits, from 0 to 2^62, the one nearest to
 * `previous`, which is the time of the stamp before, or 0 before the first. If the stamps are of CLOCK_MONOTONIC, `previous` may also
 * be the present time of that clock, and deadlines are then on it, however long the machine has run. Needs no handle. */
int64_t offhand_unwrap_ms(int64_t previous, uint32_t stamp);

/** A finger lands. If the touch is down already, nothing happens where it is; elsewhere its lift was lost: it is cancelled, and another
 * finger lands. */
void offhand_down(struct offhand *handle, uint32_t device, int32_t slot, int64_t time, double x, double y);

/** What touches the glass. */
enum offhand_tool {
    OFFHAND_TOOL_FINGER = 0,
    OFFHAND_TOOL_PEN = 1,    /**< the tip of a pen: the hand is farther away, and OFFHAND_FILTER_PEN leaves out its palm */
    OFFHAND_TOOL_POINTER = 2 /**< a mouse whose button is pressed: it says nothing about a hand */
};

/** The same for any tool; for one that is not known, a finger. */
void offhand_down_with(
    struct offhand *handle, uint32_t device, int32_t slot, int64_t time, double x, double y, enum offhand_tool tool);

/** A finger moves. Ignored if the touch is not down, except with OFFHAND_WL_TOUCH, where it lands: KWin loses the first landing. */
void offhand_motion(struct offhand *handle, uint32_t device, int32_t slot, int64_t time, double x, double y);

/** The contact ellipse of a touch that is down, before the end of its frame: its axes in millimetres, and the direction of the long
 * one clockwise from straight up, NAN if the device does not know it. Axes below 0 or not finite are ignored. */
void offhand_shape(
    struct offhand *handle, uint32_t device, int32_t slot, int64_t time, double major, double minor, double orientation);

/** A finger lifts. */
void offhand_up(struct offhand *handle, uint32_t device, int32_t slot, int64_t time);

/** One touch is taken away, which is not a lift: a palm, a pen nearby (LIBINPUT_EVENT_TOUCH_CANCEL). */
void offhand_cancel_touch(struct offhand *handle, uint32_t device, int32_t slot, int64_t time);

/** All touches of a device are taken away: wl_touch.cancel, or the device is gone. */
void offhand_cancel_device(struct offhand *handle, uint32_t device, int64_t time);

/** All touches are taken away: the session is inactive, the screen is locked, the surface is gone. The next time may be any, also an
 * earlier one. */
void offhand_cancel(struct offhand *handle, int64_t time);

/** The hardware report is complete (LIBINPUT_EVENT_TOUCH_FRAME, wl_touch.frame). */
void offhand_frame(struct offhand *handle);

/** Everything that was waiting has been fed. Completes a frame whose end the source left out: call it once after the loop around
 * libinput_get_event(), or after wl_display_dispatch_pending(). */
void offhand_end_batch(struct offhand *handle);

/** Time has advanced to `time` without a touch event: call it when the time from offhand_deadline() has come. */
void offhand_advance(struct offhand *handle, int64_t time);

/** Whether time alone may decide something (a long press, the end of a double tap), and when: arm a timer for `time`, and call
 * offhand_advance() then. It changes with every call that feeds. Returns false and does not change `time` while nothing waits.
 *
 * `time` is on the clock of the times that were fed. Of stamps in 32 bits, that is the unwrapped clock: offhand_unwrap_ms() puts the
 * present time of their clock on it. */
bool offhand_deadline(const struct offhand *handle, int64_t *time);

/* ------------------------------------------------------------------------------------------------------------------ Events */

/** The state of a gesture that an event reports. A continuous gesture sends BEGAN, any number of CHANGED, and exactly one of ENDED
 * and CANCELLED. A discrete one sends RECOGNIZED; with OFFHAND_ANNOUNCES_UNCONFIRMED it may send UNCONFIRMED before, and then
 * exactly one of RECOGNIZED and SUPERSEDED. */
enum offhand_state {
    OFFHAND_BEGAN = 0,
    OFFHAND_CHANGED = 1,
    OFFHAND_ENDED = 2,
    OFFHAND_CANCELLED = 3,
    OFFHAND_RECOGNIZED = 4,
    OFFHAND_UNCONFIRMED = 5,
    OFFHAND_SUPERSEDED = 6
};

/** One event of one recognizer. */
struct offhand_event {
    const char *name;                   /**< the recognizer; valid as long as the handle */
    int64_t time;                       /**< when it happened; that of the deadline if time alone decided */
    enum offhand_kind kind;
    enum offhand_state state;
    double x, y;                        /**< the middle of the gesture's touches */
    double dx, dy;                      /**< the displacement since the gesture began */
    double vx, vy;                      /**< its velocity */
    double scale, scale_velocity;       /**< the factor by which the fingers spread since the gesture began */
    double rotation, rotation_velocity; /**< the turn since the gesture began, not wrapped */
    double hand_confidence;             /**< the probability of `hand`, 0 to 1 */
    uint32_t fingers;
    uint32_t taps;
    uint32_t edge;                      /**< edge pan: a bit of offhand_edge */
    uint32_t direction;                 /**< swipe, the last drag of a sequence: a bit of offhand_direction */
    enum offhand_handedness hand;       /**< unknown without OFFHAND_INFER_HAND */
    uint32_t hand_index;                /**< tells hands on the glass apart: 0 for the first or only one. A gesture is one `name` and
                                         * one hand */
    uint32_t recognizer;                /**< its index in the pipeline */
    uint64_t touches;                   /**< for offhand_event_touch() and offhand_reject(); also in a copy of the event, until 32 more
                                         * touches have landed */
};

/** The next event that has not been read; NULL if there is none. Up to 4096 unread events are kept; beyond that, the oldest are
 * dropped and counted. */
const struct offhand_event *offhand_next(struct offhand *handle);

/** A touch of an event. */
struct offhand_touch {
    int64_t time;    /**< when it landed */
    double x, y;     /**< where it landed */
    uint32_t device;
    int32_t slot;
};

/** The touch of an event at `index`, in the order of their landing; NULL if it has no more. So a compositor knows on which surface a
 * pinch began:
 *
 *     const struct offhand_touch *touch;
 *     for (size_t index = 0; (touch = offhand_event_touch(gestures, event, index)); index++) … */
const struct offhand_touch *offhand_event_touch(struct offhand *handle, const struct offhand_event *event, size_t index);

/** Lets the recognizers named `name` take part, with touches that land from now on, or takes them out: their active gestures are cancelled
 * at once. Returns whether the pipeline has one of that name. It feeds: read events after it. */
bool offhand_enable(struct offhand *handle, const char *name, bool is_enabled);

/** A word for a state, such as "began", or for a kind, such as "long-press"; "unknown" for other values. Never NULL. */
const char *offhand_state_name(enum offhand_state state);
const char *offhand_kind_name(enum offhand_kind kind);

/* --------------------------------------------------------------------------------------- Drawing where the fingers will be */

/** Where a touch is expected to be, in millimetres. */
struct offhand_prediction {
    double x, y;                   /**< the expected position */
    double measured_x, measured_y; /**< the newest one that was fed */
    double uncertainty;            /**< 68 % of true positions are within it, 95 % within three times as much */
};

/** Where a touch is expected to be at `time`, as far as is known at `now`: for drawing at the moment at which the frame is seen,
 * 8 to 40 ms from now. Gestures and their events use what was fed. Add the difference to the newest position, or to the displacement
 * of a pan, only in what you draw; never keep it. A finger that moves steadily is predicted up to 40 ms beyond its newest position; one
 * that trembles, rests or has fallen silent is not, and ask again for the next frame while it is. Before the newest position the
 * result is interpolated. A `now` that is negative, beyond 2^62 or before the latest time that was fed counts as that.
 *
 * Returns NULL if the touch is not down, or if no frame with it is complete. Costs at most 2 µs. */
const struct offhand_prediction *offhand_predict(
    struct offhand *handle, int64_t time, int64_t now, uint32_t device, int32_t slot);

/** Takes the latency of the touch screen from `toml`, the text of the file that `offhand panel --write` writes: positions are that much
 * older than their time stamps. offhand_predict() adds it to `time`, and predicts up to 40 ms in all. A text without one means
 * that it is not known. The filters that the file names are options.filters; its size, calibration and dead areas are the caller's.
 *
 * Of TOML it reads comments and lines `key = value` with the bare keys of that file, each once: latency_ms in digits with at most one
 * point, strings and arrays that end in their line. What is in these is not read.
 *
 * Returns 0, or -1 and changes nothing, with a line in `error` as in offhand_new(), if it is no such text. It allocates. */
int offhand_set_panel(struct offhand *handle, const char *toml, char *error, size_t error_size);

/* --------------------------------------------------------------------------------------- Deliveries to the clients below */

/** What happened to a touch, as the clients below see it. */
enum offhand_phase {
    OFFHAND_DOWN = 0,
    OFFHAND_MOTION = 1,
    OFFHAND_UP = 2,
    OFFHAND_TAKEN = 3 /**< a gesture took it, or it was cancelled: it ends without a lift */
};

/** A change of one touch, as the clients below may receive it. */
struct offhand_delivery {
    int64_t time;             /**< when it happened, which may be before it is delivered */
    enum offhand_phase phase;
    uint32_t device;
    int32_t slot; /**< that in which the touch landed, or a free one if a touch has that which has another on the panel by now */
    double x, y;
};

/** With OFFHAND_RELAY, the next change that may be passed to the clients below, in order; NULL if there is none. A touch that a
 * gesture takes ends with one TAKEN and nothing after it; one that a gesture delays is delivered late, in order, with its original
 * times; all others are delivered at once, but none before the UP of the one that had its slot. Up to 4096 unread ones are kept, as for
 * events. */
const struct offhand_delivery *offhand_next_delivery(struct offhand *handle);

/** A touch that is down is no gesture's from now on: a drag that a client has begun, a popup's, the lock screen's. Gestures that have it
 * are cancelled, unless they go on without it; the clients below get what was held back of it, and then every change at once. The hand is
 * still inferred from it.
 *
 * Returns whether the touch is down and, with OFFHAND_RELAY, theirs: false if a gesture has taken it before. It feeds: read events after
 * it. Of what has just begun, nothing is taken before offhand_next_delivery() or the next call that feeds: a touch that is exempt by then
 * stays with the clients. May change until 1.0. */
bool offhand_exempt(struct offhand *handle, uint32_t device, int32_t slot);

/** The same for all touches of an event: the gesture is not wanted here, say where the client below pinches by itself. Call it when the
 * event BEGAN or RECOGNIZED has been read, before the deliveries. Returns whether all touches stay with the clients. May change until
 * 1.0. */
bool offhand_reject(struct offhand *handle, const struct offhand_event *event);

/** With OFFHAND_RELAY, says to which client below the touch was delivered, by any number but 0: call it when its DOWN has been read. If a
 * gesture takes one touch of a client, or one is cancelled, all of that client are TAKEN, those that are exempt as well: wl_touch.cancel
 * ends them all. May change until 1.0. */
void offhand_set_client(struct offhand *handle, uint32_t device, int32_t slot, uint64_t client);

/* ------------------------------------------------------------------------------------- The hand, and places beside it */

/** The hand of all touches together. Writes its probability, 0 to 1, to `confidence` unless that is NULL. Unknown while nothing
 * touches and without OFFHAND_INFER_HAND. */
enum offhand_handedness offhand_hand(const struct offhand *handle, double *confidence);

/** The expected share of `rect` that hands hide, 0 to 1: for a position that you chose yourself. 0 without OFFHAND_INFER_HAND. */
double offhand_hidden(struct offhand *handle, const struct offhand_rect *rect);

/** The kind of an overlay. */
enum offhand_role {
    OFFHAND_HUD = 0,     /**< a value that is read at a glance while fingers move */
    OFFHAND_TOOLTIP = 1, /**< a line of help */
    OFFHAND_POPOVER = 2, /**< a panel with an arrow to its anchor */
    OFFHAND_MENU = 3,    /**< rows to choose from */
    OFFHAND_LOUPE = 4    /**< an enlarged view of what the finger hides */
};

/** Whether an overlay moves with what it belongs to. */
enum offhand_following {
    OFFHAND_FIXED = 0,  /**< stays where it was placed */
    OFFHAND_SLOT = 1,   /**< moves once what it belongs to has moved far */
    OFFHAND_FOLLOWS = 2 /**< moves with it in every frame */
};

/** A side of what the overlay belongs to. */
enum offhand_side {
    OFFHAND_SIDE_NONE = 0, /**< in a request: any; in a placement: over it */
    OFFHAND_SIDE_ABOVE = 1,
    OFFHAND_SIDE_ABOVE_RIGHT = 2,
    OFFHAND_SIDE_RIGHT = 3,
    OFFHAND_SIDE_BELOW_RIGHT = 4,
    OFFHAND_SIDE_BELOW = 5,
    OFFHAND_SIDE_BELOW_LEFT = 6,
    OFFHAND_SIDE_LEFT = 7,
    OFFHAND_SIDE_ABOVE_LEFT = 8
};

/** A request to place an overlay. */
struct offhand_request {
    size_t size;                          /**< sizeof(struct offhand_request) */
    uint64_t id;                          /**< the overlay: the same in each request for it */
    double width, height;                 /**< its size in mm, required */
    double compact_width, compact_height; /**< a smaller size that still serves; 0: none */
    double minimum_width, minimum_height; /**< the smallest one, with scrolled content; 0: none */
    const struct offhand_rect *anchor;    /**< what it belongs to; NULL: the touches */
    const struct offhand_rect *bounds;    /**< where it must stay; NULL: all outputs together */
    const struct offhand_rect *reserved;  /**< what it should not cover: panels, a selection, a keyboard */
    size_t reserved_count;                /**< the first 24 are used */
    enum offhand_role role;
    enum offhand_side preferred_side;
    enum offhand_following following;
    const struct offhand_event *event;    /**< the event of the gesture for which it is shown; NULL: none */
    int64_t time;                         /**< now; 0: the latest time that was fed */
};

/** The reason for a place. */
enum offhand_reason {
    OFFHAND_REASON_DEGENERATE = 0,    /**< the size, the bounds or the anchor is empty or not finite */
    OFFHAND_REASON_NO_HAND = 1,       /**< no hand touches: beside the anchor, flipped and shifted into the bounds */
    OFFHAND_REASON_PREFERRED_SIDE = 2,
    OFFHAND_REASON_FLIPPED = 3,       /**< no room on the preferred side, so on the opposite one */
    OFFHAND_REASON_SHIFTED = 4,       /**< moved along the edge of the bounds to stay inside */
    OFFHAND_REASON_LEAST_HIDDEN = 5,  /**< the best place near the anchor */
    OFFHAND_REASON_LEADER = 6,        /**< everything near is hidden: farther away, joined by a line */
    OFFHAND_REASON_DOCKED = 7,        /**< everything near is hidden: at an edge of the bounds */
    OFFHAND_REASON_KEPT = 8,          /**< stayed where it was */
    OFFHAND_REASON_FOLLOWED = 9,      /**< moved with its anchor */
    OFFHAND_REASON_RELOCATED = 10,    /**< was hidden for too long, so it moved */
    OFFHAND_REASON_COMPACT = 11,      /**< the smaller size was needed */
    OFFHAND_REASON_CLIPPED = 12       /**< does not fit into the bounds */
};

/** How a shown overlay gets to a new place. */
enum offhand_transition {
    OFFHAND_JUMP = 0,  /**< at once */
    OFFHAND_SLIDE = 1, /**< slides */
    OFFHAND_HOP = 2    /**< fades out at the old place and in at the new one */
};

/** A place for an overlay. */
struct offhand_placement {
    struct offhand_rect rect;      /**< in mm; round to pixels when drawing */
    double target_x, target_y;     /**< where an arrow points: the point of the anchor nearest to the overlay */
    double hidden;                 /**< the expected share of it that hands hide, 0 to 1 */
    double hand_confidence;        /**< the probability of `hand`, 0 to 1 */
    enum offhand_handedness hand;
    enum offhand_side side;        /**< where it is relative to its anchor */
    enum offhand_reason reason;
    enum offhand_transition transition;
    bool needs_leader;             /**< so far away that a line should join it to its anchor */
    bool is_clipped;               /**< larger than its bounds */
    bool is_shown;                 /**< false once its anchor has been out of the bounds for 150 ms */
};

/** Where to show an overlay as of the latest frame. Call it when the overlay appears and in every frame while it is shown: the
 * overlay stays where it is unless there is a good reason to move it. The 32 overlays requested last are remembered.
 *
 * Returns NULL without OFFHAND_INFER_HAND, without a request, or if this version does not support request->size. */
const struct offhand_placement *offhand_place(struct offhand *handle, const struct offhand_request *request);

/** Forgets the overlay `id`: call it when the overlay is no longer shown. */
void offhand_forget(struct offhand *handle, uint64_t id);

/** Says in one line why the overlay `id` is where it is, such as "above-left of its anchor, 3 % hidden, beside a right hand
 * (82 %): the best place near the anchor". Valid like all results, but only until the next call
 * of this function. It allocates: use it for logs, not in every frame. NULL if the overlay was not placed. */
const char *offhand_explain(struct offhand *handle, uint64_t id);

/* ------------------------------------------------------------------------------------------------------------- Diagnostics */

/** What was ignored or repaired so far. */
struct offhand_diagnostics {
    uint64_t unknown_touches;   /**< motions, shapes, lifts and cancels of touches that are not down */
    uint64_t duplicate_downs;   /**< landings of a touch that is down; elsewhere they end it as cancelled */
    uint64_t invalid_positions; /**< coordinates that are not finite or beyond 100 km */
    uint64_t late_times;        /**< times older than an earlier one */
    uint64_t invalid_times;     /**< times that are negative or beyond 2^62 */
    uint64_t teleports;         /**< jumps that no finger makes; taken as a lost touch and a new one */
    uint64_t overflows;         /**< touches beyond 32 */
    uint64_t implied_frames;    /**< frames whose end the source left out */
    uint64_t dropped_events;    /**< events and deliveries that were dropped because they were not read in time */
};

/** The counts; NULL for NULL. */
const struct offhand_diagnostics *offhand_get_diagnostics(struct offhand *handle);

#ifdef __cplusplus
}
#endif

#endif
