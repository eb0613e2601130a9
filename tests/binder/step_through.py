"""How a test steps a picture of a deck to its end, in the browser."""

# Calls `judge` at each step. A picture that opens at rest draws its first step before it counts
# one, so what it says belongs to its state. One without steps, such as a whole table, has one look.
STEP_THROUGH = """(picture, judge) => {
    const next = picture.querySelector("[data-action=next]");
    const state = () => `${picture.dataset.step} ${picture.innerText}`;
    for (let last; next && last !== state(); judge()) {
        last = state();
        next.click();
    }
}"""
