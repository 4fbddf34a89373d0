/* Sources/Examples/c/pinches.c on a touch screen that is made up in this process: two fingers land, part and lift. */
#include "fake_evdev.h"

#include <fcntl.h>
#include <linux/input.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static int node;

static int open_fake(const char *path, int flags)
{
    (void)flags;
    return atoi(path + sizeof "/dev/input/event" - 1) == node ? fake_device_open(node) : -1;
}

#define open(path, flags) open_fake(path, flags)
#define main pinches
#include "pinches.c"
#undef main

static void wait_ms(long milliseconds)
{
    struct timespec time = {milliseconds / 1000, milliseconds % 1000 * 1000000};
    nanosleep(&time, NULL);
}

static void *touch(void *data)
{
    (void)data;
    wait_ms(300);
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    int64_t start = now.tv_sec * 1000000LL + now.tv_nsec / 1000;
    for (int step = 0; step <= 26; step++) {
        int64_t time = start + step * 8000;
        for (int slot = 0; slot < 2; slot++) {
            fake_device_event(node, time, EV_ABS, ABS_MT_SLOT, slot);
            if (step == 0 || step == 26) fake_device_event(node, time, EV_ABS, ABS_MT_TRACKING_ID, step ? -1 : slot + 1);
            if (step == 26) continue;
            fake_device_event(node, time, EV_ABS, ABS_MT_POSITION_X, 3000 + (slot ? 1 : -1) * (400 + step * 10));
            if (step == 0) fake_device_event(node, time, EV_ABS, ABS_MT_POSITION_Y, 2000);
        }
        if (step == 0 || step == 26) fake_device_event(node, time, EV_KEY, BTN_TOUCH, step == 0);
        fake_device_event(node, time, EV_SYN, SYN_REPORT, 0);
        wait_ms(8);
    }
    wait_ms(300);
    exit(0);
}

int main(void)
{
    node = fake_device_make("Fake Touch Screen", "seat0", BUS_USB, 0x1234, 0x5678);
    fake_device_udev_property(node, "ID_INPUT_TOUCHSCREEN", "1");
    fake_device_udev_property(node, "ID_INPUT", "1");
    fake_device_key(node, BTN_TOUCH);
    fake_device_input_property(node, INPUT_PROP_DIRECT);
    for (int axis = 0; axis < 2; axis++) {
        fake_device_axis(node, axis ? ABS_Y : ABS_X, 0, axis ? 4000 : 6000, 0, 20);
        fake_device_axis(node, axis ? ABS_MT_POSITION_Y : ABS_MT_POSITION_X, 0, axis ? 4000 : 6000, 0, 20);
    }
    fake_device_axis(node, ABS_MT_SLOT, 0, 9, 0, 0);
    fake_device_axis(node, ABS_MT_TRACKING_ID, 0, 65535, 0, 0);
    fake_device_plug(node);
    pthread_t thread;
    pthread_create(&thread, NULL, touch, NULL);
    return pinches();
}
