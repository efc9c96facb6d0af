import { logger } from "@medusajs/framework/logger"
import type { IEventBusModuleService } from "@medusajs/framework/types"
import type { Context } from "../../../../src/modules/consumer-financing/context"
import { Timeline } from "../../../../src/modules/consumer-financing/store/timeline"

/** The parts of the context that Timeline uses. */
const buildContext = (emit: () => Promise<void>) => {
  const eventBus = { emit } as Partial<IEventBusModuleService> as IEventBusModuleService
  return { log: logger, eventBus } as Partial<Context> as Context
}

const EVENT = { name: "consumer-financing.application.created", data: { id: "finapp_1" } }

describe("emitting an event", () => {
  it("ends within four seconds when the event bus never answers", async () => {
    const hangingContext = buildContext(() => new Promise<void>(() => undefined))
    const startedAt = performance.now()
    await new Timeline(hangingContext).emit(EVENT)
    expect(performance.now() - startedAt).toBeLessThan(4_000)
  })

  it("logs a failure of the event bus and continues", async () => {
    const logError = jest.spyOn(logger, "error").mockReturnValue(undefined)
    const failingContext = buildContext(() => Promise.reject(new TypeError("away")))
    await new Timeline(failingContext).emit(EVENT)
    expect(logError).toHaveBeenCalledWith(
      `consumer-financing: the event ${EVENT.name} was not emitted (TypeError)`
    )
  })
})
