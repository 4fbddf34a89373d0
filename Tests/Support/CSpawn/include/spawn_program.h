#pragma once

/*
 * Starts a program in a process group of its own, with no descriptor but /dev/null and two files for its output, with
 * every signal at its default and none blocked. In C because Glibc's module leaves out the posix_spawn functions that close
 * descriptors and change the directory.
 *
 * Answers 0 and the number of the process, or an errno.
 */
int spawn_program(
	int *process, char *const arguments[], char *const environment[], const char *directory, const char *output,
	const char *errors);
