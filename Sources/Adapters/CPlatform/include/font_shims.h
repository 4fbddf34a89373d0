#ifndef OFFHAND_FONT_SHIMS_H
#define OFFHAND_FONT_SHIMS_H

/// Holds a copy of the font file at `path` in memory, from which FreeType opens it, also if the file is gone; null if it cannot be read.
/// As long as it is held, or a font that was opened from it, the same copy is used.
struct offhand_font *offhand_hold_font(const char *path);

/// Gives up what `offhand_hold_font` returned.
void offhand_release_font(struct offhand_font *font);

#endif
