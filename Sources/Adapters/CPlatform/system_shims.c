#include "system_shims.h"

#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <unistd.h>

#ifndef MFD_NOEXEC_SEAL
#define MFD_NOEXEC_SEAL 0x0008U
#endif

int offhand_memfd_create(const char *name, size_t size) {
  int fd = memfd_create(name, MFD_CLOEXEC | MFD_ALLOW_SEALING | MFD_NOEXEC_SEAL);
  if (fd < 0 && errno == EINVAL)  // kernels before 6.3 do not know MFD_NOEXEC_SEAL
    fd = memfd_create(name, MFD_CLOEXEC | MFD_ALLOW_SEALING);
  if (fd < 0)
    return -1;
  if (ftruncate(fd, (off_t)size) != 0) {
    int reason = errno;
    close(fd);
    errno = reason;
    return -1;
  }
  return fd;
}

int offhand_memfd_seal(int fd) { return fcntl(fd, F_ADD_SEALS, F_SEAL_GROW | F_SEAL_SHRINK | F_SEAL_SEAL); }

void offhand_spawn_isolate(posix_spawn_file_actions_t *actions, const char *directory) {
  posix_spawn_file_actions_addclosefrom_np(actions, 3);
  if (directory)
    posix_spawn_file_actions_addchdir_np(actions, directory);
}

int offhand_accept(int fd) { return accept4(fd, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK); }

int offhand_peer_user(int fd, uint32_t *user) {
  struct ucred peer;
  socklen_t size = sizeof peer;
  if (getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &peer, &size) != 0)
    return -1;
  *user = peer.uid;
  return 0;
}

int offhand_peer_process(int fd) {
  struct ucred peer;
  socklen_t size = sizeof peer;
  return getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &peer, &size) == 0 ? peer.pid : 0;
}

// As long as one descriptor needs, with the alignment of its header.
union passed_descriptor {
  struct cmsghdr header;
  char space[CMSG_SPACE(sizeof(int))];
};

ssize_t offhand_send_descriptor(int socket, const void *bytes, size_t size, int fd) {
  union passed_descriptor passed;
  memset(&passed, 0, sizeof passed);
  struct iovec content = {(void *)bytes, size};
  struct msghdr message = {
      .msg_iov = &content, .msg_iovlen = 1, .msg_control = &passed, .msg_controllen = sizeof passed.space};
  struct cmsghdr *header = CMSG_FIRSTHDR(&message);
  header->cmsg_level = SOL_SOCKET;
  header->cmsg_type = SCM_RIGHTS;
  header->cmsg_len = CMSG_LEN(sizeof fd);
  memcpy(CMSG_DATA(header), &fd, sizeof fd);
  return sendmsg(socket, &message, MSG_NOSIGNAL);
}

ssize_t offhand_receive_descriptor(int socket, void *bytes, size_t size, int *fd) {
  *fd = -1;
  union passed_descriptor passed;
  memset(&passed, 0, sizeof passed);
  struct iovec content = {bytes, size};
  // Without the padding, in which a second descriptor would find room.
  struct msghdr message = {
      .msg_iov = &content, .msg_iovlen = 1, .msg_control = &passed, .msg_controllen = CMSG_LEN(sizeof *fd)};
  ssize_t count = recvmsg(socket, &message, MSG_CMSG_CLOEXEC);
  if (count < 0)
    return -1;
  struct cmsghdr *header = CMSG_FIRSTHDR(&message);
  if (header && header->cmsg_level == SOL_SOCKET && header->cmsg_type == SCM_RIGHTS &&
      header->cmsg_len == CMSG_LEN(sizeof *fd))
    memcpy(fd, CMSG_DATA(header), sizeof *fd);
  return count;
}

void offhand_name_thread(const char *name) { prctl(PR_SET_NAME, name, 0, 0, 0); }

void offhand_close_others(int kept) {
  // The first range is empty, and refused, if `kept` is 3.
  close_range(3, (unsigned)kept - 1, 0);
  close_range((unsigned)kept + 1, ~0U, 0);
}

static int unmap_code(struct dl_phdr_info *object, size_t size, void *page) {
  (void)size;
  uintptr_t mask = ~(*(uintptr_t *)page - 1);
  for (int index = 0; index < object->dlpi_phnum; index++) {
    const ElfW(Phdr) *segment = &object->dlpi_phdr[index];
    if (segment->p_type != PT_LOAD || segment->p_flags & PF_W)
      continue;
    uintptr_t start = (object->dlpi_addr + segment->p_vaddr) & mask;
    uintptr_t end = object->dlpi_addr + segment->p_vaddr + segment->p_memsz;
    madvise((void *)start, end - start, MADV_DONTNEED);  // a failure leaves everything as it was
  }
  return 0;
}

void offhand_unmap_code(void) {
  uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
  dl_iterate_phdr(unmap_code, &page);
}

char **offhand_environment(void) { return environ; }
