import { z } from "@medusajs/framework/zod"
import { CONTROL_INDEX } from "./control/control-index"
import { buildStagingVariables } from "./credentials"
import { behaviourSchema } from "./behaviour"
import { MAGIC } from "./magic"
import { formatMoney } from "./money"

function formatTable(rows: readonly (readonly [string, string])[]): string {
  const width = Math.max(...rows.map(([left]) => left.length)) + 2
  return rows.map(([left, right]) => `  ${left.padEnd(width)}${right}`).join("\n")
}

function buildMagicRows(): [string, string][] {
  return MAGIC.map(({ lastName, amount, effect }) => {
    const amountText = amount === undefined ? "" : ` or exactly ${formatMoney(amount)}`
    return [`${lastName}${amountText}`, effect]
  })
}

function buildBehaviourRows(): [string, string][] {
  return Object.entries(behaviourSchema.shape).map(([name, schema]) => {
    const innerSchema = schema.unwrap()
    const defaultValue = JSON.stringify(schema.parse(undefined)).replaceAll('"', "")
    const choices = innerSchema instanceof z.ZodEnum ? `  (${innerSchema.options.join(", ")})` : ""
    return [name, defaultValue + choices]
  })
}

/** Formats each control call with its description on the next line. */
function formatControlCalls(): string {
  return Object.entries(CONTROL_INDEX.calls)
    .map(([call, description]) => `  ${call}\n      ${description}`)
    .join("\n")
}

/** Formats the `.env` lines that point a store at a running simulator. */
export function formatVariables(url: string): string {
  const variables = Object.entries(buildStagingVariables(url))
  return variables.map(([name, value]) => `${name}=${value}`).join("\n")
}

/** Formats the text that follows the options in --help. */
export function formatHelpEpilogue(port: number): string {
  return `Point a shop at it (.env, as init writes it; these credentials are always the same):

${formatVariables(`http://localhost:${String(port)}`)}

Magic: a customer with one of these last names (any case), or a cart of exactly that amount,
is decided without a visit to the hosted page. Everybody else has to click through it.

${formatTable(buildMagicRows())}

Purchases outside the approval range (--min-amount, --max-amount) and PO boxes get a null token and an
explaining page.

With --state FILE applications and virtual time outlive a restart. Options, faults, rules for postbacks
and the call log do not. In a shop's directory let its name begin with a dot, --state .financing.json:
medusa develop restarts the shop whenever another file changes.

Behaviour: what the interface leaves open, settable with --behaviour name=value, with its default.
ok answers as if it had worked and changes nothing; 409 and the like refuse with that status.

${formatTable(buildBehaviourRows())}

Control API (JSON; for tests and for people):

${formatControlCalls()}

Fault fields:

${formatTable(Object.entries(CONTROL_INDEX.faultFields))}

Fault kinds: ${CONTROL_INDEX.faultKinds.join(", ")}

Operations: ${CONTROL_INDEX.operations.join(", ")}

Example: let the next settle take effect and its answer never arrive:

  curl -X POST http://localhost:${String(port)}/control/faults -H 'content-type: application/json' \\
    -d '{"operation":"settle","kind":"timeout","when":"after","nth":1}'`
}
