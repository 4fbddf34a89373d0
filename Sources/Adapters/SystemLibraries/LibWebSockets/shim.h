#pragma once
#include <libwebsockets.h>

// Macros that Swift does not import.
static const int offhand_lws_pre = LWS_PRE;
static const int offhand_lws_kill = LWS_TO_KILL_ASYNC;
