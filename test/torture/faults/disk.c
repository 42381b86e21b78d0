/*
 * Stands between a process and the C library (LD_PRELOAD) for the files of one database, whose names begin with
 * TORTURE_FILES. It notes every change in TORTURE_LOG, so that a power cut can be played afterwards (power-cut.ts), and
 * spoils writes as TORTURE_CONTROL says, which the test changes while the process runs (control.ts). The wal-index is
 * left alone: it is shared memory, and worth nothing after a power cut.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

/* The order of the numbers in TORTURE_CONTROL. */
struct control {
  int64_t room;        /* bytes by which files may still grow; negative: no limit */
  int64_t fail_writes; /* of a million */
  int64_t fail_syncs;  /* of a million */
  int64_t short_writes; /* of a million */
  int64_t die_at;      /* number of the operation in which the process is killed; 0: none */
  int64_t lie;         /* 1: syncs answer without doing anything */
  int64_t random;      /* state of the source of chance */
  int64_t operations;  /* so many until now */
  int64_t faults;      /* so many spoilt until now */
};

struct record {
  uint8_t kind;
  uint8_t unused;
  uint16_t name_length;
  uint32_t length;
  uint64_t offset;
};

#define MAX_FILES 65536
struct file {
  dev_t device;
  ino_t inode;
  char *name;
};

static struct file files[MAX_FILES];
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static struct control *control;
static const char *prefix;
static char directory[PATH_MAX];
static int log_file = -1;

#define REAL(name) ((__typeof__(name) *)dlsym(RTLD_NEXT, #name))

static int (*real_open)(const char *, int, ...);
static ssize_t (*real_pwrite)(int, const void *, size_t, off64_t);
static ssize_t (*real_write)(int, const void *, size_t);
static int (*real_fsync)(int);
static int (*real_fdatasync)(int);
static int (*real_ftruncate)(int, off64_t);
static int (*real_close)(int);
static int (*real_unlink)(const char *);
static int (*real_rename)(const char *, const char *);
static int (*real_link)(const char *, const char *);

__attribute__((constructor)) static void begin(void) {
  real_open = REAL(open);
  real_pwrite = REAL(pwrite64);
  real_write = REAL(write);
  real_fsync = REAL(fsync);
  real_fdatasync = REAL(fdatasync);
  real_ftruncate = REAL(ftruncate64);
  real_close = REAL(close);
  real_unlink = REAL(unlink);
  real_rename = REAL(rename);
  real_link = REAL(link);
  prefix = getenv("TORTURE_FILES");
  const char *log_path = getenv("TORTURE_LOG"), *control_path = getenv("TORTURE_CONTROL");
  if (!prefix || !log_path || !control_path) abort();
  strncpy(directory, prefix, sizeof directory - 1);
  *strrchr(directory, '/') = 0;
  log_file = real_open(log_path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0600);
  int fd = real_open(control_path, O_RDWR | O_CLOEXEC);
  control = mmap(NULL, sizeof *control, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
  if (log_file < 0 || control == MAP_FAILED) abort();
  real_close(fd);
}

static uint64_t chance(uint64_t limit) {
  uint64_t x = (uint64_t)control->random;
  x ^= x << 13;
  x ^= x >> 7;
  x ^= x << 17;
  control->random = (int64_t)x;
  return limit ? (x >> 11) % limit : 0;
}

static int happens(int64_t of_a_million) {
  if (of_a_million <= 0 || (int64_t)chance(1000000) >= of_a_million) return 0;
  control->faults++;
  return 1;
}

static int is_ours(const char *path) {
  size_t length = strlen(path);
  if (strncmp(path, prefix, strlen(prefix)) != 0) return 0;
  return length < 4 || strcmp(path + length - 4, "-shm") != 0;
}

static void note(char kind, const char *name, const void *data, size_t length, uint64_t offset) {
  struct record record = {(uint8_t)kind, 0, (uint16_t)strlen(name), (uint32_t)length, offset};
  struct iovec parts[] = {
      {&record, sizeof record}, {(void *)name, record.name_length}, {(void *)data, length}};
  if (writev(log_file, parts, 3) < 0) abort();
}

/* The file behind a descriptor, if it is one of ours: descriptors can be closed and given out again unseen. */
static struct file *find(int fd, struct stat *now) {
  if (fd < 0 || fd >= MAX_FILES || !files[fd].name) return NULL;
  if (fstat(fd, now) != 0 || now->st_dev != files[fd].device || now->st_ino != files[fd].inode) return NULL;
  return &files[fd];
}

/* Counts an operation. @returns whether the process is to die in it */
static int is_last(void) {
  int64_t number = ++control->operations;
  return control->die_at > 0 && number >= control->die_at;
}

static void die(void) {
  kill(getpid(), SIGKILL);
  for (;;) pause();
}

static ssize_t put(int fd, const void *data, size_t length, off64_t offset) {
  ssize_t written = real_pwrite(fd, data, length, offset);
  if (written > 0) note('W', files[fd].name, data, (size_t)written, (uint64_t)offset);
  return written;
}

static ssize_t spoilt_write(int fd, const void *data, size_t length, off64_t offset, off64_t size) {
  if (is_last()) {
    put(fd, data, chance(length + 1), offset);
    die();
  }
  if (happens(control->fail_writes)) {
    put(fd, data, chance(length + 1), offset);
    errno = EIO;
    return -1;
  }
  off64_t grows = offset + (off64_t)length - size;
  if (control->room >= 0 && grows > 0) {
    if (grows > control->room) {
      control->faults++;
      off64_t fits = (off64_t)length - (grows - control->room);
      if (fits <= 0) {
        errno = ENOSPC;
        return -1;
      }
      control->room = 0;
      return put(fd, data, (size_t)fits, offset);
    }
    control->room -= grows;
  }
  if (length > 1 && happens(control->short_writes)) length = 1 + chance(length - 1);
  return put(fd, data, length, offset);
}

ssize_t pwrite64(int fd, const void *data, size_t length, off64_t offset) {
  struct stat now;
  pthread_mutex_lock(&mutex);
  int ours = find(fd, &now) != NULL;
  ssize_t result =
      ours ? spoilt_write(fd, data, length, offset, now.st_size) : real_pwrite(fd, data, length, offset);
  int error = errno;
  pthread_mutex_unlock(&mutex);
  errno = error;
  return result;
}
ssize_t pwrite(int fd, const void *data, size_t length, off_t offset) { return pwrite64(fd, data, length, offset); }

ssize_t write(int fd, const void *data, size_t length) {
  struct stat now;
  if (fd < 0 || fd >= MAX_FILES || !files[fd].name) return real_write(fd, data, length);
  off64_t offset = lseek64(fd, 0, SEEK_CUR);
  if (!find(fd, &now)) return real_write(fd, data, length);
  ssize_t written = pwrite64(fd, data, length, offset);
  if (written > 0) lseek64(fd, offset + written, SEEK_SET);
  return written;
}

static int spoilt_sync(int fd, int (*sync)(int)) {
  struct stat now;
  pthread_mutex_lock(&mutex);
  struct file *file = find(fd, &now);
  if (!file) {
    pthread_mutex_unlock(&mutex);
    return sync(fd);
  }
  char kind = S_ISDIR(now.st_mode) ? 'D' : 'S';
  int last = is_last(), result = 0, error = 0;
  if (last && chance(2)) die();
  if (kind == 'S' && happens(control->fail_syncs)) {
    note('F', file->name, NULL, 0, 0);
    result = -1;
    error = EIO;
  } else if (!control->lie) {
    result = sync(fd);
    error = errno;
    if (result == 0) note(kind, file->name, NULL, 0, 0);
  }
  if (last) die();
  pthread_mutex_unlock(&mutex);
  errno = error;
  return result;
}
int fsync(int fd) { return spoilt_sync(fd, real_fsync); }
int fdatasync(int fd) { return spoilt_sync(fd, real_fdatasync); }

int ftruncate64(int fd, off64_t size) {
  struct stat now;
  pthread_mutex_lock(&mutex);
  struct file *file = find(fd, &now);
  if (file && is_last()) die();
  int result = real_ftruncate(fd, size), error = errno;
  if (file && result == 0) note('T', file->name, NULL, 0, (uint64_t)size);
  pthread_mutex_unlock(&mutex);
  errno = error;
  return result;
}
int ftruncate(int fd, off_t size) { return ftruncate64(fd, size); }

static int noted_open(const char *path, int flags, mode_t mode) {
  int ours = is_ours(path), is_directory = strcmp(path, directory) == 0;
  if (!ours && !is_directory) {
    int fd = real_open(path, flags, mode);
    if (fd >= 0 && fd < MAX_FILES) files[fd].name = NULL;
    return fd;
  }
  pthread_mutex_lock(&mutex);
  int existed = access(path, F_OK) == 0;
  int fd = real_open(path, flags, mode), error = errno;
  struct stat now;
  if (fd >= 0 && fd < MAX_FILES && fstat(fd, &now) == 0) {
    files[fd] = (struct file){now.st_dev, now.st_ino, strdup(path)};
    if (ours && !existed) note('C', path, NULL, 0, 0);
    if (ours && existed && (flags & O_TRUNC)) note('T', path, NULL, 0, 0);
  }
  pthread_mutex_unlock(&mutex);
  errno = error;
  return fd;
}
int open64(const char *path, int flags, ...) {
  va_list rest;
  va_start(rest, flags);
  mode_t mode = (flags & (O_CREAT | O_TMPFILE)) ? va_arg(rest, mode_t) : 0;
  va_end(rest);
  return noted_open(path, flags, mode);
}
int open(const char *path, int flags, ...) {
  va_list rest;
  va_start(rest, flags);
  mode_t mode = (flags & (O_CREAT | O_TMPFILE)) ? va_arg(rest, mode_t) : 0;
  va_end(rest);
  return noted_open(path, flags, mode);
}

int close(int fd) {
  if (fd >= 0 && fd < MAX_FILES) files[fd].name = NULL;
  return real_close(fd);
}

/* Names are changed by the file system as one, so there is nothing to spoil in between. */
int unlink(const char *path) {
  int ours = is_ours(path);
  pthread_mutex_lock(&mutex);
  if (ours && is_last()) die();
  int result = real_unlink(path), error = errno;
  if (ours && result == 0) note('U', path, NULL, 0, 0);
  pthread_mutex_unlock(&mutex);
  errno = error;
  return result;
}

static int second_name(char kind, int (*give)(const char *, const char *), const char *from, const char *to) {
  int ours = is_ours(from) || is_ours(to);
  pthread_mutex_lock(&mutex);
  if (ours && is_last()) die();
  int result = give(from, to), error = errno;
  if (ours && result == 0) note(kind, from, to, strlen(to), 0);
  pthread_mutex_unlock(&mutex);
  errno = error;
  return result;
}
int rename(const char *from, const char *to) { return second_name('R', real_rename, from, to); }
int link(const char *from, const char *to) { return second_name('L', real_link, from, to); }
