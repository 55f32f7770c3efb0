"""Shows a job's progress, with asyncio: python progress.py KEY URL"""

import asyncio
import sys

from platen import AsyncPlaten


async def main(key: str, url: str) -> None:
    async with AsyncPlaten(key, url) as client:
        outputs = [{"preset": "og"}, {"preset": "instagram_post"}, {"preset": "instagram_story"}]
        job = await client.start(html="<h1>Launch day</h1>", outputs=outputs)
        job = await client.wait_for_job(job.id, lambda j: print(f"{j.progress.completed} of {j.progress.total}"))
        for output in job.outputs:
            print(output.name, output.url)


asyncio.run(main(*sys.argv[1:]))
