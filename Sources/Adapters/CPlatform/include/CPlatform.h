// Every C header the project uses, in one Clang module: the same header reached through two modules
// builds in debug and fails in release (whole-module optimisation loses macros that are enum constants).
#ifndef OFFHAND_CPLATFORM_H
#define OFFHAND_CPLATFORM_H

#include <crypt.h>
#include <fcft/fcft.h>
#include <fontconfig/fontconfig.h>
#include <libevdev/libevdev-uinput.h>
#include <libevdev/libevdev.h>
#include <libinput.h>
#include <libudev.h>
#include <linux/input.h>
#include <lo/lo_lowlevel.h>
#include <pixman.h>
#include <png.h>
#include <seccomp.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/signalfd.h>
#include <sys/timerfd.h>
#include <turbojpeg.h>
#include <wayland-client-core.h>
#include <xkbcommon/xkbcommon.h>
#include <yaml.h>
#include <zlib.h>

#include "confinement_shims.h"
#include "font_shims.h"
#include "libinput_shims.h"
#include "system_shims.h"
#include "wayland_shims.h"

#endif
