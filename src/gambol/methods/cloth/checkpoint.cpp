// SPDX-License-Identifier: MIT
#include "gambol/methods/cloth/checkpoint.hpp"

#include <algorithm>
#include <cstdint>
#include <type_traits>

namespace gambol::cloth {

namespace {

constexpr char kTag[] = "gambol cloth checkpoint 3\n";

class Writer {
public:
    static constexpr bool reads = false;
    std::string bytes;
    bool good = true;

    void raw(void* data, std::size_t size) { bytes.append(static_cast<const char*>(data), size); }
};

class Reader {
public:
    static constexpr bool reads = true;
    bool good = true;

    explicit Reader(const std::string& bytes)
        : left_(bytes)
    {
    }
    void raw(void* data, std::size_t size)
    {
        good = good && size <= left_.size();
        if (!good)
            return;
        std::copy_n(left_.data(), size, static_cast<char*>(data));  // of nothing to nowhere, too
        left_.remove_prefix(size);
    }
    /// Whether this many more bytes can be there: guards sizes that a torn file makes up.
    [[nodiscard]] bool has(std::uint64_t count, std::size_t each) const
    {
        return count <= left_.size() / each;
    }
    [[nodiscard]] bool done() const { return good && left_.empty(); }

private:
    std::string_view left_;
};

template <class Stream, class Number> void pass(Stream& stream, Number& number)
{
    static_assert(std::is_arithmetic_v<Number>);
    stream.raw(&number, sizeof number);
}

/// One list for both directions: what is written is what is read.
template <class Stream, class Values> void pass_values(Stream& stream, Values& values)
{
    using Element = std::remove_reference_t<decltype(*values.data())>;
    std::uint64_t count = std::uint64_t(values.size());
    pass(stream, count);
    if constexpr (Stream::reads) {
        stream.good = stream.good && stream.has(count, sizeof(Element));
        if constexpr (requires { Values::RowsAtCompileTime; })
            stream.good = stream.good && (Values::RowsAtCompileTime != 3 || count % 3 == 0);
        if (!stream.good)
            return;
        if constexpr (requires { Values::RowsAtCompileTime; })
            values.resize(Values::RowsAtCompileTime == 3 ? 3 : Eigen::Index(count),
                Values::RowsAtCompileTime == 3 ? Eigen::Index(count / 3) : 1);
        else
            values.resize(count);
    }
    stream.raw(values.data(), count * sizeof(Element));
}

/// Member by member: its bytes have gaps.
template <class Stream> void pass(Stream& stream, CarriedImpulse& carried)
{
    for (int& vertex : carried.vertices)
        pass(stream, vertex);
    int kind = int(carried.kind);
    pass(stream, kind);
    carried.kind = collision::PairKind(kind);
    pass(stream, carried.impulse);
}

/// The number of elements, then each of them by `pass_one`.
template <class Stream, class List, class PassOne>
void pass_list(Stream& stream, List& list, std::size_t least_size, const PassOne& pass_one)
{
    std::uint64_t count = list.size();
    pass(stream, count);
    if constexpr (Stream::reads) {
        stream.good = stream.good && stream.has(count, least_size);
        if (!stream.good)
            return;
        list.resize(count);
    }
    for (auto& element : list)
        pass_one(element);
}

template <class Stream> void pass(Stream& stream, ClothTotals& totals)
{
    pass(stream, totals.steps);
    for (double* number : { &totals.dynamics_seconds, &totals.broad_seconds, &totals.narrow_seconds,
             &totals.zone_seconds, &totals.slowest_step })
        pass(stream, *number);
    for (long* number : { &totals.zones, &totals.passes, &totals.solver_iterations })
        pass(stream, *number);
    for (int* number :
        { &totals.largest_rows, &totals.largest_vertices, &totals.last_resorts, &totals.cut_steps })
        pass(stream, *number);
    pass_values(stream, totals.pinched);
    pass(stream, totals.let_go);
    pass(stream, totals.most_let_go);
    pass(stream, totals.first_let_go);
    pass(stream, totals.last_free);
    pass_values(stream, totals.let_go_bodies);
}

template <class Stream> void pass_all(Stream& stream, Checkpoint& checkpoint)
{
    pass(stream, checkpoint.state.time);
    pass(stream, checkpoint.state.steps);
    pass_values(stream, checkpoint.state.x);
    pass_values(stream, checkpoint.state.v);
    pass_list(stream, checkpoint.state.carried, sizeof(double),
        [&](CarriedImpulse& carried) { pass(stream, carried); });
    pass_values(stream, checkpoint.state.let_go);
    pass(stream, checkpoint.totals);
    pass(stream, checkpoint.strain);
    pass_list(stream, checkpoint.frames, sizeof(std::uint64_t),
        [&](std::vector<float>& frame) { pass_values(stream, frame); });
}

}  // namespace

std::string encode(const Checkpoint& checkpoint)
{
    Writer writer;
    writer.bytes = kTag;
    Checkpoint copy = checkpoint;
    pass_all(writer, copy);
    return writer.bytes;
}

std::optional<Checkpoint> decode(const std::string& bytes)
{
    const std::size_t tag = sizeof kTag - 1;
    if (bytes.compare(0, tag, kTag) != 0)
        return std::nullopt;
    const std::string body = bytes.substr(tag);
    Reader reader(body);
    Checkpoint checkpoint;
    pass_all(reader, checkpoint);
    if (!reader.done())
        return std::nullopt;
    return checkpoint;
}

}  // namespace gambol::cloth
