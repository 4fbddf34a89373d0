#ifndef OFFHAND_SYSTEM_SHIMS_H
#define OFFHAND_SYSTEM_SHIMS_H

// Shims exist for three reasons only: a function-like macro, a variadic function, a header that Glibc's
// Swift module leaves out. Each says which.

#include <stddef.h>

/// A sealed anonymous file of `size` bytes, or -1 with errno. `memfd_create` is missing from Glibc's module.
int offhand_memfd_create(const char *name, size_t size);

/// Forbids that the anonymous file grows, shrinks or gets other seals; 0, or -1 with errno. The constants of `fcntl` for that
/// are missing from Glibc's module.
int offhand_memfd_seal(int fd);

#endif
