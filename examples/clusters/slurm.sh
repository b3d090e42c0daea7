#!/bin/sh
# One part of the questions a task: sbatch --array=0-63 slurm.sh LINES FOLDER
# A task that was killed is submitted again and goes on where it stopped.
#SBATCH --cpus-per-task=1
#SBATCH --requeue
set -u
mkdir -p "$2"
azulejo batch "$1" --threads "${SLURM_CPUS_PER_TASK:-1}" --shard "$SLURM_ARRAY_TASK_ID/$SLURM_ARRAY_TASK_COUNT" \
    --out "$2/part-$SLURM_ARRAY_TASK_ID.jsonl" --resume
# 1 says that some lines were refused: their answers say why.
[ $? -le 1 ]
