import { shorten, type Narrate } from "../narrator"
import type { CompleteOptions } from "../sandbox-options"
import type { RandomSource } from "../random"
import { tipOf, type Application, type PostbackRecord } from "../state/application"
import type { Clock } from "../state/clock"
import type { World } from "../state/world"
import { post } from "./post"
import { encodeFields, postbackFields, postbackInWords } from "./postback-body"
import { createPostbackRules, type PostbackRule } from "./postback-rules"

/** A postback body as it will be sent. */
export interface Letter {
  contentType: string
  body: string
}

/** Sends the postbacks, or does with them what the rules say. */
export interface PostbackOffice {
  /** Writes the postback of the present status and sends it after `postbackDelayMs`. */
  announce(application: Application): void
  /** Sends an arbitrary body once, at once, whatever the rules say. */
  sendNow(application: Application, letter: Letter): Promise<PostbackRecord>
  addRule(rule: PostbackRule): void
  /** Sends what is held: in the order written, in reverse, or by position. Resolves when sent. */
  release(order?: "written" | "reverse" | number[]): Promise<number>
  /** Sends everything that only waits for its delay; resolves when nothing is under way. */
  sendAll(): Promise<void>
  /** Resolves when no delivery is under way. */
  underWay(): Promise<void>
  /** Drops everything and breaks off what is under way. */
  clear(): void
}

interface Delivery {
  application: Application
  record: PostbackRecord
  letter: Letter
  words: string
}

export interface OfficeNeeds {
  clock: Clock
  random: RandomSource
  narrate: Narrate
  settings: World["settings"]
  options: CompleteOptions
}

export function createPostbackOffice(needs: OfficeNeeds): PostbackOffice {
  const { clock, random, narrate, settings, options } = needs
  const rules = createPostbackRules()
  const waiting = new Set<Delivery>()
  const underWay = new Set<Promise<void>>()
  let held: Delivery[] = []
  let collected: Delivery[] = []
  let stop = new AbortController()

  function write(application: Application, letter: Letter, words: string): Delivery {
    const { token, status } = tipOf(application)
    const record: PostbackRecord = {
      id: random.hex(4),
      at: new Date(clock.now()).toISOString(),
      token,
      status,
      delivered: false,
      attempts: 0,
      outcome: "waiting",
    }
    application.postbacks.push(record)
    return { application, record, letter, words }
  }

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
    const pause = options.postbackRetryMs[record.attempts - 1]
    const again = mayRepeat && pause !== undefined
    const next = again ? `trying again in ${String(pause / 1000)} s` : "giving up"
    narrate(`Postback ${about} was not taken: ${record.outcome}, ${next}`)
    if (again) later(delivery, pause)
  }

  function dispatch(delivery: Delivery, mayRepeat = true): Promise<void> {
    waiting.delete(delivery)
    const sending = attempt(delivery, mayRepeat).finally(() => underWay.delete(sending))
    underWay.add(sending)
    return sending
  }

  function later(delivery: Delivery, delayMs: number): void {
    waiting.add(delivery)
    clock.after(delayMs, () => {
      if (waiting.has(delivery)) void dispatch(delivery)
    })
  }

  function follow(rule: PostbackRule, delivery: Delivery, isLast: boolean): void {
    const { record } = delivery
    const delay = options.postbackDelayMs
    if (rule.mode === "lost") {
      record.outcome = "lost"
      narrate(`Lost a postback about ${shorten(record.token)} on purpose`)
    } else if (rule.mode === "hold") {
      record.outcome = "held"
      held.push(delivery)
    } else if (rule.mode === "delay") {
      later(delivery, delay + (rule.delayMs ?? 1000))
    } else if (rule.mode === "duplicate") {
      later(delivery, delay)
      later({ ...delivery }, delay)
    } else {
      record.outcome = "held"
      collected.unshift(delivery)
      if (!isLast) return
      collected.forEach((one, index) => later(one, delay + index * 20))
      collected = []
    }
  }

  return {
    announce(application) {
      if (!application.notifyUrl) return
      const { postbackFields: extent, postbackEncoding } = settings.behaviour
      const fields = postbackFields(application, extent)
      const letter = encodeFields(fields, postbackEncoding)
      const delivery = write(application, letter, postbackInWords(fields))
      const taken = rules.take({
        orderId: tipOf(application).orderId,
        tokens: application.chain.map((link) => link.token),
        lastName: application.customer.lastName,
      })
      if (taken) follow(taken.rule, delivery, taken.isLast)
      else later(delivery, options.postbackDelayMs)
    },
    async sendNow(application, letter) {
      const delivery = write(application, letter, "sent by hand")
      await dispatch(delivery, false)
      return delivery.record
    },
    addRule: (rule) => rules.add(rule),
    async release(order = "written") {
      const ready = Array.isArray(order)
        ? order.flatMap((position) => held[position] ?? [])
        : order === "reverse"
          ? [...held].reverse()
          : [...held]
      held = held.filter((delivery) => !ready.includes(delivery))
      for (const delivery of ready) await dispatch(delivery)
      return ready.length
    },
    async sendAll() {
      for (const delivery of [...waiting]) void dispatch(delivery)
      await Promise.all(underWay)
    },
    async underWay() {
      await Promise.all(underWay)
    },
    clear() {
      stop.abort()
      stop = new AbortController()
      waiting.clear()
      held = []
      collected = []
      rules.clear()
    },
  }
}
