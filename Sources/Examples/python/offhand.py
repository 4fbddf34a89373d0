"""Touch gestures, the hand behind the fingers, and places that it does not hide: liboffhand for Python.

    import offhand

    gestures = offhand.Gestures(outputs=[(0, 0, 300, 190)], infer_hand=True)
    gestures.down(slot=0, time=0, x=40, y=60)
    gestures.frame()
    for event in gestures.events():
        print(event.name, event.state.name, event.scale)

Touches are one hand's until two people are proven; on outputs with a diagonal under 300 mm always, unless `several_hands` says otherwise.
Lengths are millimetres, times nanoseconds, angles radians; offhand.h says the rest. One file without dependencies: copy it, or
install it beside the library. $OFFHAND_LIBRARY names another library than the installed one.
"""

from __future__ import annotations

import ctypes
import enum
import math
import os
from collections.abc import Iterator, Sequence
from ctypes import POINTER, Structure, byref, c_bool, c_char_p, c_double, c_int, c_int32, c_int64, c_size_t, c_uint32, c_uint64
from ctypes import c_void_p
from dataclasses import dataclass
from typing import TypeVar, get_type_hints

Rect = tuple[float, float, float, float]
T = TypeVar("T")


class Error(ValueError):
    """Why the library refuses something: what, and where."""


class Kind(enum.IntEnum):
    OTHER, TAP, LONG_PRESS, PAN, SWIPE, PINCH, ROTATION, TRANSFORM, EDGE_PAN, TAP_DRAG, SEQUENCE = range(11)

    @classmethod
    def _missing_(cls, value):
        return cls.OTHER  # A newer library may know more.


class State(enum.IntEnum):
    BEGAN, CHANGED, ENDED, CANCELLED, RECOGNIZED, UNCONFIRMED, SUPERSEDED = range(7)


class Phase(enum.IntEnum):
    DOWN, MOTION, UP, TAKEN = range(4)


class Hand(enum.IntEnum):
    UNKNOWN, LEFT, RIGHT, BOTH = range(4)


class Posture(enum.IntEnum):
    AUTOMATIC, UNKNOWN, FLAT_TABLET, MONITOR, KIOSK, TABLETOP, HANDHELD, FACE_UP, THUMBS = range(9)


class Role(enum.IntEnum):
    HUD, TOOLTIP, POPOVER, MENU, LOUPE = range(5)


class Axis(enum.IntEnum):
    FREE, HORIZONTAL, VERTICAL = range(3)


class Action(enum.IntEnum):
    HOLD, DRAG, LIFT = range(3)


class Edge(enum.IntFlag):
    LEFT, RIGHT, TOP, BOTTOM = 1, 2, 4, 8


class Direction(enum.IntFlag):
    RIGHT, DOWN_RIGHT, DOWN, DOWN_LEFT, LEFT, UP_LEFT, UP, UP_RIGHT = (1 << bit for bit in range(8))


class RecognizerFlag(enum.IntFlag):
    SIMULTANEOUS_WITH_ALL, LISTENS, DELAYS_TOUCHES, ANNOUNCES_UNCONFIRMED, DISABLED, SEAMS = 1, 2, 4, 8, 16, 32


class Filter(enum.IntFlag):
    PALM, NOISE, JITTER, PEN, GLITCH, DESPIKE = 1, 2, 4, 8, 16, 32


class Tool(enum.IntEnum):
    FINGER, PEN, POINTER = range(3)


class Location(enum.IntEnum):
    LANDING, STILLEST, LIFT = range(3)


class Press(enum.IntEnum):
    LONG, TAP = range(2)


class Second(enum.IntEnum):
    COUNTS, IGNORED = range(2)


# The structs of offhand.h, field by field.


class _Rect(Structure):
    _fields_ = [("x", c_double), ("y", c_double), ("width", c_double), ("height", c_double)]


class _Step(Structure):
    _fields_ = [
        ("size", c_size_t), ("action", c_int), ("directions", c_uint32), ("distance", c_double), ("duration", c_int64), ("limit", c_int64)
    ]


class _Recognizer(Structure):
    _fields_ = [
        ("size", c_size_t), ("name", c_char_p), ("kind", c_int), ("fingers_min", c_uint32), ("fingers_max", c_uint32),
        ("taps", c_uint32), ("edges", c_uint32), ("axis", c_int), ("directions", c_uint32), ("priority", c_int32), ("flags", c_uint32),
        ("distance", c_double), ("contested_distance", c_double), ("duration", c_int64),
        ("requires_failure", POINTER(c_char_p)), ("simultaneous", POINTER(c_char_p)), ("doubling_distance", c_double),
        ("lift_speed", c_double), ("area", _Rect), ("depth", c_double), ("part_from", c_double), ("part_to", c_double), ("output", c_size_t),
        ("steps", POINTER(_Step)), ("step_count", c_size_t),
    ]


class _Options(Structure):
    _fields_ = [
        ("size", c_size_t), ("pipeline", c_char_p), ("recognizers", POINTER(_Recognizer)), ("recognizer_count", c_size_t),
        ("outputs", POINTER(_Rect)), ("output_count", c_size_t), ("input", c_int), ("flags", c_uint32), ("filters", c_uint32),
        ("posture", c_int), ("stated_hand", c_int), ("right_hand_prior", c_double), ("user_edge", c_int),
    ]


class _Accommodations(Structure):
    _fields_ = [
        ("size", c_size_t), ("tolerance_mm", c_double), ("hold", c_int64), ("repeat", c_int64), ("repeat_mm", c_double),
        ("location", c_int), ("press", c_int), ("second", c_int),
    ]


class _Event(Structure):
    _fields_ = [
        ("name", c_char_p), ("time", c_int64), ("kind", c_int), ("state", c_int), ("x", c_double), ("y", c_double), ("dx", c_double),
        ("dy", c_double), ("vx", c_double), ("vy", c_double), ("scale", c_double), ("scale_velocity", c_double),
        ("rotation", c_double), ("rotation_velocity", c_double), ("hand_confidence", c_double), ("fingers", c_uint32),
        ("taps", c_uint32), ("edge", c_uint32), ("direction", c_uint32), ("hand", c_int), ("hand_index", c_uint32),
        ("recognizer", c_uint32), ("touches", c_uint64),
    ]


class _Touch(Structure):
    _fields_ = [("time", c_int64), ("x", c_double), ("y", c_double), ("device", c_uint32), ("slot", c_int32)]


class _Delivery(Structure):
    _fields_ = [
        ("time", c_int64), ("phase", c_int), ("device", c_uint32), ("slot", c_int32), ("x", c_double), ("y", c_double)
    ]


class _Prediction(Structure):
    _fields_ = [
        ("x", c_double), ("y", c_double), ("measured_x", c_double), ("measured_y", c_double), ("uncertainty", c_double)
    ]


class _Request(Structure):
    _fields_ = [
        ("size", c_size_t), ("id", c_uint64), ("width", c_double), ("height", c_double), ("compact_width", c_double),
        ("compact_height", c_double), ("minimum_width", c_double), ("minimum_height", c_double), ("anchor", POINTER(_Rect)),
        ("bounds", POINTER(_Rect)), ("reserved", POINTER(_Rect)), ("reserved_count", c_size_t), ("role", c_int),
        ("preferred_side", c_int), ("following", c_int), ("event", POINTER(_Event)), ("time", c_int64),
    ]


class _Placement(Structure):
    _fields_ = [
        ("rect", _Rect), ("target_x", c_double), ("target_y", c_double), ("hidden", c_double), ("hand_confidence", c_double),
        ("hand", c_int), ("side", c_int), ("reason", c_int), ("transition", c_int), ("needs_leader", c_bool),
        ("is_clipped", c_bool), ("is_shown", c_bool),
    ]


_touch = [c_void_p, c_uint32, c_int32, c_int64]
_functions = {
    "offhand_version": (c_char_p, []),
    "offhand_new": (c_void_p, [POINTER(_Options), c_char_p, c_size_t]),
    "offhand_unref": (None, [c_void_p]),
    "offhand_unwrap_ms": (c_int64, [c_int64, c_uint32]),
    "offhand_set_recognizers": (c_int, [c_void_p, POINTER(_Recognizer), c_size_t, c_char_p, c_size_t]),
    "offhand_set_panel": (c_int, [c_void_p, c_char_p, c_char_p, c_size_t]),
    "offhand_set_outputs": (c_int, [c_void_p, POINTER(_Rect), c_size_t]),
    "offhand_set_accommodations": (c_int, [c_void_p, POINTER(_Accommodations), c_char_p, c_size_t]),
    "offhand_down": (None, _touch + [c_double, c_double]),
    "offhand_down_with": (None, _touch + [c_double, c_double, c_int]),
    "offhand_motion": (None, _touch + [c_double, c_double]),
    "offhand_shape": (None, _touch + [c_double, c_double, c_double]),
    "offhand_up": (None, _touch),
    "offhand_cancel_touch": (None, _touch),
    "offhand_cancel_device": (None, [c_void_p, c_uint32, c_int64]),
    "offhand_cancel": (None, [c_void_p, c_int64]),
    "offhand_frame": (None, [c_void_p]),
    "offhand_end_batch": (None, [c_void_p]),
    "offhand_advance": (None, [c_void_p, c_int64]),
    "offhand_deadline": (c_bool, [c_void_p, POINTER(c_int64)]),
    "offhand_next": (POINTER(_Event), [c_void_p]),
    "offhand_event_touch": (POINTER(_Touch), [c_void_p, POINTER(_Event), c_size_t]),
    "offhand_enable": (c_bool, [c_void_p, c_char_p, c_bool]),
    "offhand_exempt": (c_bool, [c_void_p, c_uint32, c_int32]),
    "offhand_reject": (c_bool, [c_void_p, POINTER(_Event)]),
    "offhand_set_client": (None, [c_void_p, c_uint32, c_int32, c_uint64]),
    "offhand_predict": (POINTER(_Prediction), [c_void_p, c_int64, c_int64, c_uint32, c_int32]),
    "offhand_next_delivery": (POINTER(_Delivery), [c_void_p]),
    "offhand_hand": (c_int, [c_void_p, POINTER(c_double)]),
    "offhand_hidden": (c_double, [c_void_p, POINTER(_Rect)]),
    "offhand_place": (POINTER(_Placement), [c_void_p, POINTER(_Request)]),
    "offhand_forget": (None, [c_void_p, c_uint64]),
    "offhand_explain": (c_char_p, [c_void_p, c_uint64]),
}


def _load() -> ctypes.CDLL:
    library = ctypes.CDLL(os.environ.get("OFFHAND_LIBRARY", "liboffhand.so.0"))
    for name, (result, arguments) in _functions.items():
        function = getattr(library, name)
        function.restype, function.argtypes = result, arguments
    return library


_library = _load()


@dataclass(frozen=True)
class Touch:
    """A touch of an event, and where and when it landed."""

    time: int
    x: float
    y: float
    device: int
    slot: int


@dataclass(frozen=True)
class Event:
    """One event of one recognizer."""

    name: str
    time: int
    kind: Kind
    state: State
    x: float
    y: float
    dx: float
    dy: float
    vx: float
    vy: float
    scale: float
    scale_velocity: float
    rotation: float
    rotation_velocity: float
    fingers: int
    taps: int
    edge: Edge
    direction: Direction
    hand: Hand
    hand_confidence: float
    hand_index: int
    touches: int


@dataclass(frozen=True)
class Delivery:
    """One touch as the clients below may hear it."""

    time: int
    phase: Phase
    device: int
    slot: int
    x: float
    y: float


@dataclass(frozen=True)
class Prediction:
    """Where a touch is expected to be."""

    x: float
    y: float
    measured_x: float
    measured_y: float
    uncertainty: float


@dataclass(frozen=True)
class Placement:
    """A place for an overlay, and the reason for it in words."""

    rect: Rect
    target: tuple[float, float]
    hidden: float
    hand: Hand
    hand_confidence: float
    needs_leader: bool
    is_clipped: bool
    is_shown: bool
    why: str


@dataclass(frozen=True)
class Step:
    """One step of a sequence; zero means the default."""

    action: Action
    directions: Direction = Direction(0)
    distance: float = 0
    duration: int = 0
    limit: int = 0


@dataclass(frozen=True)
class Recognizer:
    """One recognizer of a pipeline of one's own; zero and empty mean the default of the kind."""

    kind: Kind
    name: str = ""
    fingers: tuple[int, int] = (0, 0)
    taps: int = 0
    edges: Edge = Edge(0)
    directions: Direction = Direction(0)
    axis: Axis = Axis.FREE
    priority: int = 0
    flags: RecognizerFlag = RecognizerFlag(0)
    distance: float = 0
    contested_distance: float = 0
    duration: int = 0
    requires_failure: Sequence[str] = ()
    simultaneous: Sequence[str] = ()
    doubling_distance: float = 0
    lift_speed: float = 0
    area: Rect = (0, 0, 0, 0)
    depth: float = 0
    part: tuple[float, float] = (0, 0)
    output: int = 0
    steps: Sequence[Step] = ()


@dataclass(frozen=True)
class Accommodations:
    """What touches of hands count as that tremble, press long or rest on the glass; zero is off."""

    tolerance_mm: float = 0
    hold: int = 0
    repeat: int = 0
    repeat_mm: float = 0
    location: Location = Location.LANDING
    press: Press = Press.LONG
    second: Second = Second.COUNTS


def _values(kind: type[T], one: Structure) -> T:
    """What a struct holds as a value of `kind`, whose fields have the same names."""
    types, found = get_type_hints(kind), {name: getattr(one, name) for name in kind.__dataclass_fields__}
    return kind(**{name: value.decode() if isinstance(value, bytes) else types[name](value) for name, value in found.items()})


def version() -> str:
    """The version of the library."""
    return _library.offhand_version().decode()


def unwrap_ms(previous: int, stamp: int) -> int:
    """The time of a stamp in milliseconds of 32 bits that follows a stamp of the time `previous`, or is the first if that is 0."""
    return _library.offhand_unwrap_ms(previous, stamp)


def _rects(rects: Sequence[Rect]) -> ctypes.Array[_Rect]:
    return (_Rect * len(rects))(*(_Rect(*rect) for rect in rects))


def _names(names: Sequence[str]) -> ctypes.Array[c_char_p] | None:
    return (c_char_p * (len(names) + 1))(*(name.encode() for name in names), None) if names else None


def _steps(steps: Sequence[Step]) -> ctypes.Array[_Step] | None:
    all = (_Step(ctypes.sizeof(_Step), one.action, int(one.directions), one.distance, one.duration, one.limit) for one in steps)
    return (_Step * len(steps))(*all) if steps else None


class Gestures:
    """The recognizers of one surface. Feed touches, then read `events()`; `deadline` and `hand` are properties. Used by one thread at a
    time."""

    def __init__(
        self, pipeline: str | Sequence[Recognizer] | None = None, *, outputs: Sequence[Rect] = (), infer_hand: bool = False,
        relay: bool = False, one_hand: bool = False, several_hands: bool = False, wl_touch: bool = False, filters: Filter = Filter(0),
        posture: Posture = Posture.AUTOMATIC, hand: Hand = Hand.UNKNOWN, right_hand_prior: float = 0,
    ) -> None:
        """A pipeline by its name or of one's own recognizers. Raises `Error` if the options are impossible."""
        self._handle = None
        options = _Options(
            size=ctypes.sizeof(_Options), outputs=_rects(outputs), output_count=len(outputs), input=int(wl_touch),
            flags=int(infer_hand) | int(relay) << 1 | int(one_hand) << 2 | int(several_hands) << 3, filters=int(filters),
            posture=posture, stated_hand=hand, right_hand_prior=right_hand_prior,
        )
        if isinstance(pipeline, str):
            options.pipeline = pipeline.encode()
        elif pipeline is not None:
            options.recognizers = self._recognizers(pipeline)
            options.recognizer_count = len(pipeline)
        error = ctypes.create_string_buffer(300)
        self._handle = _library.offhand_new(byref(options), error, len(error))
        if not self._handle:
            raise Error(error.value.decode(errors="replace"))

    @classmethod
    def _recognizers(cls, recognizers: Sequence[Recognizer]) -> ctypes.Array[_Recognizer]:
        return (_Recognizer * len(recognizers))(*(cls._recognizer(one) for one in recognizers))

    def set_panel(self, toml: str) -> None:
        """Takes the latency of the touch screen from the text of `panel.toml`, for `predict`. Raises `Error` if it is no such text."""
        error = ctypes.create_string_buffer(300)
        if _library.offhand_set_panel(self._handle, toml.encode(), error, len(error)):
            raise Error(error.value.decode(errors="replace"))

    def set_recognizers(self, recognizers: Sequence[Recognizer]) -> None:
        """Replaces the recognizers, as soon as no touch is down. Raises `Error` if they are impossible."""
        error = ctypes.create_string_buffer(300)
        if _library.offhand_set_recognizers(self._handle, self._recognizers(recognizers), len(recognizers), error, len(error)):
            raise Error(error.value.decode(errors="replace"))

    def set_accommodations(self, accommodations: Accommodations | None) -> None:
        """Says what the touches count as that land from now on. Raises `Error` if a setting cannot be what it is."""
        error, values = ctypes.create_string_buffer(300), vars(accommodations or Accommodations())
        asked = _Accommodations(size=ctypes.sizeof(_Accommodations), **values)
        if _library.offhand_set_accommodations(self._handle, byref(asked), error, len(error)):
            raise Error(error.value.decode(errors="replace"))

    @staticmethod
    def _recognizer(one: Recognizer) -> _Recognizer:
        values = vars(one) | {
            "size": ctypes.sizeof(_Recognizer), "name": one.name.encode() or None, "requires_failure": _names(one.requires_failure),
            "simultaneous": _names(one.simultaneous), "area": _Rect(*one.area), "steps": _steps(one.steps), "step_count": len(one.steps),
        }
        values["fingers_min"], values["fingers_max"] = values.pop("fingers")
        values["part_from"], values["part_to"] = values.pop("part")
        return _Recognizer(**values)

    def __del__(self) -> None:
        if self._handle:
            _library.offhand_unref(self._handle)

    def set_outputs(self, outputs: Sequence[Rect]) -> None:
        """Replaces the outputs, also while fingers are down. Raises `Error` if they are impossible."""
        if _library.offhand_set_outputs(self._handle, _rects(outputs), len(outputs)):
            raise Error(f"impossible outputs: {list(outputs)}")

    def down(self, slot: int, time: int, x: float, y: float, device: int = 0, tool: Tool = Tool.FINGER) -> None:
        """A finger lands, or another tool."""
        _library.offhand_down_with(self._handle, device, slot, time, x, y, tool)

    def motion(self, slot: int, time: int, x: float, y: float, device: int = 0) -> None:
        """A finger moves."""
        _library.offhand_motion(self._handle, device, slot, time, x, y)

    def shape(
        self, slot: int, time: int, major: float, minor: float, orientation: float = math.nan, device: int = 0
    ) -> None:
        """The contact ellipse of a finger."""
        _library.offhand_shape(self._handle, device, slot, time, major, minor, orientation)

    def up(self, slot: int, time: int, device: int = 0) -> None:
        """A finger lifts."""
        _library.offhand_up(self._handle, device, slot, time)

    def cancel(self, time: int, slot: int | None = None, device: int | None = None) -> None:
        """A touch, all touches of a device, or all touches are taken away."""
        if slot is not None:
            _library.offhand_cancel_touch(self._handle, device or 0, slot, time)
        elif device is not None:
            _library.offhand_cancel_device(self._handle, device, time)
        else:
            _library.offhand_cancel(self._handle, time)

    def frame(self) -> None:
        """The hardware report is complete."""
        _library.offhand_frame(self._handle)

    def end_batch(self) -> None:
        """Everything that was waiting has been fed."""
        _library.offhand_end_batch(self._handle)

    def advance(self, time: int) -> None:
        """Time has come to `time` without a touch."""
        _library.offhand_advance(self._handle, time)

    @property
    def deadline(self) -> int | None:
        """When time alone decides something."""
        time = c_int64()
        return time.value if _library.offhand_deadline(self._handle, byref(time)) else None

    def events(self) -> Iterator[Event]:
        """The events that have not been read."""
        while found := _library.offhand_next(self._handle):
            yield _values(Event, found.contents)

    def touches(self, event: Event) -> list[Touch]:
        """The touches of an event, in the order of their landing."""
        raw, found = _Event(touches=event.touches), []
        while touch := _library.offhand_event_touch(self._handle, byref(raw), len(found)):
            found.append(_values(Touch, touch.contents))
        return found

    def enable(self, name: str, is_enabled: bool = True) -> bool:
        """Lets a recognizer take part, or takes it out. Returns whether there is one of that name."""
        return _library.offhand_enable(self._handle, name.encode(), is_enabled)

    def exempt(self, slot: int, device: int = 0) -> bool:
        """A touch is no gesture's from now on. Returns whether the clients below get the rest of it."""
        return _library.offhand_exempt(self._handle, device, slot)

    def reject(self, event: Event) -> bool:
        """The touches of an event are no gesture's, before its deliveries are read."""
        return _library.offhand_reject(self._handle, byref(_Event(touches=event.touches)))

    def set_client(self, slot: int, client: int, device: int = 0) -> None:
        """To which client below a touch was delivered: a gesture takes all of one client together."""
        _library.offhand_set_client(self._handle, device, slot, client)

    def deliveries(self) -> Iterator[Delivery]:
        """With `relay`, what the clients below may be told."""
        while found := _library.offhand_next_delivery(self._handle):
            yield _values(Delivery, found.contents)

    def predict(self, slot: int, time: int, now: int, device: int = 0) -> Prediction | None:
        """Where a touch is expected to be at `time`, for drawing; `None` if it is not down."""
        found = _library.offhand_predict(self._handle, time, now, device, slot)
        return _values(Prediction, found.contents) if found else None

    @property
    def hand(self) -> tuple[Hand, float]:
        """The hand of all touches together, and its probability."""
        confidence = c_double()
        side = _library.offhand_hand(self._handle, byref(confidence))
        return Hand(side), confidence.value

    def hidden(self, rect: Rect) -> float:
        """The share of `rect` that hands are expected to hide."""
        return _library.offhand_hidden(self._handle, byref(_Rect(*rect)))

    def place(
        self, identity: int, size: tuple[float, float], *, role: Role = Role.HUD, anchor: Rect | None = None,
        bounds: Rect | None = None, reserved: Sequence[Rect] = (), compact: tuple[float, float] = (0, 0), time: int = 0,
    ) -> Placement | None:
        """Where to show an overlay; `None` unless the hand is inferred."""
        request = _Request(
            size=ctypes.sizeof(_Request), id=identity, width=size[0], height=size[1], compact_width=compact[0],
            compact_height=compact[1], role=role, reserved=_rects(reserved), reserved_count=len(reserved), time=time,
        )
        if anchor:
            request.anchor = ctypes.pointer(_Rect(*anchor))
        if bounds:
            request.bounds = ctypes.pointer(_Rect(*bounds))
        found = _library.offhand_place(self._handle, byref(request))
        if not found:
            return None
        one = found.contents
        rect, target = (one.rect.x, one.rect.y, one.rect.width, one.rect.height), (one.target_x, one.target_y)
        values = one.hidden, Hand(one.hand), one.hand_confidence, one.needs_leader, one.is_clipped, one.is_shown
        return Placement(rect, target, *values, why=(_library.offhand_explain(self._handle, identity) or b"").decode())

    def forget(self, identity: int) -> None:
        """An overlay is no longer shown."""
        _library.offhand_forget(self._handle, identity)


def _demonstrate() -> None:
    """A right hand spreads two fingers: prints what is recognized, and where a label would go."""
    gestures = Gestures(outputs=[(0, 0, 300, 190)], infer_hand=True)
    for step in range(21):
        time = step * 8_000_000
        feed = gestures.motion if step else gestures.down
        feed(0, time, 140 - step / 2, 110 + step * 0.6)
        feed(1, time, 160 + step * 0.6, 80 - step * 0.7)
        gestures.frame()
        for event in gestures.events():
            print(f"{event.name} {event.state.name.lower()} {event.scale:.3f} by a {event.hand.name.lower()} hand")
    place = gestures.place(1, (40, 15))
    if place:
        print("label at {:.1f}, {:.1f} mm: {}".format(*place.rect[:2], place.why))


if __name__ == "__main__":
    _demonstrate()
