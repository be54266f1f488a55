# llama.cpp's own server: MODEL CONTEXT. Prints its address, and ends when its standard input does.
import sys

import xllamacpp

model, context = sys.argv[1:]
params = xllamacpp.CommonParams()
params.model.path = model
params.model_alias = {"tiny"}
params.n_ctx = int(context)
params.n_parallel = 1
params.cpuparams.n_threads = 1
params.port = 0
params.warmup = False
params.fit_params = False
server = xllamacpp.Server(params)
print(server.listening_address, flush=True)
sys.stdin.read()
