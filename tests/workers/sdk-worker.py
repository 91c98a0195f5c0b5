"""A worker on the Horde's own SDK, unchanged: its models ask, read and submit. Run by run.ts.

Arguments: key, name, habit (honest, slow-liar …). AI_HORDE_URL names the platform's /api/.
"""

import asyncio
import base64
import io
import random
import sys

import aiohttp
from horde_sdk.ai_horde_api.ai_horde_clients import AIHordeAPIAsyncClientSession
from horde_sdk.ai_horde_api.apimodels import (
    AllWorkersDetailsRequest,
    FindUserRequest,
    HordePerformanceRequest,
    ImageGenerateJobPopRequest,
    ImageGenerationJobSubmitRequest,
    ModifyWorkerRequest,
    NewsRequest,
)
from horde_sdk.ai_horde_api.consts import GENERATION_STATE, WORKER_TYPE
from horde_sdk.generic_api.apimodels import RequestErrorResponse
from loguru import logger
from PIL import Image

logger.remove()
KEY, NAME, HABIT = sys.argv[1:4]
MODELS = ["stable_diffusion", "Deliberate", "Deliberate Inpainting"]


def paint(width: int, height: int, seed: int) -> bytes:
    """A picture of its own colours, in place of a model's."""
    random.seed(seed)
    picture = Image.new("RGB", (width, height), tuple(random.randrange(256) for _ in range(3)))
    data = io.BytesIO()
    picture.save(data, format="WEBP", quality=80)
    return data.getvalue()


def expect(answer, what: str):
    """Ends the worker where an answer is none that the SDK understands."""
    if isinstance(answer, RequestErrorResponse):
        raise SystemExit(f"{what}: {answer.message}")
    return answer


async def look_around(session: AIHordeAPIAsyncClientSession) -> None:
    """Everything that a worker's own tools read."""
    user = expect(await ask(session, FindUserRequest(apikey=KEY)), "find_user")
    assert user.id_ is not None and user.kudos is not None, user
    workers = expect(await ask(session, AllWorkersDetailsRequest(type=WORKER_TYPE.image)), "workers")
    own = next(worker for worker in workers if worker.name == NAME)
    assert own.online and set(own.models) == set(MODELS), own
    expect(await ask(session, HordePerformanceRequest()), "performance")
    expect(await ask(session, NewsRequest()), "news")
    changed = expect(
        await ask(session, ModifyWorkerRequest(apikey=KEY, worker_id=own.id_, info="a test's")),
        "modify",
    )
    assert changed.info == "a test's", changed


async def ask(session: AIHordeAPIAsyncClientSession, request):
    return await session.submit_request(request, request.get_default_success_response_type())


async def work(session: AIHordeAPIAsyncClientSession, http: aiohttp.ClientSession) -> None:
    looked = False
    while True:
        job = await ask(
            session,
            ImageGenerateJobPopRequest(
                apikey=KEY,
                name=NAME,
                bridge_agent="AI Horde Worker reGen:13.0.0:https://github.com/Haidra-Org/horde-worker-reGen",
                models=MODELS,
                nsfw=True,
                amount=2,
                max_pixels=1024 * 1024,
                threads=2,
                blacklist=["forbidden"],
                allow_img2img=True,
                allow_painting=True,
                allow_post_processing=True,
                allow_controlnet=True,
                allow_lora=True,
            ),
        )
        if isinstance(job, RequestErrorResponse):
            # Kept from work for what it dropped: an honest worker has no reason to hear it.
            if HABIT == "honest":
                raise SystemExit(f"pop: {job.message}")
            await asyncio.sleep(1)
            continue
        if not looked:
            await look_around(session)
            looked = True
        if job.model is None:
            await asyncio.sleep(0.3)
            continue
        await job.async_download_additional_data(http)
        if HABIT == "vanishes":
            return
        if HABIT == "stalls":
            await asyncio.sleep(3_600)
        for index, (job_id, address) in enumerate(zip(job.ids, job.r2_uploads)):
            seed = int(job.payload.seed) + index
            width, height = job.payload.width, job.payload.height
            if job.source_image is not None:
                source = Image.open(io.BytesIO(base64.b64decode(job.get_downloaded_source_image())))
                assert source.size == (width, height), (source.size, width, height)
            data = paint(width, height, seed)
            if HABIT == "lies":
                data = paint(64, 64, seed) if seed % 2 else b"no picture at all, but called one"
            await asyncio.sleep(random.uniform(0.02, 0.2))
            async with http.put(address, data=data) as uploaded:
                assert uploaded.status == 200 or HABIT != "honest", uploaded.status
            said = await ask(
                session,
                ImageGenerationJobSubmitRequest(
                    apikey=KEY,
                    id=job_id,
                    generation="R2",
                    state=GENERATION_STATE.ok,
                    seed=seed,
                ),
            )
            if HABIT == "honest":
                expect(said, "submit")
                assert said.reward > 0
                print("done", flush=True)


async def main() -> None:
    async with aiohttp.ClientSession() as http:
        async with AIHordeAPIAsyncClientSession(http) as session:
            await work(session, http)


asyncio.run(main())
