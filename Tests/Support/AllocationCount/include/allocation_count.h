#ifndef ALLOCATION_COUNT_H
#define ALLOCATION_COUNT_H

/* The number of allocations of this thread since it began. */
unsigned long allocation_count(void);

#endif
