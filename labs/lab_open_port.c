/* The steps of lab_open_port.erl, done by posix_spawn: what the machine needs at least. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

extern char **environ;

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec * 1e6 + t.tv_nsec / 1e3;
}

static int ascending(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static pid_t start(const char *file, int in, int out) {
    pid_t pid;
    char *args[] = {(char *)file, NULL};
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    if (in >= 0) posix_spawn_file_actions_adddup2(&actions, in, 0);
    if (out >= 0) posix_spawn_file_actions_adddup2(&actions, out, 1);
    posix_spawn_file_actions_addclosefrom_np(&actions, 3);
    if (posix_spawn(&pid, file, &actions, NULL, args, environ)) exit(1);
    posix_spawn_file_actions_destroy(&actions);
    return pid;
}

static double echo(int call_only) {
    int to[2], from[2];
    char byte = 'x';
    double t0 = now(), t1, t2;
    if (pipe2(to, O_CLOEXEC) || pipe2(from, O_CLOEXEC)) exit(1);
    pid_t pid = start("/bin/cat", to[0], from[1]);
    close(to[0]);
    close(from[1]);
    t1 = now();
    if (write(to[1], &byte, 1) != 1 || read(from[0], &byte, 1) != 1) exit(1);
    t2 = now();
    close(to[1]);
    close(from[0]);
    waitpid(pid, NULL, 0);
    return call_only ? t1 - t0 : t2 - t0;
}

static double exit_status(void) {
    int status;
    double t0 = now();
    waitpid(start("/bin/true", -1, -1), &status, 0);
    if (status != 0) exit(1);
    return now() - t0;
}

static double burst(long n) {
    double t0 = now();
    long running = 0;
    while (n > 0 || running > 0) {
        if (n > 0 && running < 100) {
            start("/bin/true", -1, -1);
            n--;
            running++;
        } else {
            int status;
            if (wait(&status) < 0 || status != 0) exit(1);
            running--;
        }
    }
    return now() - t0;
}

int main(int argc, char **argv) {
    int i = 1;
    if (argc > 2 && !strcmp(argv[1], "-descriptors")) {
        for (long n = atol(argv[2]); n > 0; n--) open("/dev/null", O_RDONLY | O_CLOEXEC);
        i = 3;
    }
    for (; i < argc; i++) {
        char *size = strchr(argv[i], ':');
        if (!size) return 1;
        *size++ = 0;
        long n = atol(size);
        double *times = malloc(n * sizeof *times), result;
        printf("maser-lab begin %s\n", argv[i]);
        fflush(stdout);
        if (!strcmp(argv[i], "burst")) {
            result = burst(n);
        } else {
            for (long k = 0; k < n; k++) {
                if (!strcmp(argv[i], "exit_status")) times[k] = exit_status();
                else times[k] = echo(!strcmp(argv[i], "call"));
            }
            qsort(times, n, sizeof *times, ascending);
            result = times[(n - 1) / 2] * n;
        }
        printf("maser-lab time %s %.0f\n", argv[i], result);
        fflush(stdout);
        free(times);
    }
    return 0;
}
