// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/collision/collision_mesh.hpp"

#include <Eigen/Dense>

#include <array>
#include <vector>

namespace gambol::cloth {

/// A vertex of cloth and a body that may pass through one another: the cloth was caught where there
/// was no room left for it. Plain data without padding.
struct LetGo {
    int vertex = 0;
    int body = 0;  // object of the mesh
    int triangle = -1;  // of the body: where the vertex was nearest to it when it was let go
    int side = 0;  // of that triangle it belongs on: 1 its normal's, −1 the other; 0: either
    double weight_b = 0, weight_c = 0;  // of the triangle's second and third corner at that place

    friend bool operator==(const LetGo&, const LetGo&) = default;
};

/// All that is let go, from the step in which it was caught until it is free again. In between
/// collisions of these vertices with these bodies are ignored and the vertices are drawn back to
/// where they went in. Formulas in docs/cloth.md.
class LetGoSet {
public:
    /// Keeps the reference. What meets or is nearer than `clearance` [m] is not free.
    LetGoSet(const collision::CollisionMesh& mesh, double clearance);

    [[nodiscard]] bool empty() const { return pairs_.empty(); }
    /// By vertex, then by body.
    [[nodiscard]] const std::vector<LetGo>& pairs() const { return pairs_; }
    [[nodiscard]] std::vector<int> bodies() const;
    void restore(std::vector<LetGo> pairs) { pairs_ = std::move(pairs); }

    /// `x`: where they are, still apart. False if they are let go already.
    bool add(int vertex, int body, const Eigen::Matrix3Xd& x);

    /// For a state of which only positions are known: what meets a body, and what hangs on it and
    /// is on the inner side of the body's triangles, counts as let go by it. Nothing else does.
    void find_caught(const Eigen::Matrix3Xd& x);

    /// Whether a collision of these four does not count: a vertex of cloth and a scripted one of a
    /// body that let it go.
    [[nodiscard]] bool ignores(const std::array<int, 4>& vertices) const;

    /// Takes out the pairs that are free at `x`: no triangle around the vertex meets the body, and
    /// it is on its side of it. From then on they cannot meet again.
    void release(const Eigen::Matrix3Xd& x);

    /// Changes velocities of cloth such that what is let go comes out, gently: towards where it
    /// went in, relative to the body there, with limits on speed and acceleration. `x_t1` says
    /// where scripted vertices go during the step.
    void draw_out(const Eigen::Matrix3Xd& x_t0, const Eigen::Matrix3Xd& x_t1, double dt,
        Eigen::Matrix3Xd& v) const;

private:
    [[nodiscard]] bool is_body(int object) const;
    [[nodiscard]] std::vector<int> neighbours(int vertex) const;
    [[nodiscard]] const std::vector<int>& surface(int body) const
    {
        return surfaces_[std::size_t(body)];
    }
    [[nodiscard]] Eigen::Vector3d home(const LetGo& pair, const Eigen::Matrix3Xd& x) const;
    [[nodiscard]] bool is_out(const LetGo& pair, const Eigen::Matrix3Xd& x) const;
    [[nodiscard]] Eigen::Vector3d way_back(const LetGo& pair, const Eigen::Matrix3Xd& x) const;
    [[nodiscard]] Eigen::Vector3d motion(int body, const Eigen::Vector3d& p,
        const Eigen::Matrix3Xd& x_t0, const Eigen::Matrix3Xd& x_t1) const;
    [[nodiscard]] Eigen::Matrix3Xd ways_out(int body, const Eigen::Matrix3Xd& x) const;

    const collision::CollisionMesh& mesh_;
    double clearance_;
    std::vector<std::vector<int>> surfaces_;  // by object: scripted_triangles
    std::vector<LetGo> pairs_;
};

}  // namespace gambol::cloth
