#!/usr/bin/env bash
# Writes $SUMMARY as the one comment of the action on $PULL_REQUEST: a later run replaces it.
set -euo pipefail
mark='<!-- platen-templates -->'
{
  echo "$mark"
  cat "$SUMMARY"
  [ -z "${REPORT_URL:-}" ] || printf '\n[The images](%s): golden, rendered, and the differing pixels in red.\n' "$REPORT_URL"
} >"$SUMMARY.body"
comments=repos/$GITHUB_REPOSITORY/issues
known=$(gh api --paginate "$comments/$PULL_REQUEST/comments" --jq ".[] | select(.body | startswith(\"$mark\")) | .id" | head -n 1)
if [ -n "$known" ]; then
  gh api --silent --method PATCH "$comments/comments/$known" -F body=@"$SUMMARY.body"
else
  gh api --silent --method POST "$comments/$PULL_REQUEST/comments" -F body=@"$SUMMARY.body"
fi
