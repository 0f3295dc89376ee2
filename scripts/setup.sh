# Sourced by scripts/demo and scripts/test: installs missing packages, and builds a preset in parallel.

install_missing() {
  local missing=()
  command -v dpkg-query >/dev/null || return 0 # not Debian: CMake will say what is missing
  while read -r package; do
    dpkg-query -W -f='${Status}' "$package" 2>/dev/null | grep -q 'install ok installed' || missing+=("$package")
  done < <(grep -v '^#' scripts/packages.txt)
  [ ${#missing[@]} -eq 0 ] && return 0
  echo "Installing: ${missing[*]}" >&2
  local sudo=""
  [ "$(id -u)" -eq 0 ] || sudo="sudo"
  $sudo apt-get update -qq
  $sudo env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null
}

# build PRESET [cmake arguments...]
build() {
  local preset=$1
  shift
  cmake --preset "$preset" -DCMAKE_CXX_COMPILER_LAUNCHER=ccache "$@" >/dev/null
  cmake --build --preset "$preset" --parallel "$(nproc)"
}
