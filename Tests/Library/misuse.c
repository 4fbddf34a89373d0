/* Two threads that use one handle at the same time, which a program may not, and with an argument a handle that is freed twice: misuse
 * [TWICE]. With OFFHAND_DEBUG=1 it does not come to its end. */
#include <offhand.h>
#include <pthread.h>

static void *work(void *handle)
{
    for (int call = 0; call < 5000000; call++)
        offhand_cancel_touch(handle, 0, 9, call);
    return NULL;
}

int main(int count, char **words)
{
    struct offhand *handle = offhand_new(NULL, NULL, 0);
    pthread_t other;
    (void)words;
    if (count > 1) {
        offhand_unref(handle);
        offhand_unref(handle);
        return 0;
    }
    if (!handle || pthread_create(&other, NULL, work, handle))
        return 2;
    work(handle);
    pthread_join(other, NULL);
    offhand_unref(handle);
    return 0;
}
