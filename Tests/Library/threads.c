/* Handles of several threads, made at the same moment, when the library has not been used yet: threads. Ends with 0 if all of them get
 * the same events, and a handle that threads pass on to each other gets them too. */
#include <offhand.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

enum { THREADS = 4, ROUNDS = 20 };

static pthread_barrier_t barrier;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct offhand *passed_on;
static uint64_t sums[THREADS];

static struct offhand *make(void)
{
    struct offhand_rect panel = {0, 0, 300, 190};
    struct offhand_options options;
    memset(&options, 0, sizeof options);
    options.size = sizeof options;
    options.outputs = &panel;
    options.output_count = 1;
    options.flags = OFFHAND_INFER_HAND;
    return offhand_new(&options, NULL, 0);
}

/* A pinch of two fingers. */
static void pinch(struct offhand *handle, int64_t start, uint64_t *sum)
{
    for (int step = 0; step < 24; step++) {
        for (int finger = 0; finger < 2; finger++)
            offhand_motion(handle, 0, finger, start + step * 8000000, 150 + (finger ? 1 : -1) * (15 + step), 90 + finger);
        if (step == 0)
            for (int finger = 0; finger < 2; finger++)
                offhand_down(handle, 0, finger, start, 150 + (finger ? 15 : -15), 90 + finger);
        offhand_frame(handle);
        struct offhand_request request;
        memset(&request, 0, sizeof request);
        request.size = sizeof request;
        request.width = 40, request.height = 15;
        const struct offhand_placement *place = offhand_place(handle, &request);
        if (place)
            *sum = *sum * 31 + (uint64_t)(place->rect.x * 1000);
        for (const struct offhand_event *event; (event = offhand_next(handle));)
            *sum = *sum * 31 + (uint64_t)(event->scale * 1000000) + (uint64_t)event->kind * 7 + (uint64_t)event->state;
    }
    offhand_up(handle, 0, 0, start + 200000000);
    offhand_up(handle, 0, 1, start + 200000000);
    offhand_frame(handle);
    while (offhand_next(handle))
        *sum = *sum * 31 + 1;
}

static void *work(void *own)
{
    uint64_t *sum = own, ignored = 0;
    pthread_barrier_wait(&barrier);
    for (int round = 0; round < ROUNDS; round++) {
        struct offhand *handle = make();
        for (int64_t second = 1; second < 4; second++)
            pinch(handle, second * 1000000000, sum);
        offhand_unref(handle);
        pthread_mutex_lock(&lock);
        struct offhand *shared = offhand_ref(passed_on);
        static int64_t time;
        pinch(shared, time += 1000000000, &ignored);
        offhand_unref(shared);
        pthread_mutex_unlock(&lock);
    }
    return NULL;
}

int main(void)
{
    pthread_t threads[THREADS];
    int failed = 0;
    pthread_barrier_init(&barrier, NULL, THREADS + 1);
    for (int index = 0; index < THREADS; index++)
        pthread_create(&threads[index], NULL, work, &sums[index]);
    pthread_mutex_lock(&lock);
    pthread_barrier_wait(&barrier);
    passed_on = make();
    pthread_mutex_unlock(&lock);
    for (int index = 0; index < THREADS; index++)
        pthread_join(threads[index], NULL);
    offhand_unref(passed_on);
    for (int index = 0; index < THREADS; index++) {
        failed |= sums[index] != sums[0] || !sums[index];
        printf("%016llx\n", (unsigned long long)sums[index]);
    }
    return failed;
}
