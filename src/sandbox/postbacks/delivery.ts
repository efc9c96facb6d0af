import { shorten, type Narrate } from "../narrator"
import type { Application, PostbackRecord } from "../state/application"
import type { Clock } from "../state/clock"
import { post } from "./post"

/** Encoded postback. */
export interface Letter {
  contentType: string
  body: string
}

/** Postback to send, with its record. */
export interface Delivery {
  application: Application
  record: PostbackRecord
  letter: Letter
  /** Summary for the log. */
  words: string
}

/** Sends postbacks to the store and retries those that are not answered with 200. */
export interface Carrier {
  /** Schedules a delivery after `delayMs` of virtual time. */
  later(delivery: Delivery, delayMs: number): void
  /** Sends a delivery immediately. */
  now(delivery: Delivery, mayRepeat: boolean): Promise<void>
  /** Sends scheduled deliveries immediately: those of one application, or all. */
  hurry(about?: Application): void
  /** Resolves when no request is in flight. */
  atRest(about?: Application): Promise<void>
  /** Drops the scheduled deliveries of an application. */
  forget(application: Application): void
  /** Drops scheduled deliveries and aborts requests in flight. */
  clear(): void
}

export interface CarrierNeeds {
  clock: Clock
  narrate: Narrate
  /** Milliseconds before each retry. */
  retryMs: readonly number[]
}

export function createCarrier({ clock, narrate, retryMs }: CarrierNeeds): Carrier {
  const waiting = new Set<Delivery>()
  const underWay = new Map<Promise<void>, Application>()
  let stop = new AbortController()

  async function attempt(delivery: Delivery, mayRepeat: boolean): Promise<void> {
    const { application, record, letter, words } = delivery
    const { signal } = stop
    if (!application.notifyUrl) return
    record.attempts += 1
    const status = await post({ url: application.notifyUrl, ...letter, signal }).catch(() => 0)
    if (signal.aborted) return
    record.outcome = status === 0 ? "no connection" : `HTTP ${String(status)}`
    record.delivered ||= status === 200
    const about = `about ${shorten(record.token)} (status ${record.status}; ${words})`
    if (status === 200) return narrate(`Sent postback ${about}`)
    const pause = retryMs[record.attempts - 1]
    const again = mayRepeat && pause !== undefined
    const next = again ? `trying again in ${String(pause / 1000)} s` : "giving up"
    narrate(`Postback ${about} was not taken: ${record.outcome}, ${next}`)
    if (again) later(delivery, pause)
  }

  function now(delivery: Delivery, mayRepeat: boolean): Promise<void> {
    waiting.delete(delivery)
    const sending = attempt(delivery, mayRepeat).finally(() => underWay.delete(sending))
    underWay.set(sending, delivery.application)
    return sending
  }

  function later(delivery: Delivery, delayMs: number): void {
    waiting.add(delivery)
    const send = () => {
      if (waiting.has(delivery)) void now(delivery, true)
    }
    clock.after(delayMs, send, delivery.application.id)
  }

  const isAbout = (about: Application | undefined, application: Application) =>
    about === undefined || about === application

  return {
    later,
    now,
    hurry(about) {
      for (const delivery of [...waiting]) {
        if (isAbout(about, delivery.application)) void now(delivery, true)
      }
    },
    async atRest(about) {
      const sendings = [...underWay].filter(([, application]) => isAbout(about, application))
      await Promise.all(sendings.map(([sending]) => sending))
    },
    forget(application) {
      for (const delivery of [...waiting]) {
        if (delivery.application === application) waiting.delete(delivery)
      }
    },
    clear() {
      stop.abort()
      stop = new AbortController()
      waiting.clear()
    },
  }
}
