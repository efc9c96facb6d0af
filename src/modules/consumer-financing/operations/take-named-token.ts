import { type Cents, cents, fromDollars, inWords } from "../../../domain/money"
import { readStatusCode, type SeenCode } from "../../../domain/status-codes"
import { toMerchantError } from "../../../translation/error-to-medusa"
import type { Context } from "../context"
import type { ApplicationRecord, OperationRecord } from "../records"
import { refusal } from "./refusal"

export type NamedToken = {
  application: ApplicationRecord
  operation: OperationRecord
  token: string | undefined
}

const NO_TOKEN =
  "This call made an application whose token was never answered. Name that token, from the service's portal: without it nothing could be settled or refunded any more. Nothing was changed."

/**
 * A token that a person names for a create or a partial refund whose answer was lost, taken into the
 * chain. Throws INVALID_DATA with a sentence when it is not to be believed.
 */
export async function takeNamedToken(context: Context, named: NamedToken): Promise<void> {
  const { application, operation, token } = named
  if (!token) {
    throw refusal(NO_TOKEN)
  }
  const target = cents(operation.target_cents ?? 0)
  await readNamedToken(context, { application, token, target })
  if (operation.kind === "create") {
    await context.outcomes.confirmCreate({
      application,
      operation,
      token,
      url: null,
      lookAt: context.schedule.firstCheckAt(),
    })
  } else {
    await context.outcomes.adoptToken({ application, operation, token })
  }
}

type Named = {
  application: ApplicationRecord
  token: string
  /** What the service has to finance under it. */
  target: Cents
  /** Whether the service may have gone back to one that this application had before. */
  mayBeEarlier?: boolean
}

/**
 * What the service says of a token that a person names. It is believed only when the service, asked
 * with our own credentials, knows it for the target amount: a slip of the pen must not put another
 * customer's loan into this order. Throws INVALID_DATA with a sentence otherwise.
 */
export async function readNamedToken(
  context: Context,
  { application, token, target, mayBeEarlier = false }: Named
): Promise<SeenCode> {
  const isEarlier = mayBeEarlier && (await context.tokens.isEarlier(application.id, token))
  if (!isEarlier && (await context.tokens.onlyIfNew(application, token)) === null) {
    throw refusal(
      "This token belongs to an application that is known already. Nothing was changed."
    )
  }
  const seen = await context.clients
    .for(application)
    .getStatus({ applicationToken: token })
    .catch((error: unknown) => {
      throw toMerchantError(error)
    })
  if (seen.token !== token || fromDollars(seen.loanAmount) !== target) {
    throw refusal(
      `The service does not finance ${inWords(target)} under this token. Nothing was changed.`
    )
  }
  return readStatusCode(seen.status)
}
