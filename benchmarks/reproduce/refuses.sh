# refuses.sh PROGRAM: bad usage is one sentence and exit code 2, before anything is run.
program=$1
refuses() {
  message=$("$program" "$@" 2>&1)
  code=$?
  if [ $code -ne 2 ] || [ "$(echo "$message" | wc -l)" -ne 1 ] || [ "${message#reproduce: }" = "$message" ]; then
    echo "reproduce $*: exit code $code and: $message"
    exit 1
  fi
}
refuses
refuses nobody
refuses vbox-table1 --timeout soon
refuses vbox-table1 --timeout 0
refuses vbox-table1 --full --tiny
refuses vbox-table1 --nonsense
refuses vbox-table1 --tiny --markdown /nowhere/at/all.md
refuses vbox-table1 --tiny --output /dev/null/at/all
