"""Renders a card and writes it to a file: python card.py KEY card.png http://127.0.0.1:8080"""

import sys

from platen import Platen, PlatenError

key, file, url = sys.argv[1:]
with Platen(key, url) as client:
    try:
        render = client.preview(
            html="""<div style="display:flex;align-items:center;height:100%;padding:64px;background:linear-gradient(135deg,#0F172A,#38BDF8)">
                <h1 style="color:#FFFFFF;font-size:72px">Launch day</h1></div>""",
            outputs=[{"preset": "og"}],
            delivery={"mode": "inline"},
        )
    except PlatenError as error:
        for detail in error.details:
            print(detail.path, detail.message, file=sys.stderr)
        raise
    with open(file, "wb") as out:
        out.write(render.outputs[0].data)
