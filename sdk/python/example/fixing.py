"""Applies the patches of an error and sends the request again: python fixing.py KEY URL"""

import sys

from platen import Platen, PlatenError, apply_fixes

key, url = sys.argv[1:]
# A palette is for PNG alone.
request = {"html": "<h1>Launch day</h1>", "outputs": [{"preset": "og", "format": "jpeg", "palette": True}]}
with Platen(key, url) as client:
    for _ in range(3):
        try:
            print("rendered", client.preview(request).outputs[0].url)
            break
        except PlatenError as error:
            for detail in error.details:
                print("refused", detail.path, detail.message)
            if not any(detail.fix_patch for detail in error.details):
                raise
            request = apply_fixes(error, request)
