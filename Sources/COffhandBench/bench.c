/* A header alone; a package target of C needs a source. */
#include "offhand-bench.h"
