/** Everything that happens to an application is emitted as `<prefix>.<what-happened>`. */
export const EVENT_PREFIX = "consumer-financing.application"

/** Internal: both worlds should be compared soon. */
export const SYNC_REQUESTED = `${EVENT_PREFIX}.sync-requested`
