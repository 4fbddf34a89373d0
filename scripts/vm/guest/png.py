"""A picture that a program can measure: one colour, and a mark of its own colour in every corner."""

import struct
import zlib

GROUND = bytes((200, 60, 160))
# Top left, top right, bottom left, bottom right.
MARKS = (bytes((255, 0, 0)), bytes((0, 255, 0)), bytes((0, 0, 255)), bytes((255, 255, 0)))


def write_marked_picture(path, width, height, mark):
    middle = GROUND * (width - 2 * mark)
    top = MARKS[0] * mark + middle + MARKS[1] * mark
    bottom = MARKS[2] * mark + middle + MARKS[3] * mark
    rows = [top] * mark + [GROUND * width] * (height - 2 * mark) + [bottom] * mark

    def chunk(name, data):
        return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))

    with open(path, "wb") as file:
        file.write(b"\x89PNG\r\n\x1a\n")
        file.write(chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)))
        file.write(chunk(b"IDAT", zlib.compress(b"".join(b"\0" + row for row in rows))))
        file.write(chunk(b"IEND", b""))
