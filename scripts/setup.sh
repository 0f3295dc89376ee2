# Sourced by scripts/demo and scripts/test: installs missing packages, and builds a preset in parallel.

# Debian packages of scripts/packages.txt that are not there. Elsewhere nothing is installed, and CMake says what is missing.
install_missing() {
  local package missing=() sudo=()
  command -v dpkg-query >/dev/null || return 0
  while read -r package; do
    case $(dpkg-query -W -f='${Status}' "$package" 2>/dev/null || true) in
      *"install ok installed") ;;
      *) missing+=("$package") ;;
    esac
  done < <(grep -E -v '^[[:space:]]*(#|$)' scripts/packages.txt)
  [ ${#missing[@]} -gt 0 ] || return 0
  if [ "$(id -u)" -ne 0 ]; then
    command -v sudo >/dev/null || {
      echo "These packages are missing, and there is no sudo to install them; as root: apt-get install ${missing[*]}" >&2
      return 1
    }
    sudo=(sudo)
  fi
  echo "Installing: ${missing[*]}" >&2
  "${sudo[@]}" apt-get update -qq
  "${sudo[@]}" env DEBIAN_FRONTEND=noninteractive \
    apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null
}

# build PRESET [TARGET...]: everything, or only these targets. From nothing, with sources compiled together (cmake/IsoldeUnity.cmake); a
# folder that is there already stays as it was configured.
build() {
  local preset=$1 unity=()
  shift
  [ -e "build/$preset/CMakeCache.txt" ] || unity=(-DISOLDE_UNITY=ON)
  echo "Building build/$preset" >&2
  cmake --preset "$preset" "${unity[@]}" >/dev/null
  cmake --build --preset "$preset" --parallel "$(nproc)" ${1:+--target "$@"}
}
