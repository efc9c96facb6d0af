// For tests only (`node --require`): the store's machine is wrong about the time, by so many seconds.
const AHEAD = Number(process.env.STORE_CLOCK_AHEAD_SECONDS ?? 0) * 1000
const RealDate = Date

globalThis.Date = class extends RealDate {
  constructor(...parts) {
    if (parts.length === 0) super(RealDate.now() + AHEAD)
    else super(...parts)
  }
  static now() {
    return RealDate.now() + AHEAD
  }
}
