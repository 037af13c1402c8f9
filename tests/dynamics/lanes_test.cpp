// SPDX-License-Identifier: MIT
#include "gambol/dynamics/lanes.hpp"

#include "gambol/dynamics/effective_root.hpp"
#include "support/dynamics_results.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cstdlib>
#include <cstring>
#include <new>

namespace {

long allocations = 0;  // of this program, since it began

void* allocate(std::size_t size, std::size_t alignment)
{
    ++allocations;
    // aligned_alloc wants a multiple of the alignment.
    void* memory = std::aligned_alloc(alignment, (size + alignment - 1) / alignment * alignment);
    if (!memory)
        throw std::bad_alloc();
    return memory;
}

}  // namespace

// Not inlined: g++ 12 would see free() meet the result of operator new, and warn.
[[gnu::noinline]] void* operator new(std::size_t size)
{
    return allocate(size, alignof(std::max_align_t));
}
[[gnu::noinline]] void* operator new(std::size_t size, std::align_val_t alignment)
{
    return allocate(size, std::size_t(alignment));
}
[[gnu::noinline]] void operator delete(void* memory) noexcept
{
    std::free(memory);
}
[[gnu::noinline]] void operator delete(void* memory, std::size_t) noexcept
{
    std::free(memory);
}
[[gnu::noinline]] void operator delete(void* memory, std::align_val_t) noexcept
{
    std::free(memory);
}
[[gnu::noinline]] void operator delete(void* memory, std::size_t, std::align_val_t) noexcept
{
    std::free(memory);
}

namespace gambol::dynamics {
namespace {

/// All that the library computes of an instant.
template <class S> struct Everything {
    explicit Everything(const Tree& tree)
        : state(tree)
        , force(tree)
        , carried_force(tree)
        , momentum(tree)
        , torques(tree)
        , some_torques(tree, { 2, 5 })
        , values(std::size_t(tree.dof_count()))
        , point(tree)
        , center(tree)
    {
    }

    void evaluate(const Tree& tree, const Coordinates<S>& coordinates)
    {
        update<S>(tree, coordinates, state);
        aggregate_force(tree, state, force);
        aggregate_momentum(tree, state, momentum);
        joint_torques(tree, state, force, torques);
        joint_torques(tree, state, force, some_torques);
        joint_torques<S>(tree, state, std::span<S>(values));
        point_motion(tree, state, { tree.joint_count() - 1, { 0.1, 0.2, 0.3 } }, point);
        center_of_mass_motion(tree, state, center);
        aggregate_force(tree, state, carried_force);
        const Vector<S> acceleration { S(1), S(2), S(3) };
        apply_effective_root(tree, state, point, acceleration, carried_force);
        apply_effective_root(tree, state, center, acceleration, torques);
    }

    State<S> state;
    AggregateForce<S> force, carried_force;
    AggregateMomentum<S> momentum;
    JointTorques<S> torques, some_torques;
    std::vector<S> values;
    PointMotion<S> point, center;
};

/// Everything as a row of numbers.
template <class S> class Numbers {
public:
    explicit Numbers(const Everything<S>& all)
    {
        add(all.values);
        for (const AggregateForce<S>* force : { &all.force, &all.carried_force }) {
            add(std::vector { force->value });
            add(force->dq), add(force->dqdot), add(force->dqddot);
        }
        add(std::vector { all.momentum.value });
        add(all.momentum.dq), add(all.momentum.dqdot);
        for (const JointTorques<S>* torques : { &all.torques, &all.some_torques })
            add(torques->value), add(torques->dq), add(torques->dqdot), add(torques->dqddot);
        for (const PointMotion<S>* point : { &all.point, &all.center }) {
            add(std::vector { point->p, point->v, point->a });
            add(point->dp_dq), add(point->dv_dq), add(point->da_dq), add(point->da_dqdot);
        }
    }
    std::vector<S> numbers;

private:
    template <class Element> void add(const std::vector<Element>& elements)
    {
        static_assert(sizeof(Element) % sizeof(S) == 0);
        std::vector<S> more(elements.size() * (sizeof(Element) / sizeof(S)));
        std::memcpy(
            static_cast<void*>(more.data()), elements.data(), elements.size() * sizeof(Element));
        numbers.insert(numbers.end(), more.begin(), more.end());
    }
};

using Instants = std::array<test::Instant, Lanes::kCount>;

Instants random_instants(const Tree& tree, test::Random& random)
{
    Instants instants;
    for (test::Instant& instant : instants)
        instant = test::random_instant(tree, random);
    return instants;
}

std::vector<Lanes> packed(const Instants& instants, Eigen::VectorXd test::Instant::*what)
{
    std::vector<Lanes> result(std::size_t((instants[0].*what).size()));
    for (std::size_t i = 0; i < result.size(); ++i)
        for (int lane = 0; lane < Lanes::kCount; ++lane)
            result[i].set(lane, (instants[std::size_t(lane)].*what)[Eigen::Index(i)]);
    return result;
}

/// The same for all coordinates.
struct Packed {
    explicit Packed(const Instants& instants)
        : q(packed(instants, &test::Instant::q))
        , qdot(packed(instants, &test::Instant::qdot))
        , qddot(packed(instants, &test::Instant::qddot))
    {
    }
    [[nodiscard]] Coordinates<Lanes> coordinates() const { return { q, qdot, qddot }; }

    std::vector<Lanes> q, qdot, qddot;
};

TEST(Lanes, HoldTheSameBitsAsSingleInstants)
{
    test::Random random(1);
    for (const auto& [name, tree] : test::tree_zoo()) {
        const Instants instants = random_instants(tree, random);
        const Packed lanes_of_all(instants);
        Everything<Lanes> together(tree);
        together.evaluate(tree, lanes_of_all.coordinates());
        const std::vector<Lanes> lanes = Numbers<Lanes>(together).numbers;
        for (int lane = 0; lane < Lanes::kCount; ++lane) {
            const test::Instant& at = instants[std::size_t(lane)];
            Everything<double> alone(tree);
            alone.evaluate(
                tree, { test::numbers(at.q), test::numbers(at.qdot), test::numbers(at.qddot) });
            const std::vector<double> numbers = Numbers<double>(alone).numbers;
            ASSERT_EQ(numbers.size(), lanes.size());
            for (std::size_t i = 0; i < numbers.size(); ++i)
                ASSERT_EQ(lanes[i][lane], numbers[i]) << name << ", number " << i;
        }
    }
}

TEST(Lanes, ArithmeticIsLaneByLane)
{
    Lanes a, b;
    for (int lane = 0; lane < Lanes::kCount; ++lane) {
        a.set(lane, 1.1 * lane - 3);
        b.set(lane, 0.7 * lane + 2);
    }
    for (int lane = 0; lane < Lanes::kCount; ++lane) {
        EXPECT_EQ((a + b)[lane], a[lane] + b[lane]);
        EXPECT_EQ((a - b)[lane], a[lane] - b[lane]);
        EXPECT_EQ((a * b)[lane], a[lane] * b[lane]);
        EXPECT_EQ((-a)[lane], -a[lane]);
        EXPECT_EQ(Lanes(2.5)[lane], 2.5);
    }
}

TEST(HotPath, TakesNothingFromTheHeap)
{
    test::Random random(2);
    for (const auto& [name, tree] : test::tree_zoo()) {
        const Instants instants = random_instants(tree, random);
        const Packed lanes_of_all(instants);
        Everything<Lanes> together(tree);
        Everything<double> alone(tree);
        const test::Instant& at = instants[0];
        const long before = allocations;
        together.evaluate(tree, lanes_of_all.coordinates());
        alone.evaluate(
            tree, { test::numbers(at.q), test::numbers(at.qdot), test::numbers(at.qddot) });
        EXPECT_EQ(allocations, before) << name;
    }
}

TEST(HotPath, CounterSeesTheHeap)
{
    const long before = allocations;
    const std::vector<Lanes> aligned(3);
    const std::vector<double> plain(3);
    EXPECT_EQ(aligned.size(), plain.size());
    EXPECT_EQ(allocations, before + 2);
}

}  // namespace
}  // namespace gambol::dynamics
