import { logger } from "@medusajs/framework/logger"
import type { IEventBusModuleService } from "@medusajs/framework/types"
import type { Context } from "../../../../src/modules/consumer-financing/context"
import { Timeline } from "../../../../src/modules/consumer-financing/store/timeline"

/** The parts of the context that telling takes. */
const contextWith = (emit: () => Promise<void>) => {
  const eventBus = { emit } as Partial<IEventBusModuleService> as IEventBusModuleService
  return { log: logger, eventBus } as Partial<Context> as Context
}

const EVENT = { name: "consumer-financing.application.created", data: { id: "finapp_1" } }

describe("telling what happened", () => {
  it("does not wait for an event bus that waits for its Redis", async () => {
    const waiting = contextWith(() => new Promise<void>(() => undefined))
    const began = performance.now()
    await new Timeline(waiting).emit(EVENT)
    expect(performance.now() - began).toBeLessThan(4_000)
  })

  it("continues when the event bus fails, and logs that", async () => {
    const error = jest.spyOn(logger, "error").mockReturnValue(undefined)
    const failing = contextWith(() => Promise.reject(new TypeError("away")))
    await new Timeline(failing).emit(EVENT)
    expect(error).toHaveBeenCalledWith(
      `consumer-financing: the event ${EVENT.name} was not emitted (TypeError)`
    )
  })
})
