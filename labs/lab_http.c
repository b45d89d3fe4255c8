/* The least that a server for short connections does: one thread, epoll, four calls a request. */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

static const char response[] = "HTTP/1.0 200 OK\r\nContent-Length: 12\r\n\r\nhello world\n";

int main(void) {
    int one = 1;
    struct sockaddr_in a = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t len = sizeof a;
    int l = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK, 0);
    setsockopt(l, SOL_SOCKET, SO_REUSEADDR, &one, sizeof one);
    setsockopt(l, IPPROTO_TCP, TCP_DEFER_ACCEPT, &one, sizeof one);
    if (bind(l, (struct sockaddr *)&a, sizeof a) < 0 || listen(l, 256) < 0) return 1;
    getsockname(l, (struct sockaddr *)&a, &len);
    printf("port %d\n", ntohs(a.sin_port));
    fflush(stdout);
    int ep = epoll_create1(0);
    struct epoll_event e = {.events = EPOLLIN, .data.fd = l}, events[64];
    epoll_ctl(ep, EPOLL_CTL_ADD, l, &e);
    e.data.fd = 0;
    epoll_ctl(ep, EPOLL_CTL_ADD, 0, &e);
    char buffer[4096];
    for (;;) {
        int n = epoll_wait(ep, events, 64, -1);
        for (int i = 0; i < n; i++) {
            int fd = events[i].data.fd;
            if (fd == 0) return 0;
            if (fd == l) {
                for (;;) {
                    int c = accept4(l, NULL, NULL, SOCK_NONBLOCK);
                    if (c < 0) break;
                    ssize_t got = read(c, buffer, sizeof buffer);
                    if (got < 0) {
                        e.data.fd = c;
                        epoll_ctl(ep, EPOLL_CTL_ADD, c, &e);
                        continue;
                    }
                    if (got > 0) (void)!write(c, response, sizeof response - 1);
                    close(c);
                }
            } else {
                if (read(fd, buffer, sizeof buffer) > 0) (void)!write(fd, response, sizeof response - 1);
                close(fd);
            }
        }
    }
}
