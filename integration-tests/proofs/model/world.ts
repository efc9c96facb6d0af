import type { Pool } from "pg"
import type { ApplicationView } from "../../../src/sandbox"
import type { SimulatorClient } from "../../store/simulator-client"

/** Amounts in integer cents. */
export type PaymentSeen = {
  id: string
  session: string
  amount: number
  captured: boolean
  captures: number
  canceled: boolean
  refunded: number
}

export type OperationSeen = {
  id: string
  kind: string
  outcome: "intended" | "confirmed" | "refused" | "in-doubt"
  token: string | null
  newToken: string | null
  target: number | null
  /** Its answer was lost once, whatever was found out about it since. */
  lost: boolean
}

/** One of the plugin's own applications. */
export type OursSeen = {
  id: string
  state: string
  attempt: number
  live: boolean
  financed: number
  refunded: number
  attentions: { cause: string; reason: string }[]
  sessions: string[]
  operations: OperationSeen[]
  tokens: string[]
}

export type MedusaSeen = {
  order: { id: string; canceled: boolean } | null
  /** Payments of this method, oldest first. */
  payments: PaymentSeen[]
  /** Payment sessions of this method that are alive. */
  sessions: string[]
}

/** Both worlds, as they are at one moment: the service's word, Medusa's rows, and our own. */
export type World = {
  /** At the service, oldest first. */
  applications: ApplicationView[]
  medusa: MedusaSeen
  ours: OursSeen[]
}

const METHOD = "pp_consumer-financing%"

const SIDES = `
with collections as (
  select payment_collection_id as id from cart_payment_collection
    where cart_id = $1 and deleted_at is null
  union
  select l.payment_collection_id from order_payment_collection l
    join order_cart c on c.order_id = l.order_id and c.deleted_at is null
    where c.cart_id = $1 and l.deleted_at is null
)
select
  (select json_build_object('id', o.id, 'canceled', o.canceled_at is not null or o.status = 'canceled')
    from order_cart l join "order" o on o.id = l.order_id
    where l.cart_id = $1 and l.deleted_at is null) as "order",
  (select coalesce(json_agg(json_build_object(
      'id', p.id, 'session', p.payment_session_id, 'amount', round(p.amount * 100),
      'captured', p.captured_at is not null, 'canceled', p.canceled_at is not null,
      'captures', (select count(*) from capture c
        where c.payment_id = p.id and c.deleted_at is null),
      'refunded', (select coalesce(round(sum(r.amount) * 100), 0) from refund r
        where r.payment_id = p.id and r.deleted_at is null)) order by p.created_at), '[]')
    from payment p where p.payment_collection_id in (select id from collections)
      and p.deleted_at is null and p.provider_id like '${METHOD}') as payments,
  (select coalesce(json_agg(s.id), '[]') from payment_session s
    where s.payment_collection_id in (select id from collections)
      and s.deleted_at is null and s.provider_id like '${METHOD}') as sessions,
  (select coalesce(json_agg(json_build_object(
      'id', a.id, 'state', a.state, 'attempt', a.attempt, 'live', a.live_key is not null,
      'financed', a.financed_cents, 'refunded', a.refunded_cents,
      'attentions', (select coalesce(json_agg(json_build_object('cause', t.cause, 'reason', t.reason)), '[]')
        from financing_attention t where t.application_id = a.id and t.deleted_at is null),
      'sessions', (select coalesce(json_agg(s.payment_session_id), '[]')
        from financing_session s where s.application_id = a.id and s.deleted_at is null),
      'operations', (select coalesce(json_agg(json_build_object(
          'id', o.id, 'kind', o.kind, 'outcome', o.outcome, 'token', o.token,
          'newToken', o.new_token, 'target', o.target_cents,
          'lost', o.error_code is not null and o.outcome <> 'refused') order by o.created_at), '[]')
        from financing_operation o where o.application_id = a.id and o.deleted_at is null),
      'tokens', (select coalesce(json_agg(k.token order by k.position), '[]')
        from financing_token k where k.application_id = a.id and k.deleted_at is null)
    ) order by a.attempt), '[]')
    from financing_application a where a.cart_id = $1 and a.deleted_at is null) as ours`

type Sides = {
  order: MedusaSeen["order"]
  payments: PaymentSeen[]
  sessions: string[]
  ours: OursSeen[]
}

/** Looks at everything that concerns one cart, from outside: the simulator and the rows themselves. */
export async function lookAtWorld(
  { database, simulator }: { database: Pool; simulator: SimulatorClient },
  cartId: string
): Promise<World> {
  const [filed, { rows }] = await Promise.all([
    simulator.applicationsOfCart(cartId),
    database.query<Sides>(SIDES, [cartId]),
  ])
  const [sides] = rows
  if (!sides) throw new Error("The database did not answer")
  const { order, payments, sessions, ours } = sides
  const applications = filed.filter((one) => !isDenied(one, filed))
  return { applications, medusa: { order, payments, sessions }, ours }
}

/**
 * Filed and denied by the service (a 401 after the fact), then filed again under the same order id:
 * nobody has its address, so that nobody can sign it.
 */
function isDenied({ id, originalOrderId }: ApplicationView, filed: ApplicationView[]): boolean {
  const last = filed.filter((one) => one.originalOrderId === originalOrderId).at(-1)
  return last !== undefined && last.id !== id
}

/** The payment that rests on an application of ours. */
export function paymentOn(world: World, ours: OursSeen | undefined): PaymentSeen | undefined {
  const mine = world.medusa.payments.filter(({ session }) => ours?.sessions.includes(session))
  return mine.find(({ canceled }) => !canceled) ?? mine.at(-1)
}

/** Our record of an application at the service: it knows its address. */
export function oursOf(world: World, application: ApplicationView): OursSeen | undefined {
  return world.ours.find(({ id }) => application.returnUrl?.includes(id))
}

/** A money operation, or a create, of which nobody knows yet how it ended. */
export function doubtsOf({ operations }: OursSeen): OperationSeen[] {
  return operations.filter(
    ({ kind, outcome }) =>
      kind !== "update-order-id" && (outcome === "in-doubt" || outcome === "intended")
  )
}

export const cents = (dollars: number): number => Math.round(dollars * 100)

/** Both worlds in a few lines, for whoever looks into a failure. */
export function describeWorld({ applications, medusa, ours }: World): string[] {
  const { order, payments, sessions } = medusa
  const dollars = (amount: number) => `$${(amount / 100).toFixed(2)}`
  return [
    ...applications.map(
      (one) =>
        `service: ${one.originalOrderId.split("-").at(-1)} reads ${one.status} over $${one.loanAmount}` +
        ` (settles ${one.settleCount}, cancels ${one.cancelCount}, refunds ${one.refundCount}, partial ${one.partialRefunds.length})`
    ),
    `Medusa: ${order ? `an order${order.canceled ? ", cancelled" : ""}` : "no order"}, ${sessions.length} sessions`,
    ...payments.map(
      (one) =>
        `Medusa: a payment over ${dollars(one.amount)}${one.canceled ? ", cancelled" : ""}` +
        `${one.captured ? ", captured" : ""}, ${one.captures} captures, ${dollars(one.refunded)} refunded`
    ),
    ...ours.map(
      (one) =>
        `ours: ${one.attempt} is ${one.state}${one.live ? " and live" : ""}, ${dollars(one.refunded)} refunded, ` +
        one.operations.map(({ kind, outcome }) => `${kind} ${outcome}`).join(", ")
    ),
    ...ours.flatMap(({ attempt, attentions }) =>
      attentions.map(({ cause, reason }) => `ours: ${attempt} is listed (${cause}): ${reason}`)
    ),
  ]
}
