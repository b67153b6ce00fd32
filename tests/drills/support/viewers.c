// Many phones that watch prices, in one light process: each opens the live socket as a guest, says hello, watches
// the symbols, answers pings, and returns as the app does when its gateway is gone.
//
//   viewers <count> <opened per second> <watch message> <port>...
//
// Writes one line of JSON each half second. It ends when its standard input closes.

#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/tcp.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

enum state { WAITING, CONNECTING, UPGRADING, OPEN };
enum { KEPT = 48, EVENTS = 1024, LINE_MS = 500 };
// As packages/contract/src/live/socket.ts and apps/member/src/shell/live/line.ts have them.
enum { FIRST_WAIT_MS = 1000, LONGEST_WAIT_MS = 5000, PATIENT_AFTER = 10, LONGEST_PATIENT_MS = 20000, SILENCE_MS = 9000 };
enum { FEED_FULL = 4002, FULL_WAIT_MS = 30000 };

struct viewer {
  int socket;
  enum state state;
  int tries;
  int gateway;
  int has_prices;
  double next_try;
  double heard_at;
  // The frame being read: its head, then what is left of its content, of which the first bytes are kept.
  unsigned char head[14];
  int head_length;
  uint64_t left;
  char kept[KEPT];
  int kept_length;
  int matched;
};

static struct viewer *viewers;
static int count, gateways, ports[16], poll_handle;
static const char *watch_message;
static uint64_t bytes, frames, connects, failures, losses, refusals;

static double now_ms(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec * 1e3 + time.tv_nsec / 1e6;
}

// Full jitter.
static double wait_before(int tries) {
  double most = FIRST_WAIT_MS * (double)(1 << (tries > PATIENT_AFTER ? PATIENT_AFTER : tries));
  double limit = tries < PATIENT_AFTER ? LONGEST_WAIT_MS : LONGEST_PATIENT_MS;
  return drand48() * (most < limit ? most : limit);
}

static void lose(struct viewer *viewer, double now) {
  if (viewer->state == OPEN) losses++;
  else failures++;
  close(viewer->socket);
  viewer->socket = -1;
  viewer->state = WAITING;
  viewer->has_prices = 0;
  viewer->next_try = now + wait_before(viewer->tries++);
  // A proxy in front leads to one of the others.
  if (gateways > 1) viewer->gateway = (viewer->gateway + 1 + lrand48() % (gateways - 1)) % gateways;
}

// The gateway has no room: its socket is left, and the next try comes much later.
static void leave_full(struct viewer *viewer, double now) {
  lose(viewer, now);
  losses--;
  refusals++;
  viewer->next_try = now + FULL_WAIT_MS * (1 + drand48());
}

static int send_frame(struct viewer *viewer, int opcode, const char *text, size_t length) {
  unsigned char frame[4200];
  size_t at = 0;
  frame[at++] = 0x80 | opcode;
  if (length < 126) frame[at++] = 0x80 | length;
  else {
    frame[at++] = 0x80 | 126;
    frame[at++] = length >> 8;
    frame[at++] = length & 255;
  }
  // A mask of zeros leaves the text as it is.
  memset(frame + at, 0, 4);
  at += 4;
  memcpy(frame + at, text, length);
  at += length;
  return send(viewer->socket, frame, at, MSG_NOSIGNAL) == (ssize_t)at;
}

static void start(struct viewer *viewer, double now) {
  connects++;
  viewer->socket = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
  if (viewer->socket < 0) {
    perror("socket");
    exit(1);
  }
  int one = 1, small = 16384;
  setsockopt(viewer->socket, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
  setsockopt(viewer->socket, SOL_SOCKET, SO_RCVBUF, &small, sizeof small);
  struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons(ports[viewer->gateway])};
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  viewer->state = CONNECTING;
  viewer->heard_at = now;
  viewer->head_length = viewer->matched = viewer->kept_length = 0;
  viewer->left = 0;
  if (connect(viewer->socket, (struct sockaddr *)&address, sizeof address) < 0 && errno != EINPROGRESS) {
    lose(viewer, now);
    return;
  }
  struct epoll_event event = {.events = EPOLLOUT | EPOLLIN, .data.ptr = viewer};
  epoll_ctl(poll_handle, EPOLL_CTL_ADD, viewer->socket, &event);
}

static int upgrade(struct viewer *viewer) {
  static const char request[] =
      "GET /live HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
      "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n";
  int error = 0;
  socklen_t length = sizeof error;
  getsockopt(viewer->socket, SOL_SOCKET, SO_ERROR, &error, &length);
  if (error != 0) return 0;
  if (send(viewer->socket, request, sizeof request - 1, MSG_NOSIGNAL) != sizeof request - 1) return 0;
  viewer->state = UPGRADING;
  struct epoll_event event = {.events = EPOLLIN, .data.ptr = viewer};
  return epoll_ctl(poll_handle, EPOLL_CTL_MOD, viewer->socket, &event) == 0;
}

// The length of the head of a frame, or 0 while too little of it is there.
static int head_size(const struct viewer *viewer) {
  if (viewer->head_length < 2) return 0;
  int small = viewer->head[1] & 127;
  return 2 + (small == 126 ? 2 : small == 127 ? 8 : 0);
}

static int is_full(const struct viewer *viewer) {
  return (viewer->head[0] & 15) == 8 && viewer->kept_length >= 2 &&
         ((unsigned char)viewer->kept[0] << 8 | (unsigned char)viewer->kept[1]) == FEED_FULL;
}

static int end_of_frame(struct viewer *viewer) {
  int opcode = viewer->head[0] & 15;
  frames += opcode == 1;
  if (opcode == 1 && memmem(viewer->kept, viewer->kept_length, "\"rows\"", 6) != NULL) {
    viewer->has_prices = 1;
    viewer->tries = 0;
  }
  viewer->head_length = 0;
  if (opcode == 8) return 0;
  if (opcode == 9) return send_frame(viewer, 10, viewer->kept, viewer->kept_length);
  return 1;
}

static int take(struct viewer *viewer, const char *data, ssize_t length) {
  ssize_t at = 0;
  if (viewer->state == UPGRADING) {
    static const char end[] = "\r\n\r\n";
    while (at < length && viewer->matched < 4) {
      viewer->matched = data[at] == end[viewer->matched] ? viewer->matched + 1 : data[at] == '\r';
      at++;
    }
    if (at >= 12 && strncmp(data, "HTTP/1.1 101", 12) != 0) return 0;
    if (viewer->matched < 4) return 1;
    viewer->state = OPEN;
    static const char hello[] = "{\"t\":\"hello\"}";
    if (!send_frame(viewer, 1, hello, sizeof hello - 1)) return 0;
    if (!send_frame(viewer, 1, watch_message, strlen(watch_message))) return 0;
  }
  while (at < length) {
    int size = head_size(viewer);
    if (size == 0 || viewer->head_length < size) {
      viewer->head[viewer->head_length++] = data[at++];
      size = head_size(viewer);
      if (size == 0 || viewer->head_length < size) continue;
      viewer->left = viewer->head[1] & 127;
      if (size > 2) {
        viewer->left = 0;
        for (int byte = 2; byte < size; byte++) viewer->left = viewer->left << 8 | viewer->head[byte];
      }
      viewer->kept_length = 0;
      if (viewer->left == 0 && !end_of_frame(viewer)) return 0;
      continue;
    }
    uint64_t piece = (uint64_t)(length - at) < viewer->left ? (uint64_t)(length - at) : viewer->left;
    for (uint64_t byte = 0; byte < piece && viewer->kept_length < KEPT; byte++)
      viewer->kept[viewer->kept_length++] = data[at + byte];
    viewer->left -= piece;
    at += piece;
    if (viewer->left == 0 && !end_of_frame(viewer)) return 0;
  }
  return 1;
}

static void report(double began, double now) {
  int open = 0, priced = 0, of[16] = {0};
  for (int at = 0; at < count; at++) {
    open += viewers[at].state == OPEN;
    priced += viewers[at].has_prices;
    of[viewers[at].gateway] += viewers[at].state == OPEN;
  }
  printf("{\"ms\":%.0f,\"open\":%d,\"priced\":%d,\"bytes\":%llu,\"frames\":%llu,\"connects\":%llu,\"failures\":%llu,"
         "\"losses\":%llu,\"refusals\":%llu,\"of\":[",
         now - began, open, priced, (unsigned long long)bytes, (unsigned long long)frames, (unsigned long long)connects,
         (unsigned long long)failures, (unsigned long long)losses,
         (unsigned long long)refusals);
  for (int at = 0; at < gateways; at++) printf("%s%d", at ? "," : "", of[at]);
  printf("]}\n");
  fflush(stdout);
}

// One socket is ready: what it did.
static void serve(struct viewer *viewer, uint32_t ready, double now) {
  static char data[65536];
  if (viewer->state == CONNECTING && ready & EPOLLOUT) {
    if (!upgrade(viewer)) lose(viewer, now);
    return;
  }
  if (!(ready & EPOLLIN)) {
    lose(viewer, now);
    return;
  }
  ssize_t length = recv(viewer->socket, data, sizeof data, 0);
  if (length < 0 && (errno == EAGAIN || errno == EINTR)) return;
  if (length <= 0) {
    lose(viewer, now);
    return;
  }
  bytes += length;
  viewer->heard_at = now;
  if (take(viewer, data, length)) return;
  if (viewer->state == OPEN && is_full(viewer)) leave_full(viewer, now);
  else lose(viewer, now);
}

int main(int argc, char **argv) {
  if (argc < 5) return 2;
  count = atoi(argv[1]);
  double per_ms = atof(argv[2]) / 1e3;
  watch_message = argv[3];
  for (int at = 4; at < argc && gateways < 16; at++) ports[gateways++] = atoi(argv[at]);
  struct rlimit limit;
  getrlimit(RLIMIT_NOFILE, &limit);
  limit.rlim_cur = limit.rlim_max;
  if (setrlimit(RLIMIT_NOFILE, &limit) != 0) perror("more open files");
  srand48(getpid());
  viewers = calloc(count, sizeof *viewers);
  poll_handle = epoll_create1(EPOLL_CLOEXEC);
  struct epoll_event stdin_event = {.events = EPOLLIN | EPOLLHUP, .data.ptr = NULL};
  epoll_ctl(poll_handle, EPOLL_CTL_ADD, 0, &stdin_event);
  double began = now_ms(), line_at = began, tried_at = began;
  for (int at = 0; at < count; at++) {
    viewers[at].socket = -1;
    viewers[at].gateway = at % gateways;
    viewers[at].next_try = began + at / per_ms;
  }
  static struct epoll_event events[EVENTS];
  for (;;) {
    int ready = epoll_wait(poll_handle, events, EVENTS, 10);
    double now = now_ms();
    for (int at = 0; at < ready; at++) {
      if (events[at].data.ptr == NULL) return 0;
      serve(events[at].data.ptr, events[at].events, now);
    }
    if (now - tried_at >= 10) {
      tried_at = now;
      for (int at = 0; at < count; at++) {
        struct viewer *viewer = viewers + at;
        if (viewer->state == WAITING && viewer->next_try <= now) start(viewer, now);
        else if (viewer->state != WAITING && now - viewer->heard_at > SILENCE_MS)
          lose(viewer, now);
      }
    }
    if (now - line_at >= LINE_MS) {
      line_at = now;
      report(began, now);
    }
  }
}
