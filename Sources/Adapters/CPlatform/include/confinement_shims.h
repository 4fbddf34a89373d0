#ifndef OFFHAND_CONFINEMENT_SHIMS_H
#define OFFHAND_CONFINEMENT_SHIMS_H

// Shims for the reasons that system_shims.h gives, and one more: a signal handler is C, because Swift's runtime may lock or allocate.

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/// Whether the handler of refused calls can let them fail on this processor, and so whether they may be trapped.
int offhand_can_report_refusals(void);

/// Names the system call `number` for the handler of refused calls. Call it before that handler is installed.
void offhand_name_refusal(int number, const char *name);

/// Handles SIGSYS, which the kernel sends for a call that a filter traps: writes the call's name to stderr, once for each, and lets it
/// fail with EPERM. 0, or -1 with errno. `sigaction`'s union and the registers of `ucontext_t` differ between processors.
int offhand_report_refusals(void);

/// Whether calls that are refused from now on are not reported.
void offhand_expect_refusals(int expected);

/// Forbids that this process, or one that it starts, gains rights by starting a program. 0, or -1 with errno. `prctl` is variadic.
int offhand_no_new_privileges(void);

/// The version of Landlock in the kernel, from 1 on; -1 with errno if there is none. `syscall` is variadic.
int offhand_landlock_version(void);

/// A set of rules that handles these rights to files and to the network, and forbids what `scoped` names; its descriptor, or -1 with errno.
int offhand_landlock_create(uint64_t files, uint64_t network, uint64_t scoped);

/// Grants `files` below the file or folder `parent`; 0, or -1 with errno.
int offhand_landlock_grant(int rules, uint64_t files, int parent);

/// Binds the calling thread, and those that it starts from now on, to the rules; 0, or -1 with errno.
int offhand_landlock_restrict(int rules);

/// A descriptor of a file or folder that can be named in a rule, and not read; -1 with errno. `O_PATH` is missing from Glibc's module.
int offhand_open_path(const char *path);

/// Puts this process into a namespace of users of its own, as the same user without other rights; 0, or -1 with errno, as for root and
/// where it has threads. `unshare` is missing from Glibc's module.
int offhand_leave_users(void);

/// Splits this process in two that are equal (`fork`): 0 in the new one, its number in this one, or -1 with errno. Swift forbids it,
/// because the new process has one thread, and the locks of all others: call it while there is one.
pid_t offhand_fork(void);

/// Ends this process without what `exit` does first (`_exit`): for a process that shares its files with the one that it was split from.
void offhand_exit(int code) __attribute__((noreturn));

#endif
