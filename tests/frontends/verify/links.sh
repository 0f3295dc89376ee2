#!/usr/bin/env bash
# isolde-verify holds no code of those whom it verifies: of no function that their object files define.
#   links.sh PROGRAM LIST      LIST: a file with one object file a line
set -euo pipefail
program=$1 list=$2

# Functions that one file defines for all. Weak ones (inline functions, templates) belong to nobody; namesakes in the language's own
# support, such as the constructors of a whole file, have a dot or begin with _GLOBAL.
functions() { nm --defined-only "$@" 2>/dev/null | awk '$2 == "T" && $3 ~ /^_ZN/ && $3 !~ /[.]/ { print $3 }' | sort -u; }

mapfile -t objects < <(grep -v '^$' "$list")
functions "${objects[@]}" >strangers.$$
functions "$program" >own.$$
trap 'rm -f strangers.$$ own.$$' EXIT

# Otherwise nothing was looked at.
for expected in encode Sweep SatSolver; do
  grep -q "$expected" strangers.$$ || { echo "no function of $expected among ${#objects[@]} object files" >&2; exit 1; }
done
grep -q 'isolde6verify' own.$$ || { echo "$program does not verify" >&2; exit 1; }

shared=$(comm -12 strangers.$$ own.$$ | c++filt)
[ -z "$shared" ] || { printf 'isolde-verify holds functions of others:\n%s\n' "$shared" >&2; exit 1; }
