/* The library is written in Swift, in OffhandC; a package target of C needs a source. */
#include "offhand.h"
