import { CONSUMER_FINANCING } from "../../modules/consumer-financing"
import type { Resolve } from "./resolution"

/** A person knows it and leaves it as it is. */
export const acknowledge: Resolve = async (container, { attention, actor }) => {
  await container.resolve(CONSUMER_FINANCING).reviewCases.acknowledge(attention.id, actor)
}
