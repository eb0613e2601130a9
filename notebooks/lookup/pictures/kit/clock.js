// @ts-check
/** What runs in a picture: its frames, a rest, or nothing. Imports nothing. */
export class Clock {
  /** Call `tick` at each frame with the seconds since the last one, until halted. */
  run(tick) {
    let last;
    const frame = (now) => {
      this.frame = requestAnimationFrame(frame);
      if (last !== undefined) tick((now - last) / 1000);
      last = now;
    };
    this.halt();
    this.frame = requestAnimationFrame(frame);
  }

  /** Call `then` after so many ms, unless halted. */
  rest(ms, then) {
    this.halt();
    this.rests = setTimeout(then, ms);
  }

  halt() {
    cancelAnimationFrame(this.frame);
    clearTimeout(this.rests);
  }
}
