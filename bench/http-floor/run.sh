#!/bin/sh
# Measures Latchkey's listener and handler against bare node:http, one core for either side, three turns each.
# The processor time a request costs the server is the figure to compare: it stays true on a busy machine.
# Needs wrk and taskset. Usage: bench/http-floor/run.sh [logged]
cd "$(dirname "$0")/../.." || exit 1

load() {
  taskset -c 1 wrk -t1 -c32 "-d$2" -s bench/http-floor/form.lua "http://127.0.0.1:$1/oauth2/token"
}

ticks() {
  awk '{ print $14 + $15 }' "/proc/$1/stat"
}

measure() {
  taskset -c 0 node_modules/.bin/node "bench/http-floor/$1.ts" "$2" "$3" >/dev/null &
  server=$!
  sleep 1
  load "$2" 2s >/dev/null
  before=$(ticks "$server")
  report=$(load "$2" 5s)
  after=$(ticks "$server")
  kill "$server"
  wait "$server" 2>/dev/null
  echo "$report" | awk -v name="$1" -v spent="$((after - before))" -v hertz="$(getconf CLK_TCK)" '
    / requests in / { requests = $1 }
    /Requests\/sec/ { rate = $2 }
    /Non-2xx/       { print name, $0 }
    END { printf "%-9s %6d requests/s   %5.1f µs of processor time each\n", name, rate, spent / hertz / requests * 1e6 }'
}

for turn in 1 2 3; do
  measure bare 4801
  measure latchkey 4802 "$1"
done
