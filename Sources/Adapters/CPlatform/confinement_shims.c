#include "confinement_shims.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/capability.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <time.h>
#include <ucontext.h>
#include <unistd.h>

// --- Refused calls

#define MOST_CALLS 1024

static const char *names[MOST_CALLS];
static volatile char is_reported[MOST_CALLS];
static volatile sig_atomic_t is_expected;

void offhand_name_refusal(int number, const char *name) {
  if (number >= 0 && number < MOST_CALLS && !names[number])
    names[number] = strdup(name);
}

static size_t append(char *line, size_t length, size_t capacity, const char *text) {
  while (*text && length < capacity)
    line[length++] = *text++;
  return length;
}

// A reader of the log that does not read, or is gone, must neither stop nor end the program: the line is lost.
static void write_if_read(const char *line, size_t length) {
  struct pollfd log = {STDERR_FILENO, POLLOUT, 0};
  if (poll(&log, 1, 0) != 1 || write(STDERR_FILENO, line, length) >= 0 || errno != EPIPE)
    return;
  // The handler blocks SIGPIPE; here it is taken, so that it does not come when the handler returns.
  sigset_t ended;
  sigemptyset(&ended);
  sigaddset(&ended, SIGPIPE);
  struct timespec none = {0, 0};
  sigtimedwait(&ended, NULL, &none);
}

// Threads that report the same call at the same time may both write: a line twice does no harm.
static void report(int number) {
  if (is_expected || number < 0 || number >= MOST_CALLS || is_reported[number])
    return;
  is_reported[number] = 1;
  char line[160];
  size_t length = append(line, 0, sizeof line, "offhand: warning: the system call '");
  length = append(line, length, sizeof line, names[number] ? names[number] : "?");
  length = append(line, length, sizeof line, "' was refused: this program gave up the right to it after its start\n");
  write_if_read(line, length);
}

static void refuse(int signal, siginfo_t *info, void *context) {
  (void)signal;
  int before = errno;
  report(info->si_syscall);
  errno = before;
  // The kernel put the registers back as they were before the call, which continues behind it with this result.
#if defined(__x86_64__)
  ((ucontext_t *)context)->uc_mcontext.gregs[REG_RAX] = -EPERM;
#elif defined(__aarch64__)
  ((ucontext_t *)context)->uc_mcontext.regs[0] = (unsigned long long)-EPERM;
#else
  (void)context;
#endif
}

void offhand_expect_refusals(int expected) { is_expected = expected; }

int offhand_can_report_refusals(void) {
#if defined(__x86_64__) || defined(__aarch64__)
  return 1;
#else
  return 0;
#endif
}

int offhand_report_refusals(void) {
  struct sigaction action;
  memset(&action, 0, sizeof action);
  action.sa_sigaction = refuse;
  // NODEFER: a call that the handler makes and that is refused, too, must not end the process.
  action.sa_flags = SA_SIGINFO | SA_NODEFER | SA_RESTART;
  sigemptyset(&action.sa_mask);
  sigaddset(&action.sa_mask, SIGPIPE);
  return sigaction(SIGSYS, &action, NULL);
}

int offhand_no_new_privileges(void) { return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0); }

// --- Landlock

// The numbers are the same on every processor; the headers may be older than the kernel that the program runs on.
#define LANDLOCK_CREATE 444
#define LANDLOCK_ADD 445
#define LANDLOCK_RESTRICT 446
#define LANDLOCK_ASK_VERSION 1U
#define LANDLOCK_PATH_BENEATH 1

struct landlock_rules {
  uint64_t files;
  uint64_t network;
  uint64_t scoped;
};

struct landlock_path {
  uint64_t files;
  int32_t parent;
} __attribute__((packed));

int offhand_landlock_version(void) { return (int)syscall(LANDLOCK_CREATE, NULL, 0, LANDLOCK_ASK_VERSION); }

int offhand_landlock_create(uint64_t files, uint64_t network, uint64_t scoped) {
  // A kernel that knows fewer fields takes the others if they are zero.
  struct landlock_rules rules = {files, network, scoped};
  return (int)syscall(LANDLOCK_CREATE, &rules, sizeof rules, 0);
}

int offhand_landlock_grant(int rules, uint64_t files, int parent) {
  struct landlock_path path = {files, parent};
  return (int)syscall(LANDLOCK_ADD, rules, LANDLOCK_PATH_BENEATH, &path, 0);
}

int offhand_landlock_restrict(int rules) { return (int)syscall(LANDLOCK_RESTRICT, rules, 0); }

int offhand_open_path(const char *path) { return open(path, O_PATH | O_CLOEXEC); }

// --- Processes

static void write_text(const char *path, const char *text) {
  int file = open(path, O_WRONLY | O_CLOEXEC);
  if (file >= 0 && write(file, text, strlen(text)) < 0)
    errno = 0;
  close(file);
}

int offhand_leave_users(void) {
  unsigned user = geteuid(), group = getegid();
  // Root would lose its rights to what belongs to others, as the compositor's socket.
  if (user == 0 || unshare(CLONE_NEWUSER) != 0)
    return -1;
  char map[40];
  write_text("/proc/self/setgroups", "deny");
  snprintf(map, sizeof map, "%u %u 1", user, user);
  write_text("/proc/self/uid_map", map);
  snprintf(map, sizeof map, "%u %u 1", group, group);
  write_text("/proc/self/gid_map", map);
  struct __user_cap_header_struct header = {_LINUX_CAPABILITY_VERSION_3, 0};
  struct __user_cap_data_struct none[2] = {{0, 0, 0}, {0, 0, 0}};
  return (int)syscall(SYS_capset, &header, none);
}

pid_t offhand_fork(void) { return fork(); }

void offhand_exit(int code) { _exit(code); }
