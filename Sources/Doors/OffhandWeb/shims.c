// What the domain asks of libc and what wasi-libc would ask of the browser, so that offhand.wasm imports nothing.
#include <stddef.h>
#include <stdlib.h>

// Seeds of hash tables. No order that they change is seen, and nobody chooses the few keys.
void arc4random_buf(void *bytes, size_t count) {
    for (size_t index = 0; index < count; index++) ((unsigned char *)bytes)[index] = (unsigned char)(index * 151 + 17);
}
