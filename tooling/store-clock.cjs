// For tests only (`node --require`): shifts the store's clock by STORE_CLOCK_AHEAD_SECONDS.
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
