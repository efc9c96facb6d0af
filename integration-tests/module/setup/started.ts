import type { Postgres } from "../../../tooling/postgres"

/** What the global setup started and the teardown stops. */
export const started: { postgres?: Postgres } = {}
