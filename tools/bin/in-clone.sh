# Read by the commands beside this file: runs a command of this clone from its sources. They need no build, and work in any folder.
#
#   export PATH="$PWD/tools/bin:$PATH"
#
# Then court-register-mirror, court-register-server and court-register-conformance are there, as after npm install -g.
root=$(CDPATH='' cd -- "$(dirname -- "$0")/../.." && pwd -P) || exit 2
node=$root/node_modules/node/bin/node
if [ ! -x "$node" ]; then
  echo "$(basename -- "$0"): this clone is not installed. Run in $root: npx --yes pnpm@12 install" >&2
  exit 2
fi

# Usage: in_clone FILE ARGUMENT…, after the options of Node in $options.
in_clone() {
  file=$1
  shift
  # shellcheck disable=SC2086
  exec "$node" --import "$root/tools/src/shared/in-clone.ts" --conditions=@court-register/source ${options-} \
    "$root/$file" "$@"
}
