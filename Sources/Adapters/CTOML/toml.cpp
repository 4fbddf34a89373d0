// Numbers without the locales of the standard library, which take .5 MB of the tool.
#define TOML_FLOAT_CHARCONV 1
#define TOML_EXCEPTIONS 0
#define TOML_ENABLE_FORMATTERS 0
#define TOML_HEADER_ONLY 1
#define TOML_MAX_NESTED_VALUES 64
// An assertion of toml++ 3.3 would end the program at "[=]" or "[\a]", a fault that its parser reports a few lines later.
#define TOML_ASSERT(condition) static_cast<void>(0)

#include "CTOML.h"

#include <algorithm>
#include <cstdio>
#include <string_view>
#include <toml++/toml.h>
#include <vector>

namespace {

using Visit = void (*)(void *, const offhand_toml_node *);

constexpr int deepest = TOML_MAX_NESTED_VALUES;

class Walk {
public:
  Walk(Visit visit, void *context, offhand_toml_fault *fault) : visit(visit), context(context), fault(fault) {}

  bool value(const toml::key *key, const toml::node &node, int depth) {
    if (depth > deepest) {
      fail(node.source().begin, "tables nest deeper than 64 levels");
      return false;
    }
    offhand_toml_node event = {};
    if (key) {
      event.key = key->str().data();
      event.key_length = key->str().size();
      event.key_line = key->source().begin.line;
      event.key_column = key->source().begin.column;
    }
    event.line = node.source().begin.line;
    event.column = node.source().begin.column;
    if (const toml::table *table = node.as_table()) return children(event, *table, depth);
    if (const toml::array *array = node.as_array()) return children(event, *array, depth);
    if (auto string = node.as_string()) {
      event.kind = OFFHAND_TOML_STRING;
      event.text = string->get().data();
      event.text_length = string->get().size();
    } else if (auto integer = node.as_integer()) {
      event.kind = OFFHAND_TOML_INTEGER;
      event.integer = integer->get();
    } else if (auto number = node.as_floating_point()) {
      event.kind = OFFHAND_TOML_FLOAT;
      event.number = number->get();
    } else if (auto boolean = node.as_boolean()) {
      event.kind = OFFHAND_TOML_BOOLEAN;
      event.integer = boolean->get();
    } else {
      event.kind = OFFHAND_TOML_TIME;
    }
    visit(context, &event);
    return true;
  }

  void fail(toml::source_position place, std::string_view reason) {
    fault->line = place.line;
    fault->column = place.column;
    std::snprintf(fault->reason, sizeof fault->reason, "%.*s", static_cast<int>(reason.size()), reason.data());
  }

private:
  bool children(offhand_toml_node &event, const toml::table &table, int depth) {
    event.kind = OFFHAND_TOML_TABLE;
    visit(context, &event);
    // toml++ sorts keys by name; rows of a menu keep the order in which they are written.
    std::vector<std::pair<const toml::key *, const toml::node *>> entries;
    entries.reserve(table.size());
    for (auto &&[key, node] : table) entries.emplace_back(&key, &node);
    std::sort(entries.begin(), entries.end(), [](auto &a, auto &b) {
      auto first = a.first->source().begin, second = b.first->source().begin;
      return first.line != second.line ? first.line < second.line : first.column < second.column;
    });
    for (auto &[key, node] : entries)
      if (!value(key, *node, depth + 1)) return false;
    return end();
  }

  bool children(offhand_toml_node &event, const toml::array &array, int depth) {
    event.kind = OFFHAND_TOML_ARRAY;
    visit(context, &event);
    for (auto &&node : array)
      if (!value(nullptr, node, depth + 1)) return false;
    return end();
  }

  bool end() {
    offhand_toml_node event = {};
    event.kind = OFFHAND_TOML_END;
    visit(context, &event);
    return true;
  }

  Visit visit;
  void *context;
  offhand_toml_fault *fault;
};

} // namespace

int offhand_toml_parse(
    const char *text, size_t length, Visit visit, void *context, offhand_toml_fault *fault) {
  Walk walk(visit, context, fault);
  toml::parse_result result = toml::parse(std::string_view(text, length));
  if (!result) {
    walk.fail(result.error().source().begin, result.error().description());
    return -1;
  }
  return walk.value(nullptr, result.table(), 0) ? 0 : -1;
}
