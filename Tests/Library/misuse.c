/* Two threads that use one handle at the same time, which a program may not: misuse. With OFFHAND_DEBUG=1 it does not come to its end. */
#include <offhand.h>
#include <pthread.h>

static void *work(void *handle)
{
    for (int call = 0; call < 5000000; call++)
        offhand_cancel_touch(handle, 0, 9, call);
    return NULL;
}

int main(void)
{
    struct offhand *handle = offhand_new(NULL, NULL, 0);
    pthread_t other;
    if (!handle || pthread_create(&other, NULL, work, handle))
        return 2;
    work(handle);
    pthread_join(other, NULL);
    offhand_unref(handle);
    return 0;
}
