// SPDX-License-Identifier: MIT
#include "gambol/io/export/contacts_svg.hpp"

#include "gambol/io/export/export_options.hpp"
#include "gambol/io/plot/plot_picture.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace gambol::io {
namespace {

// Pixels.
constexpr double kWidth = 1000, kRight = 24, kTop = 64, kAxis = 46;
constexpr double kRow = 56, kIdleRow = 22, kGap = 10, kOwnerHeader = 26;
constexpr double kLetter = 7.2;  // mean width of a letter at 13 px

struct Row {
    std::string label, side;  // side: the name that decides the colour
    std::vector<double> load;  // force as a share of the owner's weight, per sample
    std::vector<std::string> with;  // empty while not loaded
    double peak = 0;
    [[nodiscard]] double height() const { return peak > 0 ? kRow : kIdleRow; }
};

struct Group {
    std::string owner;
    std::vector<Row> rows;
};

/// Sides keep their colour, so that alternating steps are seen at a glance.
std::string row_colour(const std::string& label)
{
    if (label.find("left") != std::string::npos)
        return "#3f7fbf";
    return label.find("right") != std::string::npos ? "#e07b39" : "#5b9a70";
}

std::string spaced(std::string name)
{
    std::replace(name.begin(), name.end(), '_', ' ');
    return name;
}

void add_load(Row& row, double load, const std::string& with)
{
    const bool loaded = load > kLoadedShare;
    row.load.push_back(loaded ? load : 0);
    row.with.push_back(loaded ? with : "");
    row.peak = std::max(row.peak, row.load.back());
}

/// What presses: the normal force, and of a grip, which also holds and pulls, all of it.
/// `rotation(k)` is the rotation of the body that carries the patch.
template <class Rotation>
double pressing(const MotionContact& contact, std::size_t k, Rotation rotation)
{
    const Eigen::Vector3d normal = rotation(k) * contact.normal;
    return contact.grip ? contact.force[k].norm() : std::abs(contact.force[k].dot(normal));
}

template <class Rotation>
Row make_row(const MotionContact& contact, double weight, Rotation rotation)
{
    Row row { spaced(contact.name), contact.name, {}, {} };
    for (std::size_t k = 0; k < contact.force.size(); ++k)
        add_load(row, pressing(contact, k, rotation) / weight, contact.with[k]);
    return row;
}

/// The other side of a contact: the same force as `touched` feels it, in its own weights.
template <class Rotation>
Row make_reaction(const std::string& owner, const MotionContact& contact,
    const std::string& touched, double weight, Rotation rotation)
{
    Row row { "from " + spaced(owner + " " + contact.name), contact.name, {}, {} };
    for (std::size_t k = 0; k < contact.force.size(); ++k)
        add_load(
            row, contact.with[k] == touched ? pressing(contact, k, rotation) / weight : 0, owner);
    return row;
}

/// Calls visit(name, weight, contacts, rotation of a body at a sample) for characters and props.
template <class Visit> void for_each_owner(const Motion& motion, Visit visit)
{
    const double gravity = motion.gravity.norm() > 0 ? motion.gravity.norm() : kGravity;
    for (const MotionCharacter& character : motion.characters) {
        double mass = 0;
        for (const MotionBody& body : character.bodies)
            mass += body.inertial.mass;
        visit(character.name, std::max(mass, 1e-9) * gravity, character.contacts,
            [&](int body, std::size_t k) {
                return character.rotations[k][static_cast<std::size_t>(body)];
            });
    }
    for (const MotionProp& prop : motion.props)
        visit(prop.name, std::max(prop.inertial.mass, 1e-9) * gravity, prop.contacts,
            [&](int, std::size_t k) { return prop.rotations[k]; });
}

/// What others do to one owner: a row for each of their patches that ever presses on it.
void add_reactions(const Motion& motion, const std::string& touched, double weight, Group& group)
{
    for_each_owner(motion,
        [&](const std::string& name, double, const std::vector<MotionContact>& contacts,
            const auto& rotation) {
            if (name == touched)
                return;
            for (const MotionContact& contact : contacts) {
                Row row = make_reaction(name, contact, touched, weight,
                    [&](std::size_t k) { return rotation(contact.body, k); });
                if (row.peak > 0)
                    group.rows.push_back(std::move(row));
            }
        });
}

std::vector<Group> make_groups(const Motion& motion)
{
    std::vector<Group> groups;
    for_each_owner(motion,
        [&](const std::string& name, double weight, const std::vector<MotionContact>& contacts,
            const auto& rotation) {
            Group group { name, {} };
            for (const MotionContact& contact : contacts)
                group.rows.push_back(make_row(
                    contact, weight, [&](std::size_t k) { return rotation(contact.body, k); }));
            // What has no mass is moved by a script and feels nothing.
            if (weight > 1e-6)
                add_reactions(motion, name, weight, group);
            groups.push_back(std::move(group));
        });
    std::erase_if(groups, [](const Group& group) { return group.rows.empty(); });
    return groups;
}

/// 1, 2 or 5 times a power of ten, so that at most `most` of them fit into `range`.
double nice_step(double range, int most)
{
    const double raw = range / most;
    const double power = std::pow(10, std::floor(std::log10(raw)));
    for (const double factor : { 1.0, 2.0, 5.0 })
        if (factor * power >= raw * (1 - 1e-9))
            return factor * power;
    return 10 * power;
}

class ContactPicture {
public:
    explicit ContactPicture(const Motion& motion)
        : motion_(motion)
        , groups_(make_groups(motion))
    {
        std::size_t longest = 9;
        for (const Group& group : groups_)
            for (const Row& row : group.rows)
                longest = std::max(longest, row.label.size());
        left_ = 36 + kLetter * static_cast<double>(longest);
    }

    std::string draw()
    {
        double y = kTop;
        for (const Group& group : groups_)
            y = draw_group(group, y);
        const double bottom = y;
        std::string grid = draw_axis(bottom);
        const std::string font = "font-family=\"system-ui, 'Segoe UI', 'DejaVu Sans', sans-serif\"";
        return fmt::format(
                   "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0:.0f}\" height=\"{1:.0f}\" "
                   "viewBox=\"0 0 {0:.0f} {1:.0f}\" {2}>\n"
                   "<rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>\n"
                   "<text x=\"24\" y=\"30\" font-size=\"17\" font-weight=\"600\" "
                   "fill=\"#222\">{3}: who touches whom, and when</text>\n"
                   "<text x=\"24\" y=\"49\" font-size=\"12\" fill=\"#777\">height of the "
                   "fill: normal force, of grips all force; dashed line: the weight of who bears "
                   "it</text>\n",
                   kWidth, bottom + kAxis, font, xml_escaped(motion_.name))
            + grid + body_ + "</svg>\n";
    }

private:
    [[nodiscard]] double x(double time) const
    {
        const double start = motion_.times.front(), end = motion_.times.back();
        return left_ + (kWidth - kRight - left_) * (time - start) / std::max(end - start, 1e-9);
    }

    double draw_group(const Group& group, double y)
    {
        if (groups_.size() > 1) {
            body_ += fmt::format("<text x=\"24\" y=\"{:.1f}\" font-size=\"14\" font-weight=\"600\" "
                                 "fill=\"#222\">{}</text>\n",
                y + 14, xml_escaped(group.owner));
            y += kOwnerHeader;
        }
        // One scale for all patches of a body, a little above the strongest, at least its weight.
        double scale = 1.1;
        for (const Row& row : group.rows)
            scale = std::max(scale, 1.1 * row.peak);
        for (const Row& row : group.rows) {
            draw_row(row, y, scale);
            y += row.height() + kGap;
        }
        return y;
    }

    void draw_row(const Row& row, double y, double scale)
    {
        const bool idle = row.peak == 0;
        const double h = row.height(), base = y + h;
        body_ += fmt::format("<text x=\"24\" y=\"{:.1f}\" font-size=\"13\" fill=\"{}\">{}</text>\n",
            y + (idle ? 15 : h / 2), idle ? "#aaa" : "#222", xml_escaped(row.label));
        if (!idle) {
            body_ += fmt::format("<text x=\"24\" y=\"{:.1f}\" font-size=\"11\" fill=\"#888\">"
                                 "peak {:.2f}</text>\n",
                y + h / 2 + 16, row.peak);
            draw_loads(row, base, h, scale);
            const double weight = base - h / scale;
            body_ += fmt::format(
                "<line x1=\"{:.1f}\" x2=\"{:.1f}\" y1=\"{:.1f}\" y2=\"{:.1f}\" "
                "stroke=\"#444\" stroke-opacity=\"0.55\" stroke-dasharray=\"3 4\"/>\n",
                left_, kWidth - kRight, weight, weight);
        }
        body_ += fmt::format("<line x1=\"{:.1f}\" x2=\"{:.1f}\" y1=\"{:.1f}\" y2=\"{:.1f}\" "
                             "stroke=\"#ccc\"/>\n",
            left_, kWidth - kRight, base, base);
    }

    /// One bar for each stretch of time with the same partner.
    void draw_loads(const Row& row, double base, double height, double scale)
    {
        const std::string colour = row_colour(row.side);
        const std::size_t samples = row.load.size();
        for (std::size_t first = 0; first < samples;) {
            std::size_t last = first;
            while (last + 1 < samples && row.load[last + 1] > 0
                && row.with[last + 1] == row.with[first])
                ++last;
            if (row.load[first] > 0)
                draw_bar(row, first, last, base, height, scale, colour);
            first = last + 1;
        }
    }

    void draw_bar(const Row& row, std::size_t first, std::size_t last, double base, double height,
        double scale, const std::string& colour)
    {
        const double from = x(motion_.times[first]),
                     to = std::max(x(motion_.times[last]), from + 1);
        body_ += fmt::format("<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\" "
                             "rx=\"3\" fill=\"{}\" fill-opacity=\"0.13\"/>\n",
            from, base - height, to - from, height, colour);
        body_ += fmt::format("<path d=\"M{:.1f} {:.1f}", from, base);
        for (std::size_t k = first; k <= last; ++k)
            body_ += fmt::format(
                "L{:.1f} {:.1f}", x(motion_.times[k]), base - height * row.load[k] / scale);
        body_ += fmt::format(
            "L{:.1f} {:.1f}Z\" fill=\"{}\" fill-opacity=\"0.85\"/>\n", to, base, colour);
        const std::string& name = row.with[first];
        if (!name.empty() && to - from > kLetter * static_cast<double>(name.size()) + 12)
            body_ += fmt::format(
                "<text x=\"{:.1f}\" y=\"{:.1f}\" font-size=\"11\" fill=\"#333\" stroke=\"#fff\" "
                "stroke-width=\"2.5\" stroke-linejoin=\"round\" paint-order=\"stroke\">{}</text>\n",
                from + 6, base - 6, xml_escaped(name));
    }

    [[nodiscard]] std::string draw_axis(double bottom) const
    {
        const double start = motion_.times.front(), end = motion_.times.back();
        constexpr int kMost = 12;
        const double step = nice_step(std::max(end - start, 1e-3), kMost);
        const double first = std::ceil(start / step - 1e-9) * step;
        std::string grid;
        // Counted, because far from 0 a step may be less than numbers there differ by.
        for (int i = 0; i <= kMost && first + i * step <= end + 1e-9; ++i) {
            const double time = first + i * step, at = x(time);
            grid += fmt::format("<line x1=\"{0:.1f}\" x2=\"{0:.1f}\" y1=\"{1:.1f}\" y2=\"{2:.1f}\" "
                                "stroke=\"#eee\"/>\n"
                                "<text x=\"{0:.1f}\" y=\"{3:.1f}\" font-size=\"12\" fill=\"#666\" "
                                "text-anchor=\"middle\">{4:.3g}</text>\n",
                at, kTop - 4, bottom + 2, bottom + 18, time);
        }
        return grid
            + fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" font-size=\"12\" fill=\"#666\" "
                          "text-anchor=\"middle\">time in seconds</text>\n",
                (left_ + kWidth - kRight) / 2, bottom + 36);
    }

    const Motion& motion_;
    std::vector<Group> groups_;
    double left_ = 0;
    std::string body_;
};

}  // namespace

std::string contacts_svg(const Motion& motion)
{
    return ContactPicture(motion).draw();
}

Exported write_contacts_svg(
    const Motion& motion, const std::filesystem::path& file, const ExportOptions&)
{
    write_export(file, contacts_svg(motion));
    return { { file } };
}

}  // namespace gambol::io
