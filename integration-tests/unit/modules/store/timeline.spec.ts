import { logger } from "@medusajs/framework/logger"
import type { IEventBusModuleService } from "@medusajs/framework/types"
import type { Base } from "../../../../src/modules/consumer-financing/store/rows"
import { Timeline } from "../../../../src/modules/consumer-financing/store/timeline"

// The parts of both that telling takes.
const base = { log: logger } as Partial<Base> as Base
const busThat = (emit: () => Promise<void>) =>
  ({ emit }) as Partial<IEventBusModuleService> as IEventBusModuleService

const EVENT = { name: "consumer-financing.application.created", data: { id: "finapp_1" } }

describe("telling what happened", () => {
  it("does not wait for an event bus that waits for its Redis", async () => {
    const waiting = busThat(() => new Promise<void>(() => undefined))
    const began = performance.now()
    await new Timeline(base, waiting).emit(EVENT)
    expect(performance.now() - began).toBeLessThan(4_000)
  })

  it("continues when the event bus fails, and logs that", async () => {
    const error = jest.spyOn(logger, "error").mockReturnValue(undefined)
    const failing = busThat(() => Promise.reject(new TypeError("away")))
    await new Timeline(base, failing).emit(EVENT)
    expect(error).toHaveBeenCalledWith(
      `consumer-financing: the event ${EVENT.name} was not emitted (TypeError)`
    )
  })
})
