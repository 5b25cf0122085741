"""A bot with stoat.py that repeats every message of others, which it recognises as the library's guide shows."""
import os

import stoat

client = stoat.Client(
    token=os.environ["BOT_TOKEN"],
    http_base=os.environ["API_URL"],
    websocket_base=os.environ["WEBSOCKET_URL"],
    cdn_base=os.environ["FILES_URL"],
)


@client.on(stoat.ReadyEvent)
async def on_ready(event, /):
    print("ready", flush=True)


@client.on(stoat.MessageCreateEvent)
async def on_message(event, /):
    message = event.message
    if message.author.relationship is stoat.RelationshipStatus.user:
        return
    await message.channel.send(message.content)


client.run()
