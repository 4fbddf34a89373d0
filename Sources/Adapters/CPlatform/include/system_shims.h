#ifndef OFFHAND_SYSTEM_SHIMS_H
#define OFFHAND_SYSTEM_SHIMS_H

// Shims exist for three reasons only: a function-like macro, a variadic function, a header that Glibc's
// Swift module leaves out. Each says which.

#include <spawn.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

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

/// The number of the process at the other end of a Unix socket when it was connected; 0 if the kernel does not say.
int offhand_peer_process(int fd);

/// Sends `size` bytes as one message, and with it another descriptor of the open file behind `fd`; the number of bytes, or -1 with errno.
/// `CMSG_DATA` and its like are function-like macros.
ssize_t offhand_send_descriptor(int socket, const void *bytes, size_t size, int fd);

/// Receives one message of at most `size` bytes, and in `fd` the descriptor that came with it, closed on exec; -1 if none did. The number
/// of bytes, or -1 with errno. Further descriptors are closed by the kernel.
ssize_t offhand_receive_descriptor(int socket, void *bytes, size_t size, int *fd);

/// Gives the calling thread a name of at most 15 bytes; that of a process in lists is the name of its first thread. `prctl` is variadic.
void offhand_name_thread(const char *name);

/// Closes every descriptor from 3 on but `kept`. `close_range` is missing from Glibc's module.
void offhand_close_others(int kept);

/// Unmaps the pages of the program and its libraries that are read-only; the kernel maps those that are used again.
/// `dl_iterate_phdr` is missing from Glibc's module.
void offhand_unmap_code(void);

/// The environment, ended by a null pointer. `environ` is a mutable global, which Swift 6 does not let one read.
char **offhand_environment(void);

#endif
