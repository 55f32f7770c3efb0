"""Mints the image URL of a page without a call: python signedurl.py KEY URL"""

import html
import sys

from platen import Platen, URLSigner

key, url = sys.argv[1:]
with Platen(key, url) as client:
    # Once: make a key, and keep its secret where the pages are made.
    made = client.signing_keys.create_signing_key()
# For every page: no call, the image is rendered when it is fetched first.
signer = URLSigner(url, made.kid, made.secret)
image = signer.inline({"html": f"<h1 style='font-size:80px'>{html.escape('Käse & Brot')}</h1>"})
print(f'<meta property="og:image" content="{html.escape(image)}">')
print('<meta name="twitter:card" content="summary_large_image">')
