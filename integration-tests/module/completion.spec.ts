import { setTimeout as sleep } from "node:timers/promises"
import { asValue } from "@medusajs/framework/awilix"
import { createMedusaContainer } from "@medusajs/framework/utils"
import { CONSUMER_FINANCING } from "../../src/modules/consumer-financing"
import { takeCompletion, untilCompleted } from "../../src/medusa/completion-lease"
import { startModule } from "./running-module"

const running = startModule()

function acquireCompletion(cartId: string) {
  const container = createMedusaContainer()
  container.register({ [CONSUMER_FINANCING]: asValue(running().financing) })
  return takeCompletion(container, cartId)
}

describe("a cart that is being completed", () => {
  it("makes a caller wait until its completion ends", async () => {
    const lease = await acquireCompletion("cart_waited_for")
    let isOver = false
    const waiting = untilCompleted("cart_waited_for").then(() => (isOver = true))
    await sleep(50)
    expect(isOver).toBe(false)
    await lease?.release()
    expect(await waiting).toBe(true)
  })

  it("makes no caller wait after its completion, or for another cart", async () => {
    const lease = await acquireCompletion("cart_done")
    await untilCompleted("cart_other")
    await lease?.release()
    await untilCompleted("cart_done")
    const secondLease = await acquireCompletion("cart_done")
    expect(secondLease).not.toBeNull()
    await secondLease?.release()
  })
})
