// SPDX-License-Identifier: MIT
#include "mpi_post.hpp"

// The C++ interface of old is not wanted, and warns.
#define OMPI_SKIP_MPICXX 1
#define MPICH_SKIP_MPICXX 1
#include <mpi.h>

#include <sched.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <list>
#include <vector>

namespace gambol::app {

namespace {

constexpr int kTag = 1;

int own_rank()
{
    int rank = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    return rank;
}

}  // namespace

/// Letters that may not have left yet.
struct MpiPost::Sending {
    struct Outgoing {
        Numbers numbers;
        MPI_Request request = MPI_REQUEST_NULL;
    };
    std::list<Outgoing> letters;

    void forget_sent()
    {
        letters.remove_if([](Outgoing& letter) {
            int sent = 0;
            MPI_Test(&letter.request, &sent, MPI_STATUS_IGNORE);
            return sent != 0;
        });
    }
};

MpiPost::MpiPost()
    : sending_(std::make_unique<Sending>())
{
    int granted = 0;
    MPI_Init_thread(nullptr, nullptr, MPI_THREAD_FUNNELED, &granted);
}

MpiPost::~MpiPost()
{
    for (Sending::Outgoing& letter : sending_->letters)
        MPI_Wait(&letter.request, MPI_STATUS_IGNORE);
    MPI_Finalize();
}

int MpiPost::rank() const
{
    return own_rank();
}

int MpiPost::ranks() const
{
    int ranks = 1;
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    return ranks;
}

void MpiPost::send(int to, Numbers numbers)
{
    sending_->forget_sent();
    Sending::Outgoing& letter = sending_->letters.emplace_back();
    letter.numbers = std::move(numbers);
    MPI_Isend(letter.numbers.data(), int(letter.numbers.size()), MPI_DOUBLE, to, kTag,
        MPI_COMM_WORLD, &letter.request);
}

std::optional<Letter> MpiPost::receive()
{
    int there = 0, length = 0;
    MPI_Status status;
    MPI_Iprobe(MPI_ANY_SOURCE, kTag, MPI_COMM_WORLD, &there, &status);
    if (!there)
        return {};
    MPI_Get_count(&status, MPI_DOUBLE, &length);
    Letter letter { status.MPI_SOURCE, Numbers(std::size_t(length)) };
    MPI_Recv(letter.numbers.data(), length, MPI_DOUBLE, status.MPI_SOURCE, kTag, MPI_COMM_WORLD,
        MPI_STATUS_IGNORE);
    return letter;
}

std::string MpiPost::from_first(const std::string& text)
{
    unsigned long length = text.size();
    MPI_Bcast(&length, 1, MPI_UNSIGNED_LONG, 0, MPI_COMM_WORLD);
    std::string result = text;
    result.resize(length);
    MPI_Bcast(result.data(), int(length), MPI_CHAR, 0, MPI_COMM_WORLD);
    return result;
}

bool MpiPost::all_of(bool yes)
{
    int own = yes, all = 0;
    MPI_Allreduce(&own, &all, 1, MPI_INT, MPI_MIN, MPI_COMM_WORLD);
    return all != 0;
}

int MpiPost::cores()
{
    cpu_set_t own;
    CPU_ZERO(&own);
    sched_getaffinity(0, sizeof own, &own);
    MPI_Comm machine = MPI_COMM_NULL;
    MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &machine);
    int neighbours = 1;
    MPI_Comm_size(machine, &neighbours);
    std::vector<cpu_set_t> all(static_cast<std::size_t>(neighbours));
    MPI_Allgather(&own, sizeof own, MPI_BYTE, all.data(), sizeof own, MPI_BYTE, machine);
    MPI_Comm_free(&machine);
    const auto sharing = std::count_if(all.begin(), all.end(),
        [&](const cpu_set_t& other) { return CPU_EQUAL(&other, &own) != 0; });
    return std::max(1, int(CPU_COUNT(&own) / sharing));
}

void MpiPost::abort(int code)
{
    MPI_Abort(MPI_COMM_WORLD, code);
    std::_Exit(code);
}

}  // namespace gambol::app
