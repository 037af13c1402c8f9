# SPDX-License-Identifier: MIT
"""Runs inside Blender: imports GLB and BVH files and says how far joints are from where motion.json has them.

    blender --background --factory-startup --python blender_check.py -- FOLDER [PICTURE]

FOLDER holds motion.json, motion.glb and a BVH for each character. The last line on stdout is JSON; lengths in m. A GLB
must have joints where motion.json has them, a BVH where they are when every joint keeps its usual place in its parent:
what `joint_gap` of the audit measures it cannot hold.
With PICTURE the imported GLB is rendered at the middle of the clip.
"""
import builtins
import json
import math
import pathlib
import statistics
import sys

import bpy
import mathutils
import numpy

# Debian's Blender 3.4 meets a newer numpy and a newer Python than it was written for.
numpy.bool = bool
plain_open = builtins.open
builtins.open = lambda file, mode="r", *rest, **options: plain_open(file, mode.replace("U", ""), *rest, **options)

folder = pathlib.Path(sys.argv[sys.argv.index("--") + 1])
picture = sys.argv[sys.argv.index("--") + 2:]
motion = json.loads((folder / "motion.json").read_text())
mean_rate = (len(motion["times"]) - 1) / (motion["times"][-1] - motion["times"][0])  # of frames of a BVH
rate = round(mean_rate)
last = len(motion["times"]) - 1
frames = [round(last * n / 9) for n in range(10)]


def clear():
    bpy.ops.wm.read_factory_settings(use_empty=True)
    bpy.context.scene.render.fps = rate  # a sample a frame


def show(k, first_frame=0, per_second=rate):
    """Samples need not be evenly apart: where phases of a movement meet there is one."""
    frame = (motion["times"][k] - motion["times"][0]) * per_second
    whole = math.floor(frame + 1e-6)
    bpy.context.scene.frame_set(first_frame + whole, subframe=max(0.0, frame - whole))


def rotated(character, k, body, vector):
    return mathutils.Quaternion(character["rotations"][k][body]) @ vector


def rigid_places(character):
    """[frame][body]: where joints are when each keeps its usual place in its parent, which is all a BVH can say."""
    offsets = []
    for i, body in enumerate(character["bodies"]):
        parent = body["parent"]
        places = []
        for k in range(len(motion["times"])) if parent >= 0 else ():
            way = mathutils.Vector(character["positions"][k][i]) - mathutils.Vector(character["positions"][k][parent])
            places.append(mathutils.Quaternion(character["rotations"][k][parent]).conjugated() @ way)
        offsets.append([statistics.median_high(p[axis] for p in places) for axis in range(3)] if places else None)
    result = {}
    for k in frames:
        result[k] = []
        for i, body in enumerate(character["bodies"]):
            place = mathutils.Vector(character["positions"][k][i])
            if body["parent"] >= 0:
                place = result[k][body["parent"]] + rotated(character, k, body["parent"], mathutils.Vector(offsets[i]))
            result[k].append(place)
    return result


def worst_joint(character, armature, places, *frame_and_rate):
    """Largest distance of a bone's head from its joint, over all bodies and ten frames."""
    worst = 0.0
    for k in frames:
        show(k, *frame_and_rate)
        for i, body in enumerate(character["bodies"]):
            bone = armature.pose.bones[body["name"].replace(" ", "_") if body["name"] not in armature.pose.bones
                                       else body["name"]]
            place = armature.matrix_world @ bone.head
            worst = max(worst, (place - mathutils.Vector(places[k][i])).length)
    return worst


def play_everything():
    """The importer shows the first animation only; the others wait in tracks of their own."""
    for owner in [*bpy.data.objects, *bpy.data.shape_keys]:
        if owner.animation_data:
            for track in owner.animation_data.nla_tracks:
                owner.animation_data.action = track.strips[0].action


def read_cache(file, vertices):
    data = numpy.fromfile(file, dtype="<f4", offset=32)
    return data.reshape(-1, vertices, 3)


def check_glb():
    clear()
    bpy.ops.import_scene.gltf(filepath=str(folder / "motion.glb"))
    play_everything()
    result = {"characters": {}, "props": {}, "cloth": {}}
    for character in motion["characters"]:
        armature = bpy.data.objects[character["name"]]
        skins = [o for o in bpy.data.objects if o.type == "MESH" and o.find_armature() == armature]
        result["characters"][character["name"]] = {
            "error": worst_joint(character, armature, character["positions"]),
            "type": armature.type,
            "meshes": len(skins),
            "tracks": [track.name for track in armature.animation_data.nla_tracks],
            "actions": len([a for a in bpy.data.actions if any(a == s.action for t in
                            armature.animation_data.nla_tracks for s in t.strips)]),
            "contacts": len(armature.get("contacts", [])),
        }
    for prop in motion.get("props", []):
        worst = 0.0
        for k in frames:
            show(k)
            place = bpy.data.objects[prop["name"]].matrix_world.translation
            worst = max(worst, (place - mathutils.Vector(prop["positions"][k])).length)
        result["props"][prop["name"]] = worst
    for cloth in motion.get("cloth", []):
        sheet = bpy.data.objects[cloth["name"]]
        cache = read_cache(folder / cloth["cache"], len(sheet.data.vertices))
        worst = 0.0
        for k in frames:
            show(k)
            mesh = sheet.evaluated_get(bpy.context.evaluated_depsgraph_get()).to_mesh()
            for vertex in range(0, len(mesh.vertices), 7):
                place = sheet.matrix_world @ mesh.vertices[vertex].co
                worst = max(worst, (place - mathutils.Vector(cache[k][vertex].tolist())).length)
        result["cloth"][cloth["name"]] = worst
    return result


def check_bvh(character):
    clear()
    several = len(motion["characters"]) > 1
    file = folder / (f"motion-{character['name']}.bvh" if several else "motion.bvh")
    bpy.ops.import_anim.bvh(filepath=str(file), global_scale=0.01, frame_start=1, axis_forward="-Z", axis_up="Y")
    armature = next(o for o in bpy.data.objects if o.type == "ARMATURE")
    return worst_joint(character, armature, rigid_places(character), 1, mean_rate)


def render(file):
    """A plain picture of the middle of the clip, from the right-hand side and above."""
    scene = bpy.context.scene
    scene.frame_set(last // 2)
    points = [mathutils.Vector(c["positions"][last // 2][i]) for c in motion["characters"] for i in
              range(len(c["bodies"]))]
    middle = sum(points, mathutils.Vector()) / max(len(points), 1)
    camera = bpy.data.objects.new("camera", bpy.data.cameras.new("camera"))
    scene.collection.objects.link(camera)
    camera.location = middle + mathutils.Vector((1.6, -3.4, 0.9))
    camera.rotation_euler = (middle - camera.location).to_track_quat("-Z", "Y").to_euler()
    sun = bpy.data.objects.new("sun", bpy.data.lights.new("sun", "SUN"))
    scene.collection.objects.link(sun)
    sun.data.energy = 3
    sun.rotation_euler = (0.7, 0.2, 0.4)
    scene.camera = camera
    scene.world = bpy.data.worlds.new("sky")
    scene.world.use_nodes = True
    scene.world.node_tree.nodes["Background"].inputs[0].default_value = (0.7, 0.75, 0.8, 1)
    scene.render.engine = "CYCLES"
    scene.cycles.samples = 32
    scene.cycles.device = "CPU"
    scene.cycles.use_denoising = False
    scene.render.threads_mode = "FIXED"
    scene.render.threads = 1
    scene.render.resolution_x, scene.render.resolution_y = 480, 360
    scene.render.filepath = file
    bpy.ops.render.render(write_still=True)


report = {"glb": check_glb()}
if picture:
    render(picture[0])
report["bvh"] = {character["name"]: check_bvh(character) for character in motion["characters"]}
print(json.dumps(report))
