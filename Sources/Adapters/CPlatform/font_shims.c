#include "font_shims.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <ft2build.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include FT_FREETYPE_H

// FreeType maps the file of a font. If the file is then shortened, reading it ends the process; if it is overwritten, tables that were
// checked are no longer true. So fonts are opened from copies in memory, one for all sizes.

struct offhand_font {
  struct offhand_font *next;
  unsigned char *bytes;
  size_t size;
  size_t users;
  char path[];
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct offhand_font *fonts;

static int read_file(const char *path, struct offhand_font *font) {
  struct stat status;
  // A FIFO that has this name would never end.
  int file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (file < 0)
    return 0;
  if (fstat(file, &status) == 0 && S_ISREG(status.st_mode) && (font->bytes = malloc((size_t)status.st_size + 1))) {
    ssize_t count = 1;
    while (count > 0 && font->size < (size_t)status.st_size) {
      count = read(file, font->bytes + font->size, (size_t)status.st_size - font->size);
      if (count > 0)
        font->size += (size_t)count;
    }
  }
  close(file);
  return font->size > 0;
}

static struct offhand_font *made(const char *path) {
  struct offhand_font *font = calloc(1, sizeof *font + strlen(path) + 1);
  if (!font)
    return NULL;
  strcpy(font->path, path);
  if (!read_file(path, font)) {
    free(font->bytes);
    free(font);
    return NULL;
  }
  font->next = fonts;
  fonts = font;
  return font;
}

struct offhand_font *offhand_hold_font(const char *path) {
  pthread_mutex_lock(&lock);
  struct offhand_font *font = fonts;
  while (font && strcmp(font->path, path) != 0)
    font = font->next;
  if (!font)
    font = made(path);
  if (font)
    font->users++;
  pthread_mutex_unlock(&lock);
  return font;
}

void offhand_release_font(struct offhand_font *font) {
  pthread_mutex_lock(&lock);
  if (--font->users == 0) {
    struct offhand_font **link = &fonts;
    while (*link != font)
      link = &(*link)->next;
    *link = font->next;
    free(font->bytes);
    free(font);
  }
  pthread_mutex_unlock(&lock);
}

static void close_font(FT_Stream stream) {
  offhand_release_font(stream->descriptor.pointer);
  free(stream);
}

// Stands before FreeType's own function of this name: fcft and fontconfig, which call it, take no memory. FreeType is looked up, so that
// programs without text need not have it.
FT_Error FT_New_Face(FT_Library library, const char *path, FT_Long index, FT_Face *face) {
  FT_Error (*open_face)(FT_Library, const FT_Open_Args *, FT_Long, FT_Face *);
  *(void **)&open_face = dlsym(RTLD_DEFAULT, "FT_Open_Face");
  struct offhand_font *font = open_face && path ? offhand_hold_font(path) : NULL;
  if (!font)
    return FT_Err_Cannot_Open_Resource;
  FT_Stream stream = calloc(1, sizeof *stream);
  if (!stream) {
    offhand_release_font(font);
    return FT_Err_Out_Of_Memory;
  }
  stream->base = font->bytes;
  stream->size = font->size;
  stream->descriptor.pointer = font;
  stream->close = close_font;
  // It closes the stream also where it fails.
  FT_Open_Args arguments = {.flags = FT_OPEN_STREAM, .stream = stream};
  return open_face(library, &arguments, index, face);
}
