"""Writes the network as ONNX with seven-bit weights: one window in, one row of numbers per piece out."""

import math
import os

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper
from onnxruntime.quantization import QuantType, quantize_dynamic

from network import HEADS, HIDDEN, LAYERS, MARKS, MAX_PIECES, OUTS

# The state of a piece in these layers follows its scores in each row, for the fits to long talks.
STATES = (6, 11)


class Graph:
    """An ONNX graph under construction."""

    def __init__(self, state):
        self.state, self.nodes, self.weights = state, [], []

    def constant(self, name, value):
        value = np.ascontiguousarray(value)
        value = value.astype(np.float32) if value.dtype == np.float64 else value
        self.weights.append(numpy_helper.from_array(value, name))
        return name

    def node(self, kind, inputs, output, **attributes):
        self.nodes.append(helper.make_node(kind, inputs, [output], **attributes))
        return output

    def linear(self, x, output, weight, bias):
        product = self.node("MatMul", [x, self.constant(f"{output}.w", weight.T)], f"{output}.m")
        return self.node("Add", [product, self.constant(f"{output}.b", bias)], output)

    def dense(self, x, output, name):
        return self.linear(x, output, self.state[f"{name}.weight"], self.state[f"{name}.bias"])

    def norm(self, x, name, output):
        weight = self.constant(f"{name}.w", self.state[f"{name}.weight"])
        bias = self.constant(f"{name}.b", self.state[f"{name}.bias"])
        return self.node("LayerNormalization", [x, weight, bias], output, axis=-1, epsilon=1e-12)

    def layer(self, x, at):
        size, name, part = HIDDEN // HEADS, f"layers.{at}.", {}
        for place, letter in enumerate("qkv"):
            cut = slice(place * HIDDEN, (place + 1) * HIDDEN)
            scale = 1 / math.sqrt(size) if letter == "q" else 1
            weight, bias = (self.state[f"{name}qkv.{kind}"][cut] for kind in ("weight", "bias"))
            y = self.linear(x, name + letter, weight * scale, bias * scale)
            y = self.node("Reshape", [y, "split"], f"{name}{letter}.r")
            perm = [1, 2, 0] if letter == "k" else [1, 0, 2]
            part[letter] = self.node("Transpose", [y], f"{name}{letter}.t", perm=perm)
        scores = self.node("MatMul", [part["q"], part["k"]], name + "s")
        shares = self.node("Softmax", [scores], name + "a", axis=-1)
        seen = self.node("MatMul", [shares, part["v"]], name + "av")
        seen = self.node("Transpose", [seen], name + "avt", perm=[1, 0, 2])
        seen = self.node("Reshape", [seen, "join"], name + "j")
        seen = self.dense(seen, name + "oo", name + "o")
        x = self.norm(self.node("Add", [x, seen], name + "r1"), name + "n1", name + "x1")
        wide = self.node("Gelu", [self.dense(x, name + "u", name + "up")], name + "g")
        narrow = self.dense(wide, name + "dd", name + "down")
        return self.norm(self.node("Add", [x, narrow], name + "r2"), name + "n2", name + "x2")


def write_network(model, folder):
    state = {name: value.detach().numpy() for name, value in model.state_dict().items()}
    state["word.weight"][:MARKS] = state["marks"]
    graph = Graph(state)
    graph.constant("start", np.array([0]))
    graph.constant("split", np.array([-1, HEADS, HIDDEN // HEADS]))
    graph.constant("join", np.array([-1, HIDDEN]))
    words = graph.node("Gather", [graph.constant("words", state["word.weight"]), "ids"], "word")
    places = graph.constant("places", state["place.weight"][:MAX_PIECES])
    length = graph.node("Shape", ["ids"], "length")
    places = graph.node("Slice", [places, "start", length, "start"], "place")
    x = graph.norm(graph.node("Add", [words, places], "sum"), "norm", "x")
    for at in range(LAYERS):
        x = graph.layer(x, at)
    scores = graph.dense(x, "scores", "out")
    states = [f"layers.{at}.x2" for at in STATES]
    graph.node("Concat", [scores, *states], "rows", axis=1)
    inputs = [helper.make_tensor_value_info("ids", TensorProto.INT64, ["pieces"])]
    width = OUTS + len(STATES) * HIDDEN
    outputs = [helper.make_tensor_value_info("rows", TensorProto.FLOAT, ["pieces", width])]
    whole = helper.make_graph(graph.nodes, "turns", inputs, outputs, graph.weights)
    network = helper.make_model(whole, opset_imports=[helper.make_opsetid("", 20)])
    network.ir_version = 9
    onnx.checker.check_model(network)
    quantize(network, folder)


def quantize(network, folder):
    path = os.path.join(folder, "whole.onnx")
    onnx.save(network, path)
    # It would be appended to.
    data = os.path.join(folder, "turns.onnx.data")
    if os.path.exists(data):
        os.remove(data)
    quantize_dynamic(
        path,
        os.path.join(folder, "turns.onnx"),
        op_types_to_quantize=["MatMul", "Gather"],
        per_channel=True,
        # Seven bits, because sums of eight-bit products overflow on processors without VNNI.
        reduce_range=True,
        weight_type=QuantType.QInt8,
        # Weights in a separate file are memory-mapped, which takes 30 MB less than reading them.
        use_external_data_format=True,
    )
    os.remove(path)
