"""A picture that a program can measure: one colour, and four squares of their own colours around its middle."""

import struct
import zlib

GROUND = bytes((200, 60, 160))
# Top left, top right, bottom left, bottom right. All redder than the ground, so that nothing of the picture is ever less
# red than it: what is, lies on the picture.
MARKS = (bytes((255, 0, 0)), bytes((255, 255, 0)), bytes((255, 0, 255)), bytes((255, 255, 255)))


def write_marked_picture(path, width, height, mark, right, down):
    """A picture whose marks, squares of `mark` pixels, have their middles `right` and `down` from its own middle."""

    def row(left_color, right_color):
        outside = GROUND * (width // 2 - right - mark // 2)
        return outside + left_color * mark + GROUND * (2 * right - mark) + right_color * mark + outside

    plain = GROUND * width
    outside = [plain] * (height // 2 - down - mark // 2)
    between = [plain] * (2 * down - mark)
    rows = outside + [row(*MARKS[:2])] * mark + between + [row(*MARKS[2:])] * mark + outside
    _write(path, width, height, rows)


def write_plain_picture(path, width, height, color):
    """A picture of one colour."""
    _write(path, width, height, [color * width] * height)


def _write(path, width, height, rows):
    def chunk(name, data):
        return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))

    with open(path, "wb") as file:
        file.write(b"\x89PNG\r\n\x1a\n")
        file.write(chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)))
        file.write(chunk(b"IDAT", zlib.compress(b"".join(b"\0" + row for row in rows))))
        file.write(chunk(b"IEND", b""))
