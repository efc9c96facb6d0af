import type { Settings } from "../behaviour"
import { shorten, type Narrate } from "../narrator"
import type { CompleteOptions } from "../sandbox-options"
import type { RandomSource } from "../random"
import { currentTokenOf, type Application, type PostbackRecord } from "../state/application"
import { behaviourOf } from "../state/behaviour-of"
import type { Clock } from "../state/clock"
import { createCarrier, type Delivery, type Letter } from "./delivery"
import { encodeFields, postbackFields, postbackInWords } from "./postback-body"
import { createPostbackRules, type PostbackRule } from "./postback-rules"

/** Creates postbacks and delivers them according to the rules. */
export interface PostbackOffice {
  /** Creates the postback of the current status and sends it after `postbackDelayMs`, subject to the rules. */
  announce(application: Application): void
  /** Sends an arbitrary body immediately and once, regardless of the rules. */
  sendNow(application: Application, letter: Letter): Promise<PostbackRecord>
  addRule(rule: PostbackRule): void
  /** Sends held postbacks in creation order, in reverse, or by position. Resolves to their number. */
  release(order?: ReleaseOrder, about?: Application): Promise<number>
  /** Sends scheduled postbacks immediately. Resolves when no delivery is in flight. */
  sendAll(about?: Application): Promise<void>
  /** Resolves when no delivery is in flight. */
  atRest(about?: Application): Promise<void>
  /** Drops the postbacks and rules of an application. Requests in flight continue. */
  forget(application: Application): void
  /** Drops all postbacks and rules, and aborts requests in flight. */
  clear(): void
}

export interface OfficeNeeds {
  clock: Clock
  random: RandomSource
  narrate: Narrate
  settings: Settings
  options: CompleteOptions
}

export type ReleaseOrder = "written" | "reverse" | number[]

const BETWEEN_REVERSED_MS = 20
const USUAL_DELAY_MS = 1_000

export function createPostbackOffice(needs: OfficeNeeds): PostbackOffice {
  const { clock, random, narrate, settings, options } = needs
  const carrier = createCarrier({ clock, narrate, retryMs: options.postbackRetryMs })
  const rules = createPostbackRules()
  let held: Delivery[] = []
  let collected: Delivery[] = []

  function write(application: Application, letter: Letter, words: string): Delivery {
    const { token, status } = currentTokenOf(application)
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

  function sendReversed(delay: number): void {
    collected.forEach((one, index) => carrier.later(one, delay + index * BETWEEN_REVERSED_MS))
    collected = []
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
      carrier.later(delivery, delay + (rule.delayMs ?? USUAL_DELAY_MS))
    } else if (rule.mode === "duplicate") {
      carrier.later(delivery, delay)
      carrier.later({ ...delivery }, delay)
    } else {
      record.outcome = "held"
      collected.unshift(delivery)
      if (isLast) sendReversed(delay)
    }
  }

  return {
    announce(application) {
      if (!application.notifyUrl) return
      const behaviour = behaviourOf({ settings }, application)
      const { postbackFields: extent, postbackEncoding } = behaviour
      const fields = postbackFields(application, extent)
      const letter = encodeFields(fields, postbackEncoding)
      const delivery = write(application, letter, postbackInWords(fields))
      const taken = rules.take({
        orderId: currentTokenOf(application).orderId,
        tokens: application.chain.map((link) => link.token),
        lastName: application.customer.lastName,
      })
      if (taken) follow(taken.rule, delivery, taken.isLast)
      else carrier.later(delivery, options.postbackDelayMs)
    },
    async sendNow(application, letter) {
      const delivery = write(application, letter, "sent by hand")
      await carrier.now(delivery, false)
      return delivery.record
    },
    addRule: (rule) => rules.add(rule),
    async release(order = "written", about) {
      const waiting = held.filter(({ application }) => !about || application === about)
      const ready = Array.isArray(order)
        ? order.flatMap((position) => waiting[position] ?? [])
        : order === "reverse"
          ? waiting.reverse()
          : waiting
      held = held.filter((delivery) => !ready.includes(delivery))
      for (const delivery of ready) await carrier.now(delivery, true)
      return ready.length
    },
    async sendAll(about) {
      carrier.hurry(about)
      await carrier.atRest(about)
    },
    atRest: (about) => carrier.atRest(about),
    forget(application) {
      const others = (delivery: Delivery) => delivery.application !== application
      held = held.filter(others)
      collected = collected.filter(others)
      carrier.forget(application)
      rules.forget(application.chain.map(({ token }) => token))
    },
    clear() {
      carrier.clear()
      rules.clear()
      held = []
      collected = []
    },
  }
}
