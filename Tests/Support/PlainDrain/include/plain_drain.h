// What every C program does with libinput's touches, and nothing else: the measure for our own source.
#ifndef OFFHAND_PLAIN_DRAIN_H
#define OFFHAND_PLAIN_DRAIN_H

struct plain_drain;

/// A path context that reads one device through a descriptor that is open already; NULL where libinput refuses it.
struct plain_drain *plain_drain_open(const char *path, int fd);

/// Dispatches and drains; the sum of what was read, so that nothing is optimised away.
double plain_drain_turn(struct plain_drain *drain);

/// Closes the context.
void plain_drain_close(struct plain_drain *drain);

#endif
