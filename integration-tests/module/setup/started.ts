import type { Postgres } from "../../../tooling/postgres"

/** What the set-up started and the tear-down has to stop. */
export const started: { postgres?: Postgres } = {}
