#ifndef OFFHAND_CTOML_H
#define OFFHAND_CTOML_H

// A C view of toml++, a C++ library: the nodes of a TOML document in the order in which they are written, each with its place.

#include <stddef.h>
#include <stdint.h>

enum offhand_toml_kind {
  OFFHAND_TOML_TABLE,
  OFFHAND_TOML_ARRAY,
  /// Ends the innermost table or array.
  OFFHAND_TOML_END,
  OFFHAND_TOML_STRING,
  OFFHAND_TOML_INTEGER,
  OFFHAND_TOML_FLOAT,
  OFFHAND_TOML_BOOLEAN,
  /// A date or a time.
  OFFHAND_TOML_TIME,
};

struct offhand_toml_node {
  enum offhand_toml_kind kind;
  /// The key, UTF-8 without a final zero; null in arrays and for the document itself.
  const char *key;
  size_t key_length;
  /// The text of a string, UTF-8 without a final zero.
  const char *text;
  size_t text_length;
  /// An integer, or 0 or 1.
  int64_t integer;
  double number;
  /// The place of the key and of the value, counted from 1.
  uint32_t key_line, key_column, line, column;
};

struct offhand_toml_fault {
  uint32_t line, column;
  char reason[256];
};

/// Calls `visit` for every node of the document. Returns 0, or -1 and `fault` if it is not TOML or nests deeper than 64 levels.
#ifdef __cplusplus
extern "C"
#endif
int offhand_toml_parse(
    const char *text, size_t length, void (*visit)(void *context, const struct offhand_toml_node *node), void *context,
    struct offhand_toml_fault *fault);

#endif
