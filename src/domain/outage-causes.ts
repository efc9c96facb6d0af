/** Why nobody can finance anything: the service does not let the shop in, or nothing answers. */
export const OUTAGE_CAUSES = ["refused-credentials", "unreachable"] as const
export type OutageCause = (typeof OUTAGE_CAUSES)[number]
