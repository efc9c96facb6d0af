import type {
  AttentionAction,
  AttentionCause,
  AttentionView,
  ResolveFinancingAttentionInput,
  ResolveFinancingAttentionResult,
} from "../../src/workflows"
import { eventually } from "../../tooling/clients/eventually"
import { harness } from "./harness"
import { applicationOf, sync, timelineOf } from "./our-records"

const { store } = harness()

type Page = { attentions: AttentionView[]; count: number }

/** What a merchant's script lists. Dates are ISO strings here. */
export async function listAttentions(filter: Record<string, unknown>): Promise<Page> {
  return await store.workflow<Page>("list-financing-attentions", filter)
}

/** Of a cart, or of an order. */
export async function attentionsOf(cartId: string): Promise<AttentionView[]> {
  const whose = cartId.startsWith("order_") ? { order_id: cartId } : { cart_id: cartId }
  return (await listAttentions({ ...whose, take: 50 })).attentions
}

/** Compares both worlds until a person is asked for this cause. */
export async function asked(cartId: string, cause: AttentionCause): Promise<AttentionView> {
  const { id } = await applicationOf(cartId)
  return await eventually(
    async () => {
      await sync(id)
      const found = await find(cartId, cause)
      if (!found) {
        const others = (await attentionsOf(cartId)).map((one) => `${one.cause}: ${one.reason}`)
        throw new Error(`Nobody is asked for ${cause}, but for ${others.join("; ") || "nothing"}`)
      }
      return found
    },
    { everyMs: 300 }
  )
}

async function find(cartId: string, cause: AttentionCause): Promise<AttentionView | undefined> {
  return (await attentionsOf(cartId)).find((one) => one.cause === cause)
}

type More = Partial<Omit<ResolveFinancingAttentionInput, "attention_id" | "action">>

/** A person's decision, as a merchant's script or screen hands it in. */
export async function resolve(
  { id }: AttentionView,
  action: AttentionAction,
  more: More = {}
): Promise<ResolveFinancingAttentionResult> {
  return await store.workflow<ResolveFinancingAttentionResult>("resolve-financing-attention", {
    attention_id: id,
    action,
    actor: "user_merchant",
    note: "The portal shows it",
    ...more,
  })
}

/** The sentence with which a decision was refused. Anything else is a failure. */
export async function refusalOf(decision: Promise<unknown>): Promise<string> {
  const error: unknown = await decision.then(
    () => new Error("It was not refused"),
    (thrown: unknown) => thrown
  )
  if (!(error instanceof Error) || !("type" in error) || error.type !== "invalid_data") throw error
  return error.message
}

/** How often a person was told of a cause. */
export async function toldOf(cartId: string, cause: AttentionCause): Promise<number> {
  const { id } = await applicationOf(cartId)
  const told = (await timelineOf(id)).filter(({ what }) => what === "needs-attention")
  return told.filter(({ details }) => details?.cause === cause).length
}
