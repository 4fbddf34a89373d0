#include "FakeCompositor.h"

#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>
#include <wayland-server-core.h>

enum { MAX_GLOBALS = 32, MAX_ANSWERS = 128, MAX_OBJECTS = 32768, MAX_KINDS = 256, MAX_ARGUMENTS = 12 };

struct answer {
  char interface[64], request[64];
  uint32_t opcode;
  struct fake_argument arguments[MAX_ARGUMENTS];
};

struct offered {
  struct fake_compositor *fake;
  const struct wl_interface *interface;
  struct wl_global *global;
};

/// How often a request came, and its last arguments.
struct kind {
  const char *interface, *request;
  int count;
  int64_t last[MAX_ARGUMENTS];
};

struct fake_compositor {
  struct wl_display *display;
  struct wl_client *client;
  struct wl_listener gone;
  pthread_t thread;
  pthread_mutex_t lock;
  bool stops, hangs;
  struct offered globals[MAX_GLOBALS];
  int global_count;
  struct answer answers[MAX_ANSWERS];
  int answer_count;
  struct wl_resource *objects[MAX_OBJECTS];
  int object_count;
  struct kind kinds[MAX_KINDS];
  int kind_count;
};

static void forget(struct wl_resource *resource) {
  struct fake_compositor *fake = wl_resource_get_user_data(resource);
  for (int i = 0; i < fake->object_count; i++) {
    if (fake->objects[i] != resource) continue;
    memmove(&fake->objects[i], &fake->objects[i + 1], (fake->object_count - i - 1) * sizeof *fake->objects);
    fake->object_count--;
    return;
  }
}

static int receive(
    const void *implementation, void *target, uint32_t opcode, const struct wl_message *message,
    union wl_argument *arguments);

static const char *next_type(const char *signature) {
  while (*signature == '?' || (*signature >= '0' && *signature <= '9')) signature++;
  return signature;
}

static struct wl_resource *track(
    struct fake_compositor *fake, const struct wl_interface *interface, int version, uint32_t id) {
  struct wl_resource *resource = wl_resource_create(fake->client, interface, version, id);
  wl_resource_set_dispatcher(resource, receive, fake, fake, forget);
  if (fake->object_count < MAX_OBJECTS) fake->objects[fake->object_count++] = resource;
  return resource;
}

static struct wl_resource *find(struct fake_compositor *fake, uint32_t id) {
  for (int i = 0; i < fake->object_count; i++)
    if (wl_resource_get_id(fake->objects[i]) == id) return fake->objects[i];
  return NULL;
}

static const struct wl_interface *interface_of(struct fake_compositor *fake, struct wl_resource *resource) {
  // The interface is the first member of the object that a resource begins with, which is no secret of the ABI.
  return *(const struct wl_interface **)resource;
}

static void post(
    struct fake_compositor *fake, struct wl_resource *resource, uint32_t opcode, const struct fake_argument *given,
    int count) {
  const struct wl_interface *interface = interface_of(fake, resource);
  const struct wl_message *event = &interface->events[opcode];
  union wl_argument arguments[MAX_ARGUMENTS] = {0};
  struct wl_array empty;
  wl_array_init(&empty);
  const char *type = next_type(event->signature);
  for (int i = 0; *type && i < MAX_ARGUMENTS; i++, type = next_type(type + 1)) {
    const struct fake_argument value = i < count ? given[i] : (struct fake_argument){0};
    switch (*type) {
      case 's': arguments[i].s = value.text ? value.text : ""; break;
      case 'o': arguments[i].o = (struct wl_object *)find(fake, (uint32_t)value.number); break;
      case 'a': arguments[i].a = &empty; break;
      // An object that the compositor makes.
      case 'n':
        arguments[i].o = (struct wl_object *)track(fake, event->types[i], wl_resource_get_version(resource), 0);
        break;
      case 'u': arguments[i].u = (uint32_t)value.number; break;
      default: arguments[i].i = (int32_t)value.number;
    }
  }
  wl_resource_post_event_array(resource, opcode, arguments);
  // These objects are gone with their event, as the protocol has it.
  bool is_feedback = !strcmp(interface->name, "wp_presentation_feedback") && strcmp(event->name, "sync_output");
  if (!strcmp(interface->name, "wl_callback") || is_feedback) wl_resource_destroy(resource);
}

static struct kind *kind_of(struct fake_compositor *fake, const char *interface, const char *request, bool make) {
  for (int i = 0; i < fake->kind_count; i++)
    if (!strcmp(fake->kinds[i].interface, interface) && !strcmp(fake->kinds[i].request, request))
      return &fake->kinds[i];
  if (!make || fake->kind_count == MAX_KINDS) return NULL;
  fake->kinds[fake->kind_count] = (struct kind){.interface = interface, .request = request};
  return &fake->kinds[fake->kind_count++];
}

static void reply(struct fake_compositor *fake, const char *interface, const char *request, struct wl_resource *to) {
  uint32_t id = wl_resource_get_id(to);
  for (int i = 0; i < fake->answer_count; i++) {
    struct answer *answer = &fake->answers[i];
    if (strcmp(answer->interface, interface) || strcmp(answer->request, request)) continue;
    if (find(fake, id) == NULL) return;
    post(fake, to, answer->opcode, answer->arguments, MAX_ARGUMENTS);
  }
}

static int receive(
    const void *implementation, void *target, uint32_t opcode, const struct wl_message *message,
    union wl_argument *arguments) {
  struct wl_resource *resource = target;
  struct fake_compositor *fake = wl_resource_get_user_data(resource);
  const struct wl_interface *interface = interface_of(fake, resource);
  struct kind *kind = kind_of(fake, interface->name, message->name, true);
  struct wl_resource *made = NULL;
  if (kind) kind->count++;
  const char *type = next_type(message->signature);
  for (int i = 0; *type && i < MAX_ARGUMENTS; i++, type = next_type(type + 1)) {
    int64_t value = 0;
    switch (*type) {
      case 'n':
        value = arguments[i].n;
        made = track(fake, message->types[i], wl_resource_get_version(resource), arguments[i].n);
        break;
      case 'o': value = arguments[i].o ? wl_resource_get_id((struct wl_resource *)arguments[i].o) : 0; break;
      case 'h': close(arguments[i].h); break;
      case 's': break;
      case 'u': value = arguments[i].u; break;
      default: value = arguments[i].i;
    }
    if (kind) kind->last[i] = value;
  }
  reply(fake, interface->name, message->name, made ? made : resource);
  if (!strcmp(message->name, "destroy") || !strcmp(message->name, "release")) wl_resource_destroy(resource);
  return 0;
}

static void bind_global(struct wl_client *client, void *data, uint32_t version, uint32_t id) {
  struct offered *offered = data;
  struct fake_compositor *fake = offered->fake;
  struct kind *kind = kind_of(fake, offered->interface->name, "bind", true);
  if (kind) {
    kind->count++;
    kind->last[0] = version;
  }
  reply(fake, offered->interface->name, "bind", track(fake, offered->interface, (int)version, id));
}

static void client_gone(struct wl_listener *listener, void *data) {
  struct fake_compositor *fake = wl_container_of(listener, fake, gone);
  fake->client = NULL;
}

static void *serve(void *data) {
  struct fake_compositor *fake = data;
  struct wl_event_loop *loop = wl_display_get_event_loop(fake->display);
  for (;;) {
    struct pollfd waiting = {.fd = wl_event_loop_get_fd(loop), .events = POLLIN};
    poll(&waiting, 1, 2);
    pthread_mutex_lock(&fake->lock);
    bool stops = fake->stops, hangs = fake->hangs;
    if (!stops && !hangs) {
      wl_event_loop_dispatch(loop, 0);
      wl_display_flush_clients(fake->display);
    }
    pthread_mutex_unlock(&fake->lock);
    if (stops) return NULL;
    if (hangs) usleep(2000);
  }
}

struct fake_compositor *fake_compositor_start(int *client_fd) {
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) return NULL;
  struct fake_compositor *fake = calloc(1, sizeof *fake);
  fake->display = wl_display_create();
  fake->client = wl_client_create(fake->display, ends[1]);
  fake->gone.notify = client_gone;
  wl_client_add_destroy_listener(fake->client, &fake->gone);
  pthread_mutex_init(&fake->lock, NULL);
  pthread_create(&fake->thread, NULL, serve, fake);
  *client_fd = ends[0];
  return fake;
}

void fake_compositor_stop(struct fake_compositor *fake) {
  pthread_mutex_lock(&fake->lock);
  fake->stops = true;
  pthread_mutex_unlock(&fake->lock);
  pthread_join(fake->thread, NULL);
  wl_display_destroy_clients(fake->display);
  wl_display_destroy(fake->display);
  pthread_mutex_destroy(&fake->lock);
  for (int i = 0; i < fake->answer_count; i++)
    for (int a = 0; a < MAX_ARGUMENTS; a++) free((char *)fake->answers[i].arguments[a].text);
  free(fake);
}

int fake_compositor_offer(struct fake_compositor *fake, const void *interface, uint32_t version) {
  pthread_mutex_lock(&fake->lock);
  int key = fake->global_count++;
  struct offered *offered = &fake->globals[key];
  offered->fake = fake;
  offered->interface = interface;
  offered->global = wl_global_create(fake->display, interface, (int)version, offered, bind_global);
  pthread_mutex_unlock(&fake->lock);
  return key;
}

void fake_compositor_withdraw(struct fake_compositor *fake, int key) {
  pthread_mutex_lock(&fake->lock);
  wl_global_remove(fake->globals[key].global);
  wl_display_flush_clients(fake->display);
  pthread_mutex_unlock(&fake->lock);
}

void fake_compositor_answer(
    struct fake_compositor *fake, const char *interface, const char *request, uint32_t opcode,
    const struct fake_argument *arguments, int count) {
  pthread_mutex_lock(&fake->lock);
  if (fake->answer_count < MAX_ANSWERS) {
    struct answer *answer = &fake->answers[fake->answer_count++];
    strncpy(answer->interface, interface, sizeof answer->interface - 1);
    strncpy(answer->request, request, sizeof answer->request - 1);
    answer->opcode = opcode;
    for (int i = 0; i < count && i < MAX_ARGUMENTS; i++) {
      answer->arguments[i] = arguments[i];
      if (arguments[i].text) answer->arguments[i].text = strdup(arguments[i].text);  // freed when it stops
    }
  }
  pthread_mutex_unlock(&fake->lock);
}

bool fake_compositor_send(
    struct fake_compositor *fake, uint32_t id, uint32_t opcode, const struct fake_argument *arguments, int count) {
  pthread_mutex_lock(&fake->lock);
  struct wl_resource *resource = find(fake, id);
  if (resource) {
    post(fake, resource, opcode, arguments, count);
    wl_display_flush_clients(fake->display);
  }
  pthread_mutex_unlock(&fake->lock);
  return resource != NULL;
}

bool fake_compositor_fail(struct fake_compositor *fake, uint32_t id, uint32_t code, const char *message) {
  pthread_mutex_lock(&fake->lock);
  struct wl_resource *resource = find(fake, id);
  if (resource) {
    wl_resource_post_error(resource, code, "%s", message);
    wl_display_flush_clients(fake->display);
  }
  pthread_mutex_unlock(&fake->lock);
  return resource != NULL;
}

uint32_t fake_compositor_object(struct fake_compositor *fake, const char *interface, int index) {
  uint32_t id = 0;
  pthread_mutex_lock(&fake->lock);
  for (int i = 0; i < fake->object_count && id == 0; i++) {
    if (strcmp(interface_of(fake, fake->objects[i])->name, interface)) continue;
    if (index-- == 0) id = wl_resource_get_id(fake->objects[i]);
  }
  pthread_mutex_unlock(&fake->lock);
  return id;
}

int fake_compositor_count(struct fake_compositor *fake, const char *interface, const char *request) {
  pthread_mutex_lock(&fake->lock);
  struct kind *kind = kind_of(fake, interface, request, false);
  int count = kind ? kind->count : 0;
  pthread_mutex_unlock(&fake->lock);
  return count;
}

int64_t fake_compositor_last(struct fake_compositor *fake, const char *interface, const char *request, int argument) {
  pthread_mutex_lock(&fake->lock);
  struct kind *kind = kind_of(fake, interface, request, false);
  int64_t value = kind && argument < MAX_ARGUMENTS ? kind->last[argument] : -1;
  pthread_mutex_unlock(&fake->lock);
  return value;
}

void fake_compositor_hang(struct fake_compositor *fake, bool hangs) {
  pthread_mutex_lock(&fake->lock);
  fake->hangs = hangs;
  pthread_mutex_unlock(&fake->lock);
}
