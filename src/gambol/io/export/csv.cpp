// SPDX-License-Identifier: MIT
#include "gambol/io/export/csv.hpp"

#include "gambol/io/json/json_writer.hpp"

#include <algorithm>

namespace gambol::io {
namespace {

using Eigen::Vector3d;

class CsvTable {
public:
    CsvTable(char up, double scale)
        : up_(up_rotation(up))
        , scale_(scale)
    {
    }

    void column(const std::string& name) { field(quoted(name)); }
    void columns(const std::string& subject, std::initializer_list<const char*> names)
    {
        for (const char* name : names)
            column(subject + "." + name);
    }
    void number(double value) { field(sample_number(value)); }
    void text(const std::string& value) { field(quoted(value)); }
    void vector(const Vector3d& value)
    {
        for (const double x : Vector3d(up_ * value))
            number(x);
    }
    void position(const Vector3d& value) { vector(scale_ * value); }
    void rotation(const Eigen::Quaterniond& value)
    {
        const Vector3d axis = up_ * value.vec();  // turning the world turns the axis
        number(value.w());
        for (const double x : axis)
            number(x);
    }
    void end_row()
    {
        text_ += '\n';
        first_ = true;
    }
    [[nodiscard]] const std::string& str() const { return text_; }

private:
    void field(const std::string& value)
    {
        if (!first_)
            text_ += ',';
        first_ = false;
        text_ += value;
    }

    static std::string quoted(const std::string& value)
    {
        if (value.find_first_of(",\"\n") == std::string::npos)
            return value;
        std::string result = "\"";
        for (const char c : value)
            result += c == '"' ? "\"\"" : std::string(1, c);
        return result + '"';
    }

    Eigen::Matrix3d up_;
    double scale_;
    std::string text_;
    bool first_ = true;
};

void write_contact_names(
    CsvTable& table, const std::string& owner, const std::vector<MotionContact>& contacts)
{
    for (const MotionContact& contact : contacts)
        table.columns(owner + "/" + contact.name,
            { "activation", "with", "fx", "fy", "fz", "cx", "cy", "cz", "torsion" });
}

void write_contact_values(
    CsvTable& table, const std::vector<MotionContact>& contacts, std::size_t k)
{
    for (const MotionContact& contact : contacts) {
        table.number(contact.activation[k]);
        table.text(contact.with[k]);
        table.vector(contact.force[k]);
        table.position(contact.point[k]);
        table.number(contact.torsion[k]);
    }
}

/// Joint angles in rad and torques in N m; a method that knows no torques has no columns for them.
void write_joint_names(CsvTable& table, const MotionCharacter& character)
{
    for (const std::string& joint : character.joints.names) {
        table.column(character.name + "/" + joint + ".angle_rad");
        if (!character.joints.torques.empty())
            table.column(character.name + "/" + joint + ".torque_Nm");
    }
}

void write_joint_values(CsvTable& table, const MotionJoints& joints, std::size_t k)
{
    for (std::size_t j = 0; j < joints.names.size(); ++j) {
        table.number(joints.values[k][static_cast<Eigen::Index>(j)]);
        if (!joints.torques.empty())
            table.number(joints.torques[k][static_cast<Eigen::Index>(j)]);
    }
}

void write_header(CsvTable& table, const Motion& motion)
{
    const auto pose_columns = { "px", "py", "pz", "qw", "qx", "qy", "qz" };
    table.column("time");
    for (const MotionCharacter& character : motion.characters) {
        for (const MotionBody& body : character.bodies)
            table.columns(character.name + "/" + body.name, pose_columns);
        write_joint_names(table, character);
        write_contact_names(table, character.name, character.contacts);
    }
    for (const MotionProp& prop : motion.props) {
        table.columns(prop.name, pose_columns);
        write_contact_names(table, prop.name, prop.contacts);
    }
    table.end_row();
}

}  // namespace

std::string motion_to_csv(const Motion& stored, const ExportOptions& options)
{
    const Motion motion = at_export_rate(stored, options);
    CsvTable table(options.up.value_or('z'), options.scale.value_or(1));
    write_header(table, motion);
    for (std::size_t k = 0; k < motion.times.size(); ++k) {
        table.number(motion.times[k]);
        for (const MotionCharacter& character : motion.characters) {
            for (std::size_t i = 0; i < character.bodies.size(); ++i) {
                table.position(character.positions[k][i]);
                table.rotation(character.rotations[k][i]);
            }
            write_joint_values(table, character.joints, k);
            write_contact_values(table, character.contacts, k);
        }
        for (const MotionProp& prop : motion.props) {
            table.position(prop.positions[k]);
            table.rotation(prop.rotations[k]);
            write_contact_values(table, prop.contacts, k);
        }
        table.end_row();
    }
    return table.str();
}

Exported write_csv(
    const Motion& motion, const std::filesystem::path& file, const ExportOptions& options)
{
    write_export(file, motion_to_csv(motion, options));
    return { { file } };
}

}  // namespace gambol::io
