#!/bin/sh
# One part of the questions a core, by GNU parallel: parallel.sh LINES FOLDER PARTS
# Run it again after a crash: each part goes on where it stopped.
set -u
mkdir -p "$2"
seq 0 $(($3 - 1)) | parallel --will-cite \
    "azulejo batch '$1' --threads 1 --shard {}/$3 --out '$2/part-{}.jsonl' --resume; [ \$? -le 1 ]"
