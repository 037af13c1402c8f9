// SPDX-License-Identifier: MIT
#include "gambol/cloth/step/dissection.hpp"

#include <Eigen/OrderingMethods>

#include <algorithm>
#include <utility>

namespace gambol::cloth {

namespace {

using Sparse = Eigen::SparseMatrix<double>;

struct Halves {
    std::vector<int> left, right, between;
};

class Dissector {
public:
    Dissector(const Sparse& A, int largest_part)
        : A_(A)
        , largest_part_(largest_part)
        , owner_(std::size_t(A.rows()), 0)
        , distance_(std::size_t(A.rows()), -1)
    {
    }

    Dissection run()
    {
        std::vector<int> all;
        for (int i = 0; i < int(A_.rows()); ++i)
            all.push_back(i);
        split(std::move(all));
        return std::move(result_);
    }

private:
    template <class Act> void each_neighbour(int row, const Act& act) const
    {
        for (Sparse::InnerIterator it(A_, row); it; ++it)
            if (owner_[std::size_t(it.row())] == owner_[std::size_t(row)] && it.row() != row)
                act(int(it.row()));
    }

    /// Rows of the set of `start` that can be reached from it, nearest first; sets their distances.
    std::vector<int> reach(int start)
    {
        std::vector<int> queue { start };
        distance_[std::size_t(start)] = 0;
        for (std::size_t k = 0; k < queue.size(); ++k)
            each_neighbour(queue[k], [&](int row) {
                if (distance_[std::size_t(row)] >= 0)
                    return;
                distance_[std::size_t(row)] = distance_[std::size_t(queue[k])] + 1;
                queue.push_back(row);
            });
        return queue;
    }

    void forget(const std::vector<int>& rows)
    {
        for (const int row : rows)
            distance_[std::size_t(row)] = -1;
    }

    /// Rows from one end of the graph to the other, piece by piece: by how much nearer they are to
    /// the first of two rows far from one another.
    std::vector<int> line_up(const std::vector<int>& rows)
    {
        std::vector<std::pair<int, int>> by_key;
        std::vector<int> result;
        std::vector<char> done(owner_.size(), 0);
        for (const int row : rows) {
            if (done[std::size_t(row)])
                continue;
            std::vector<int> piece = reach(row);
            for (int turn = 0; turn < 2; ++turn) {
                const int farthest = piece.back();
                forget(piece);
                piece = reach(farthest);
            }
            by_key.clear();
            for (const int i : piece)
                by_key.emplace_back(distance_[std::size_t(i)], i);
            const int other = piece.back();
            forget(piece);
            forget(reach_keeping(other, by_key));
            std::sort(by_key.begin(), by_key.end());
            for (const auto& [key, i] : by_key) {
                result.push_back(i);
                done[std::size_t(i)] = 1;
            }
        }
        return result;
    }

    /// Takes the distances from `start` off the keys.
    std::vector<int> reach_keeping(int start, std::vector<std::pair<int, int>>& keys)
    {
        std::vector<int> piece = reach(start);
        for (auto& [key, i] : keys)
            key -= distance_[std::size_t(i)];
        return piece;
    }

    /// `between` is taken from the left: with the cut behind the middle by half of it, the halves
    /// are as large as one another.
    Halves halve(const std::vector<int>& rows)
    {
        const std::vector<int> line = line_up(rows);
        const Halves first = cut(line, line.size() / 2);
        return cut(line, (line.size() + first.between.size()) / 2);
    }

    [[nodiscard]] Halves cut(const std::vector<int>& line, std::size_t middle) const
    {
        std::vector<char> is_right(owner_.size(), 0);
        for (std::size_t k = middle; k < line.size(); ++k)
            is_right[std::size_t(line[k])] = 1;
        Halves halves;
        for (const int row : line) {
            bool touches = false;
            if (!is_right[std::size_t(row)])
                each_neighbour(row, [&](int i) { touches = touches || is_right[std::size_t(i)]; });
            (is_right[std::size_t(row)] ? halves.right
                    : touches           ? halves.between
                                        : halves.left)
                .push_back(row);
        }
        return halves;
    }

    /// Numbers of parts at the top of the tree that `rows` became.
    std::vector<int> split(std::vector<int> rows)
    {
        if (int(rows.size()) <= largest_part_)
            return { add_part(rows, {}) };
        Halves halves = halve(rows);
        if (halves.left.empty() || halves.right.empty())
            return { add_part(rows, {}) };
        own(halves.left);
        own(halves.right);
        own(halves.between);
        std::vector<int> tops = split(std::move(halves.left));
        const std::vector<int> right = split(std::move(halves.right));
        tops.insert(tops.end(), right.begin(), right.end());
        if (halves.between.empty())
            return tops;
        return { add_part(halves.between, tops) };
    }

    void own(const std::vector<int>& rows)
    {
        ++owners_;
        for (const int row : rows)
            owner_[std::size_t(row)] = owners_;
    }

    int add_part(const std::vector<int>& rows, const std::vector<int>& children)
    {
        const int part = int(result_.parts.size()), begin = int(result_.order.size());
        for (const int child : children)
            result_.parts[std::size_t(child)].parent = part;
        for (const int row : little_fill(rows))
            result_.order.push_back(row);
        result_.parts.push_back({ begin, int(result_.order.size()), -1 });
        return part;
    }

    /// `rows` in the order of approximate minimum degree among themselves.
    std::vector<int> little_fill(const std::vector<int>& rows)
    {
        std::vector<int> local(owner_.size(), -1);
        for (std::size_t k = 0; k < rows.size(); ++k)
            local[std::size_t(rows[k])] = int(k);
        std::vector<Eigen::Triplet<double>> entries;
        for (const int row : rows)
            for (Sparse::InnerIterator it(A_, row); it; ++it)
                if (local[std::size_t(it.row())] >= 0)
                    entries.emplace_back(
                        local[std::size_t(it.row())], local[std::size_t(row)], it.value());
        Sparse inside(Eigen::Index(rows.size()), Eigen::Index(rows.size()));
        inside.setFromTriplets(entries.begin(), entries.end());
        Eigen::PermutationMatrix<Eigen::Dynamic, Eigen::Dynamic, int> row_at;
        Eigen::AMDOrdering<int>()(inside, row_at);
        std::vector<int> result;
        for (std::size_t k = 0; k < rows.size(); ++k)
            result.push_back(rows[std::size_t(row_at.indices()[Eigen::Index(k)])]);
        return result;
    }

    const Sparse& A_;
    int largest_part_;
    int owners_ = 0;
    std::vector<int> owner_;  // of every row: the set that it is in now
    std::vector<int> distance_;  // −1 outside of a search
    Dissection result_;
};

}  // namespace

Dissection dissect(const Sparse& A, int largest_part)
{
    return Dissector(A, largest_part).run();
}

}  // namespace gambol::cloth
