// A compositor on libwayland-server that knows no protocol by itself: the test tells which globals there are, which events
// answer which requests, and sends whatever it wants. It runs on a thread of its own; every function may be called from
// the test's thread. No Wayland header is included here, so that no C header is in two Clang modules.
#ifndef OFFHAND_FAKE_COMPOSITOR_H
#define OFFHAND_FAKE_COMPOSITOR_H

#include <stdbool.h>
#include <stdint.h>

struct fake_compositor;

/// One argument of an event; the signature says which member counts.
struct fake_argument {
  /// int, uint, fixed (24.8), fd, and the number of an object; 0 is no object.
  int64_t number;
  /// string
  const char *_Nullable text;
};

/// Starts a compositor with one client; `client_fd` is the client's end of the socket and belongs to the caller.
struct fake_compositor *_Nullable fake_compositor_start(int *_Nonnull client_fd);

/// Ends it: the client sees the socket closed. The objects are gone.
void fake_compositor_stop(struct fake_compositor *_Nonnull fake);

/// Offers a global; `interface` is a `const struct wl_interface *`. Answers its key for `fake_compositor_withdraw`.
int fake_compositor_offer(
    struct fake_compositor *_Nonnull fake, const void *_Nonnull interface, uint32_t version);
void fake_compositor_withdraw(struct fake_compositor *_Nonnull fake, int key);

/// From now on, whenever the client sends `interface.request` ("bind" for the binding of a global), the event numbered
/// `opcode` is sent to the object that the request made, or, if it made none, to the one it was sent to.
void fake_compositor_answer(
    struct fake_compositor *_Nonnull fake, const char *_Nonnull interface, const char *_Nonnull request,
    uint32_t opcode, const struct fake_argument *_Nullable arguments, int count);

/// Sends the event numbered `opcode` to the object `id`; false where there is no such object.
bool fake_compositor_send(
    struct fake_compositor *_Nonnull fake, uint32_t id, uint32_t opcode,
    const struct fake_argument *_Nullable arguments, int count);

/// Ends the connection with a protocol error of the object `id`.
bool fake_compositor_fail(
    struct fake_compositor *_Nonnull fake, uint32_t id, uint32_t code, const char *_Nonnull message);

/// The number of the `index`th living object of the interface, in the order in which they were made; 0 where there is none.
uint32_t fake_compositor_object(
    struct fake_compositor *_Nonnull fake, const char *_Nonnull interface, int index);

/// How many requests `interface.request` came so far.
int fake_compositor_count(
    struct fake_compositor *_Nonnull fake, const char *_Nonnull interface, const char *_Nonnull request);

/// The number in place `argument` of the last such request; objects by their numbers. -1 where there was none.
int64_t fake_compositor_last(
    struct fake_compositor *_Nonnull fake, const char *_Nonnull interface, const char *_Nonnull request, int argument);

/// While true, nothing that the client sends is read.
void fake_compositor_hang(struct fake_compositor *_Nonnull fake, bool hangs);

#endif
