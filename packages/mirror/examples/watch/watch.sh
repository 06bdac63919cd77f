#!/bin/sh
# Copies a small part of the register, and tells what has changed for your subjects since it was last told.
set -eu
folder=${WATCH_FOLDER:-.}
court-register-mirror sync "$folder/register.sqlite" --list subjekt,skracena_tvrtka,postupak >&2
court-register-mirror changes "$folder/register.sqlite" --list subjekt,postupak \
  --subjects watched.csv --told "$folder/told.json" --exit-code
