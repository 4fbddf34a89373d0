#ifndef OFFHAND_SYSTEM_SHIMS_H
#define OFFHAND_SYSTEM_SHIMS_H

// Shims exist for three reasons only: a function-like macro, a variadic function, a header that Glibc's
// Swift module leaves out. Each says which.

#include <spawn.h>
#include <stddef.h>
#include <stdint.h>

/// A sealed anonymous file of `size` bytes, or -1 with errno. `memfd_create` is missing from Glibc's module.
int offhand_memfd_create(const char *name, size_t size);

/// Forbids that the anonymous file grows, shrinks or gets other seals; 0, or -1 with errno. The constants of `fcntl` for that
/// are missing from Glibc's module.
int offhand_memfd_seal(int fd);

/// Closes every descriptor from 3 on in the child, and starts it in `directory` unless that is null. Both calls are GNU
/// extensions that are missing from Glibc's module.
void offhand_spawn_isolate(posix_spawn_file_actions_t *actions, const char *directory);

/// The next connection of a listening socket, closed in child processes and not blocking; -1 with errno. `accept4` is missing from
/// Glibc's module.
int offhand_accept(int fd);

/// The user ID of the process at the other end of a Unix socket; 0, or -1 with errno. `struct ucred` is missing from Glibc's module.
int offhand_peer_user(int fd, uint32_t *user);

/// Unmaps the pages of the program and its libraries that are read-only; the kernel maps those that are used again.
/// `dl_iterate_phdr` is missing from Glibc's module.
void offhand_unmap_code(void);

/// The environment, ended by a null pointer. `environ` is a mutable global, which Swift 6 does not let one read.
char **offhand_environment(void);

#endif
