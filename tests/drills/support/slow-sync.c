// Preloaded into PostgreSQL: every fsync and fdatasync waits as many milliseconds as the file named by SLOW_SYNC_FILE
// says, before it is done. The file is read each time, so that a drill can change it while the server runs.

#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

static void delay(void) {
  const char *name = getenv("SLOW_SYNC_FILE");
  if (name == NULL) return;
  int file = open(name, O_RDONLY | O_CLOEXEC);
  if (file < 0) return;
  char text[16] = {0};
  ssize_t length = read(file, text, sizeof text - 1);
  close(file);
  long ms = length > 0 ? strtol(text, NULL, 10) : 0;
  struct timespec left = {ms / 1000, ms % 1000 * 1000000L};
  // A signal ends a sleep early; the rest of it follows.
  while (ms > 0 && nanosleep(&left, &left) != 0) {
  }
}

int fsync(int file) {
  static int (*original)(int);
  if (original == NULL) original = (int (*)(int))dlsym(RTLD_NEXT, "fsync");
  delay();
  return original(file);
}

int fdatasync(int file) {
  static int (*original)(int);
  if (original == NULL) original = (int (*)(int))dlsym(RTLD_NEXT, "fdatasync");
  delay();
  return original(file);
}
