/* Prints the pinches on a table that sends TUIO 1.1 to port 3333: cc table.c $(pkg-config --cflags --libs offhand liblo) */
#include <lo/lo.h>
#include <offhand.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
static const double width = 1000, height = 560; /* of the table, in millimetres */
static int32_t down[64], count;
static int take(const char *path, const char *types, lo_arg **values, int n, lo_message message, void *gestures) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    int64_t time = now.tv_sec * INT64_C(1000000000) + now.tv_nsec;
    const char *word = n > 0 && types[0] == 's' ? &values[0]->s : "";
    if (!strcmp(word, "alive")) { /* what is missing has lifted */
        for (int i = 0, found = 0; i < count; found = 0) {
            for (int j = 1; j < n; j++) found |= types[j] == 'i' && values[j]->i == down[i];
            if (found) { i++; continue; }
            offhand_up(gestures, 0, down[i], time);
            down[i] = down[--count];
        }
    } else if (!strcmp(word, "set") && n >= 4 && !strncmp(types, "siff", 4)) {
        int i = 0;
        while (i < count && down[i] != values[1]->i) i++;
        if (i == 64) return 0;
        (i == count ? offhand_down : offhand_motion)(gestures, 0, values[1]->i, time, values[2]->f * width, values[3]->f * height);
        if (i == count) down[count++] = values[1]->i;
    } else if (!strcmp(word, "fseq")) offhand_frame(gestures), offhand_end_batch(gestures);
    for (const struct offhand_event *event; (event = offhand_next(gestures));)
        if (event->kind == OFFHAND_PINCH) printf("%s %.3f\n", offhand_state_name(event->state), event->scale);
    return fflush(stdout), (void)path, (void)message, 0;
}
int main(int count, char **words) {
    char error[200];
    struct offhand *gestures = offhand_new(NULL, error, sizeof error);
    lo_server server = lo_server_new_with_proto(count > 1 ? words[1] : "3333", LO_UDP, NULL);
    if (!gestures || !server) return fprintf(stderr, "%s\n", gestures ? "the port is not free" : error), 1;
    lo_server_add_method(server, "/tuio/2Dcur", NULL, take, gestures);
    puts("ready");
    for (fflush(stdout);;) lo_server_recv(server);
}
