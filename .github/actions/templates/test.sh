#!/usr/bin/env bash
# Lints and tests the templates of $FOLDER with the brand kit $KIT. It fails when either finds something wrong, and sets
# the outputs failed (images that are not as expected) and summary (a file with what is wrong as Markdown).
set -uo pipefail
kit=()
[ -z "$KIT" ] || kit=(--kit "$KIT")
report=$RUNNER_TEMP/platen-report
summary=$RUNNER_TEMP/platen-summary.md
rm -rf "$report" "$summary"
platen templates lint "$FOLDER" ${kit[@]+"${kit[@]}"}
lint=$?
platen templates test "$FOLDER" ${kit[@]+"${kit[@]}"} --report "$report" --markdown "$summary" --json >"$RUNNER_TEMP/platen-test.json"
test=$?
failed=$(sed -n 's/^  "failed": \([0-9]*\).*/\1/p' "$RUNNER_TEMP/platen-test.json")
{
  echo "failed=${failed:-0}"
  if [ -s "$summary" ]; then echo "summary=$summary"; fi
} >>"$GITHUB_OUTPUT"
if [ -s "$summary" ]; then cat "$summary" >>"$GITHUB_STEP_SUMMARY"; fi
[ $lint -eq 0 ] || exit $lint
exit $test
