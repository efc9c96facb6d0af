import { shortenToken, type Narrate } from "../narrator"
import type { Application, PostbackRecord } from "../state/application"
import type { Clock } from "../state/clock"
import { sendPost } from "./send-post"

/** Encoded postback. */
export interface EncodedPostback {
  contentType: string
  body: string
}

/** Postback to send, with its record. */
export interface Delivery {
  application: Application
  record: PostbackRecord
  message: EncodedPostback
  /** Summary for the log. */
  words: string
}

/** Sends postbacks to the store and retries those that are not answered with 200. */
export interface PostbackSender {
  /** Schedules a delivery after `delayMs` of virtual time. */
  schedule(delivery: Delivery, delayMs: number): void
  /** Sends a delivery immediately. */
  send(delivery: Delivery, mayRepeat: boolean): Promise<void>
  /** Sends scheduled deliveries immediately: those of one application, or all. */
  sendWaiting(about?: Application): void
  /** Resolves when no request is in flight. */
  waitForIdle(about?: Application): Promise<void>
  /** Drops the scheduled deliveries of an application. */
  forget(application: Application): void
  /** Drops scheduled deliveries and aborts requests in flight. */
  clear(): void
}

export interface SenderDependencies {
  clock: Clock
  narrate: Narrate
  /** Milliseconds before each retry. */
  retryMs: readonly number[]
}

export function createPostbackSender({
  clock,
  narrate,
  retryMs,
}: SenderDependencies): PostbackSender {
  const waiting = new Set<Delivery>()
  const inFlight = new Map<Promise<void>, Application>()
  let abortController = new AbortController()

  async function attemptDelivery(delivery: Delivery, mayRepeat: boolean): Promise<void> {
    const { application, record, message: encoded, words } = delivery
    const { signal } = abortController
    if (!application.notifyUrl) return
    record.attempts += 1
    const status = await sendPost({ url: application.notifyUrl, ...encoded, signal }).catch(() => 0)
    if (signal.aborted) return
    record.outcome = status === 0 ? "no connection" : `HTTP ${String(status)}`
    record.delivered ||= status === 200
    const about = `about ${shortenToken(record.token)} (status ${record.status}; ${words})`
    if (status === 200) return narrate(`Sent postback ${about}`)
    const retryDelayMs = retryMs[record.attempts - 1]
    const isRetrying = mayRepeat && retryDelayMs !== undefined
    const next = isRetrying ? `trying again in ${String(retryDelayMs / 1000)} s` : "giving up"
    narrate(`Postback ${about} was not taken: ${record.outcome}, ${next}`)
    if (isRetrying) scheduleDelivery(delivery, retryDelayMs)
  }

  function sendDelivery(delivery: Delivery, mayRepeat: boolean): Promise<void> {
    waiting.delete(delivery)
    const sending = attemptDelivery(delivery, mayRepeat).finally(() => inFlight.delete(sending))
    inFlight.set(sending, delivery.application)
    return sending
  }

  function scheduleDelivery(delivery: Delivery, delayMs: number): void {
    waiting.add(delivery)
    const sendIfWaiting = () => {
      if (waiting.has(delivery)) void sendDelivery(delivery, true)
    }
    clock.runAfter(delayMs, sendIfWaiting, delivery.application.id)
  }

  const isAbout = (about: Application | undefined, application: Application) =>
    about === undefined || about === application

  return {
    schedule: scheduleDelivery,
    send: sendDelivery,
    sendWaiting(about) {
      for (const delivery of [...waiting]) {
        if (isAbout(about, delivery.application)) void sendDelivery(delivery, true)
      }
    },
    async waitForIdle(about) {
      const sendings = [...inFlight].filter(([, application]) => isAbout(about, application))
      await Promise.all(sendings.map(([sending]) => sending))
    },
    forget(application) {
      for (const delivery of [...waiting]) {
        if (delivery.application === application) waiting.delete(delivery)
      }
    },
    clear() {
      abortController.abort()
      abortController = new AbortController()
      waiting.clear()
    },
  }
}
