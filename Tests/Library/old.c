/* A program that was compiled for the first version: its structs end where they did then, and nothing behind them may be read. */
#include <offhand.h>
#include <stdlib.h>

int main(void)
{
    struct offhand_options *options = calloc(1, sizeof *options);
    struct offhand_recognizer *recognizer = calloc(1, sizeof *recognizer);
    struct offhand_request *request = calloc(1, sizeof *request);
    struct offhand_rect panel = {0, 0, 300, 190};
    struct offhand *handle;
    if (!options || !recognizer || !request)
        return 1;
    recognizer->size = sizeof *recognizer;
    recognizer->kind = OFFHAND_SWIPE;
    options->size = sizeof *options;
    options->recognizers = recognizer;
    options->recognizer_count = 1;
    options->outputs = &panel;
    options->output_count = 1;
    options->flags = OFFHAND_INFER_HAND;
    handle = offhand_new(options, NULL, 0);
    if (!handle)
        return 2;
    request->size = sizeof *request;
    request->width = request->height = 20;
    if (!offhand_place(handle, request))
        return 3;
    request->size -= 8;
    if (offhand_place(handle, request))
        return 4;
    offhand_unref(handle);
    recognizer->size -= 8;
    if (offhand_new(options, NULL, 0))
        return 5;
    recognizer->size += 8;
    options->size -= 8;
    if (offhand_new(options, NULL, 0))
        return 6;
    free(options);
    free(recognizer);
    free(request);
    return 0;
}
