/** Why no purchase can be financed: the service refuses the shop's credentials, or does not answer. */
export const OUTAGE_CAUSES = ["refused-credentials", "unreachable"] as const
export type OutageCause = (typeof OUTAGE_CAUSES)[number]
