"""A TCP proxy on this machine that delays every byte.

Chromium's own emulation of a network leaves WebSockets alone.
"""

import asyncio
import contextlib
import threading


@contextlib.contextmanager
def delayed(port, rtt):
    """The port of a proxy to `port` that delays each direction by `rtt` / 2 seconds.

    Order and bandwidth stay.
    """
    loop = asyncio.new_event_loop()
    thread = threading.Thread(target=loop.run_forever, daemon=True)
    thread.start()

    async def connect(reader, writer):
        await asyncio.sleep(rtt)  # a connection is made by one round trip
        with contextlib.suppress(OSError, asyncio.CancelledError):
            far_reader, far_writer = await asyncio.open_connection("127.0.0.1", port)
            await asyncio.gather(
                _carry(reader, far_writer, rtt / 2), _carry(far_reader, writer, rtt / 2)
            )

    server = asyncio.run_coroutine_threadsafe(
        asyncio.start_server(connect, "127.0.0.1", 0), loop
    ).result()
    try:
        yield server.sockets[0].getsockname()[1]
    finally:
        asyncio.run_coroutine_threadsafe(_end(), loop)
        thread.join()
        loop.close()


async def _end():
    """Stop this loop and whatever runs in it."""
    tasks = asyncio.all_tasks() - {asyncio.current_task()}
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    asyncio.get_running_loop().stop()


async def _carry(reader, writer, delay):
    """Write to `writer` what `reader` brings, each piece `delay` seconds after its arrival."""
    loop, pieces = asyncio.get_running_loop(), asyncio.Queue()

    async def deliver():
        while True:
            due, piece = await pieces.get()
            await asyncio.sleep(max(0, due - loop.time()))
            if not piece:
                return writer.close()
            writer.write(piece)

    delivery = asyncio.create_task(deliver())
    piece = True
    while piece:
        try:
            piece = await reader.read(65_536)
        except OSError:
            piece = b""
        pieces.put_nowait((loop.time() + delay, piece))
    await delivery
