// A library in C++ with threads of its own, exceptions, and objects in resources. lib_cxx_events.erl calls it.
//
// Loop: a thread with a heap of timers and a poll of its own, that sends messages.
// Hub: socket pairs whose far ends are served by a C++ thread, and whose near ends Erlang selects.
// Store: terms kept in environments of their own, by names.

#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <condition_variable>
#include <cstring>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <queue>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "erl_nif.h"

namespace {

std::atomic<int> live_loops{0}, live_hubs{0}, live_ends{0}, live_terms{0}, thread_ends{0};

struct BadArg : std::exception {};

ERL_NIF_TERM atom(ErlNifEnv *env, const std::string &name) { return enif_make_atom_len(env, name.data(), name.size()); }

ERL_NIF_TERM binary(ErlNifEnv *env, const std::string &text)
{
    ERL_NIF_TERM term;
    std::memcpy(enif_make_new_binary(env, text.size(), &term), text.data(), text.size());
    return term;
}

std::string text_of(ErlNifEnv *env, ERL_NIF_TERM term)
{
    ErlNifBinary bytes;
    if (!enif_inspect_iolist_as_binary(env, term, &bytes))
        throw BadArg();
    return std::string(reinterpret_cast<char *>(bytes.data), bytes.size);
}

long number_of(ErlNifEnv *env, ERL_NIF_TERM term)
{
    long number;
    if (!enif_get_long(env, term, &number))
        throw BadArg();
    return number;
}

// An environment of our own, with a term.
class Kept {
public:
    Kept(ERL_NIF_TERM term) : env(enif_alloc_env()), term(enif_make_copy(env, term)) { live_terms++; }
    Kept(const Kept &) = delete;
    ~Kept()
    {
        enif_free_env(env);
        live_terms--;
    }
    ERL_NIF_TERM in(ErlNifEnv *other) const { return enif_make_copy(other, term); }
    ErlNifEnv *env;
    ERL_NIF_TERM term;
};

// Counts threads that have ended, by the destructor of what is the thread's own.
struct Ending {
    ~Ending() { thread_ends++; }
};
thread_local std::unique_ptr<Ending> ending;

// ---- A thread with timers ----

class Loop {
public:
    Loop() : thread([this] { run(); }) { live_loops++; }
    ~Loop()
    {
        {
            std::lock_guard<std::mutex> guard(lock);
            stopping = true;
        }
        changed.notify_all();
        thread.join();
        live_loops--;
    }
    void after(long millis, const ErlNifPid &pid, ERL_NIF_TERM message)
    {
        auto at = std::chrono::steady_clock::now() + std::chrono::milliseconds(millis);
        std::lock_guard<std::mutex> guard(lock);
        timers.emplace(at, std::make_unique<Timer>(pid, message));
        changed.notify_all();
    }
    int waiting()
    {
        std::lock_guard<std::mutex> guard(lock);
        return static_cast<int>(timers.size());
    }

private:
    struct Timer {
        Timer(const ErlNifPid &pid, ERL_NIF_TERM message) : pid(pid), message(message) {}
        ErlNifPid pid;
        Kept message;
    };
    void run()
    {
        ending = std::make_unique<Ending>();
        std::unique_lock<std::mutex> guard(lock);
        while (!stopping) {
            if (timers.empty()) {
                changed.wait(guard);
                continue;
            }
            auto first = timers.begin();
            if (first->first > std::chrono::steady_clock::now()) {
                changed.wait_until(guard, first->first);
                continue;
            }
            auto timer = std::move(first->second);
            timers.erase(first);
            guard.unlock();
            enif_send(nullptr, &timer->pid, timer->message.env, timer->message.term);
            guard.lock();
        }
    }
    std::mutex lock;
    std::condition_variable changed;
    std::multimap<std::chrono::steady_clock::time_point, std::unique_ptr<Timer>> timers;
    bool stopping = false;
    std::thread thread;
};

// ---- Socket pairs served by a thread ----

class Hub {
public:
    Hub()
    {
        if (pipe(wake) != 0)
            throw std::runtime_error(std::strerror(errno));
        thread = std::thread([this] { run(); });
        live_hubs++;
    }
    ~Hub()
    {
        (void)!write(wake[1], "s", 1);
        thread.join();
        for (int fd : {wake[0], wake[1]})
            close(fd);
        for (int fd : ends)
            close(fd);
        live_hubs--;
    }
    int connected()
    {
        int pair[2];
        if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0, pair) != 0)
            throw std::runtime_error(std::strerror(errno));
        std::lock_guard<std::mutex> guard(lock);
        ends.push_back(pair[1]);
        (void)!write(wake[1], "n", 1);
        return pair[0];
    }

private:
    // Gives back what comes, in capitals.
    void run()
    {
        ending = std::make_unique<Ending>();
        std::map<int, std::string> to_write;
        for (;;) {
            std::vector<pollfd> fds{{wake[0], POLLIN, 0}};
            {
                std::lock_guard<std::mutex> guard(lock);
                for (int fd : ends)
                    fds.push_back({fd, static_cast<short>(POLLIN | (to_write[fd].empty() ? 0 : POLLOUT)), 0});
            }
            poll(fds.data(), fds.size(), -1);
            if (fds[0].revents) {
                char what;
                if (read(wake[0], &what, 1) == 1 && what == 's')
                    return;
            }
            for (size_t i = 1; i < fds.size(); i++) {
                int fd = fds[i].fd;
                std::string &out = to_write[fd];
                if (fds[i].revents & (POLLIN | POLLHUP)) {
                    char bytes[4096];
                    ssize_t n = read(fd, bytes, sizeof bytes);
                    if (n == 0) {
                        std::lock_guard<std::mutex> guard(lock);
                        ends.erase(std::find(ends.begin(), ends.end(), fd));
                        to_write.erase(fd);
                        close(fd);
                        continue;
                    }
                    if (n > 0)
                        std::transform(bytes, bytes + n, std::back_inserter(out), ::toupper);
                }
                if (!out.empty()) {
                    ssize_t n = send(fd, out.data(), out.size(), MSG_NOSIGNAL);
                    if (n > 0)
                        out.erase(0, n);
                }
            }
        }
    }
    int wake[2];
    std::mutex lock;
    std::vector<int> ends;
    std::thread thread;
};

// The near end, selected by Erlang; it keeps its hub.
struct End {
    End(std::shared_ptr<Hub> hub) : hub(std::move(hub)), fd(this->hub->connected()) { live_ends++; }
    ~End() { live_ends--; }
    std::shared_ptr<Hub> hub;
    int fd;
};

// ---- Resources of C++ objects ----

template <class T> struct Type {
    static ErlNifResourceType *type;
    static ERL_NIF_TERM make(ErlNifEnv *env, T object)
    {
        void *place = enif_alloc_resource(type, sizeof(T));
        new (place) T(std::move(object));
        ERL_NIF_TERM term = enif_make_resource(env, place);
        enif_release_resource(place);
        return term;
    }
    static T &get(ErlNifEnv *env, ERL_NIF_TERM term)
    {
        void *place;
        if (!enif_get_resource(env, term, type, &place))
            throw BadArg();
        return *static_cast<T *>(place);
    }
    static void destroy(ErlNifEnv *, void *place) { static_cast<T *>(place)->~T(); }
};
template <class T> ErlNifResourceType *Type<T>::type;

using LoopRef = std::shared_ptr<Loop>;
using HubRef = std::shared_ptr<Hub>;
using EndRef = std::unique_ptr<End>;

struct Store {
    std::mutex lock;
    std::map<std::string, std::shared_ptr<Kept>> terms;
};
using StoreRef = std::shared_ptr<Store>;

// ---- Functions; what they throw becomes an Erlang exception ----

using Function = ERL_NIF_TERM (*)(ErlNifEnv *, const ERL_NIF_TERM *);

template <Function function> ERL_NIF_TERM guarded(ErlNifEnv *env, int, const ERL_NIF_TERM argv[])
{
    try {
        return function(env, argv);
    } catch (const BadArg &) {
        return enif_make_badarg(env);
    } catch (const std::exception &e) {
        return enif_raise_exception(env, enif_make_tuple2(env, atom(env, "exception"), binary(env, e.what())));
    }
}

ERL_NIF_TERM loop_new(ErlNifEnv *env, const ERL_NIF_TERM *) { return Type<LoopRef>::make(env, std::make_shared<Loop>()); }

ERL_NIF_TERM loop_after(ErlNifEnv *env, const ERL_NIF_TERM *argv)
{
    ErlNifPid pid;
    if (!enif_get_local_pid(env, argv[2], &pid))
        throw BadArg();
    Type<LoopRef>::get(env, argv[0])->after(number_of(env, argv[1]), pid, argv[3]);
    return atom(env, "ok");
}

ERL_NIF_TERM loop_waiting(ErlNifEnv *env, const ERL_NIF_TERM *argv)
{
    return enif_make_int(env, Type<LoopRef>::get(env, argv[0])->waiting());
}

ERL_NIF_TERM hub_new(ErlNifEnv *env, const ERL_NIF_TERM *) { return Type<HubRef>::make(env, std::make_shared<Hub>()); }

ERL_NIF_TERM hub_connect(ErlNifEnv *env, const ERL_NIF_TERM *argv)
{
    return Type<EndRef>::make(env, std::make_unique<End>(Type<HubRef>::get(env, argv[0])));
}

ERL_NIF_TERM end_write(ErlNifEnv *env, const ERL_NIF_TERM *argv)
{
    std::string text = text_of(env, argv[1]);
    ssize_t n = send(Type<EndRef>::get(env, argv[0])->fd, text.data(), text.size(), MSG_NOSIGNAL);
    if (n < 0 && errno != EAGAIN)
        throw std::runtime_error(std::strerror(errno));
    return enif_make_long(env, n);
}

ERL_NIF_TERM end_read(ErlNifEnv *env, const ERL_NIF_TERM *argv)
{
    std::string text(number_of(env, argv[1]), '\0');
    ssize_t n = read(Type<EndRef>::get(env, argv[0])->fd, text.data(), text.size());
    if (n < 0 && errno == EAGAIN)
        return atom(env, "again");
    if (n < 0)
        throw std::runtime_error(std::strerror(errno));
    text.resize(n);
    return binary(env, text);
}

// end_select(End, read | write, Ref)
ERL_NIF_TERM end_select(ErlNifEnv *env, const ERL_NIF_TERM *argv)
{
    auto &end = Type<EndRef>::get(env, argv[0]);
    bool reads = enif_is_identical(argv[1], atom(env, "read"));
    return enif_make_int(env, enif_select(env, end->fd, reads ? ERL_NIF_SELECT_READ : ERL_NIF_SELECT_WRITE, &end, nullptr, argv[2]));
}

ERL_NIF_TERM end_stop(ErlNifEnv *env, const ERL_NIF_TERM *argv)
{
    auto &end = Type<EndRef>::get(env, argv[0]);
    int result = enif_select(env, end->fd, ERL_NIF_SELECT_STOP, &end, nullptr, atom(env, "undefined"));
    return atom(env, result >= 0 ? "ok" : "error");
}

void stopped(ErlNifEnv *, void *place, ErlNifEvent event, int)
{
    close(event);
    static_cast<EndRef *>(place)->get()->fd = -1;
}

ERL_NIF_TERM store_new(ErlNifEnv *env, const ERL_NIF_TERM *) { return Type<StoreRef>::make(env, std::make_shared<Store>()); }

ERL_NIF_TERM store_put(ErlNifEnv *env, const ERL_NIF_TERM *argv)
{
    auto &store = *Type<StoreRef>::get(env, argv[0]);
    std::lock_guard<std::mutex> guard(store.lock);
    store.terms[text_of(env, argv[1])] = std::make_shared<Kept>(argv[2]);
    return enif_make_ulong(env, store.terms.size());
}

ERL_NIF_TERM store_get(ErlNifEnv *env, const ERL_NIF_TERM *argv)
{
    auto &store = *Type<StoreRef>::get(env, argv[0]);
    std::lock_guard<std::mutex> guard(store.lock);
    // Throws std::out_of_range.
    return store.terms.at(text_of(env, argv[1]))->in(env);
}

// All of it as a map, made by a thread that has the terms from several environments.
ERL_NIF_TERM store_send(ErlNifEnv *env, const ERL_NIF_TERM *argv)
{
    StoreRef store = Type<StoreRef>::get(env, argv[0]);
    ErlNifPid self;
    enif_self(env, &self);
    std::thread([store, self] {
        ending = std::make_unique<Ending>();
        ErlNifEnv *env = enif_alloc_env();
        ERL_NIF_TERM map = enif_make_new_map(env);
        {
            std::lock_guard<std::mutex> guard(store->lock);
            for (auto &[name, kept] : store->terms)
                enif_make_map_put(env, map, binary(env, name), kept->in(env), &map);
        }
        enif_send(nullptr, &self, env, enif_make_tuple2(env, atom(env, "store"), map));
        enif_free_env(env);
    }).detach();
    return atom(env, "ok");
}

// Sorts a list of integers, some at a time, and goes on when its time is over.
ERL_NIF_TERM summed(ErlNifEnv *env, int argc, const ERL_NIF_TERM argv[])
{
    long sum = 0, value;
    ERL_NIF_TERM list = argv[0], head;
    enif_get_long(env, argv[1], &sum);
    for (int n = 0; enif_get_list_cell(env, list, &head, &list); n++) {
        if (!enif_get_long(env, head, &value))
            return enif_make_badarg(env);
        sum += value;
        if (n == 1000) {
            ERL_NIF_TERM next[] = {list, enif_make_long(env, sum)};
            enif_consume_timeslice(env, 30);
            return enif_schedule_nif(env, "summed", 0, summed, argc, next);
        }
    }
    return enif_make_long(env, sum);
}

ERL_NIF_TERM throws(ErlNifEnv *env, const ERL_NIF_TERM *argv)
{
    std::string what = text_of(env, argv[0]);
    if (what == "range")
        return enif_make_int(env, std::vector<int>(3).at(5));
    if (what == "number")
        return enif_make_int(env, std::stoi("none"));
    throw std::runtime_error(what);
}

ERL_NIF_TERM live(ErlNifEnv *env, const ERL_NIF_TERM *)
{
    return enif_make_tuple4(env, enif_make_int(env, live_loops), enif_make_int(env, live_hubs), enif_make_int(env, live_ends),
                            enif_make_int(env, live_terms));
}

ERL_NIF_TERM ended(ErlNifEnv *env, const ERL_NIF_TERM *) { return enif_make_int(env, thread_ends); }

int load(ErlNifEnv *env, void **, ERL_NIF_TERM)
{
    ErlNifResourceTypeInit end{};
    end.dtor = Type<EndRef>::destroy;
    end.stop = stopped;
    Type<EndRef>::type = enif_open_resource_type_x(env, "end", &end, ERL_NIF_RT_CREATE, nullptr);
    auto open = [env](const char *name, ErlNifResourceDtor *destroy) {
        return enif_open_resource_type(env, nullptr, name, destroy, ERL_NIF_RT_CREATE, nullptr);
    };
    Type<LoopRef>::type = open("loop", Type<LoopRef>::destroy);
    Type<HubRef>::type = open("hub", Type<HubRef>::destroy);
    Type<StoreRef>::type = open("store", Type<StoreRef>::destroy);
    return 0;
}

ErlNifFunc functions[] = {
    {"loop_new", 0, guarded<loop_new>, 0},
    {"loop_after", 4, guarded<loop_after>, 0},
    {"loop_waiting", 1, guarded<loop_waiting>, 0},
    {"hub_new", 0, guarded<hub_new>, 0},
    {"hub_connect", 1, guarded<hub_connect>, 0},
    {"end_write", 2, guarded<end_write>, 0},
    {"end_read", 2, guarded<end_read>, ERL_NIF_DIRTY_JOB_IO_BOUND},
    {"end_select", 3, guarded<end_select>, 0},
    {"end_stop", 1, guarded<end_stop>, 0},
    {"store_new", 0, guarded<store_new>, 0},
    {"store_put", 3, guarded<store_put>, 0},
    {"store_get", 2, guarded<store_get>, 0},
    {"store_send", 1, guarded<store_send>, 0},
    {"summed", 2, summed, 0},
    {"throws", 1, guarded<throws>, ERL_NIF_DIRTY_JOB_CPU_BOUND},
    {"live", 0, guarded<live>, 0},
    {"ended", 0, guarded<ended>, 0},
};

} // namespace

extern "C" {
ERL_NIF_INIT(lib_cxx_events, functions, load, nullptr, nullptr, nullptr)
}
