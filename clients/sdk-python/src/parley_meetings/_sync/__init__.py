# Made by contract/generate.ts; do not edit.
