import { CONSUMER_FINANCING } from "../../modules/consumer-financing"
import type { Resolve } from "./resolution"

/** A person knows it and leaves it as it is. */
export const acknowledge: Resolve = async (container, { reviewCase, actor }) => {
  await container.resolve(CONSUMER_FINANCING).reviewCases.acknowledge(reviewCase.id, actor)
}
