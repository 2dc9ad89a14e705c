/** A clock that stands still until a test moves it. Takes the place of the service kit's `Clock`. */
export class TestClock {
  private time: number;

  constructor(start: string) {
    this.time = Date.parse(start);
    if (Number.isNaN(this.time)) throw new Error(`Not a time: ${start}`);
  }

  now(): Date {
    return new Date(this.time);
  }

  advance(ms: number): void {
    this.time += ms;
  }
}
