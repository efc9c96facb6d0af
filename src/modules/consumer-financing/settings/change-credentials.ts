import type { Environment } from "../../../options/options"
import { refuse } from "./change-settings"
import {
  checkCredentials,
  CREDENTIAL_FIELDS,
  type Credentials,
  FIELDS,
  type GivenCredentials,
  sealCredentials,
} from "./credentials"
import { changeRow, type SettingRow } from "./setting-row"
import type { Settings } from "./settings"

const CREDENTIALS_LOCKED = "are set in medusa-config and can only be changed there"
const NEEDED_AGAIN = "is needed again for another address: it is sent there"

type Written = { environment: Environment; given: GivenCredentials }
type Change = Written & { actor: string }

/**
 * Sets the credentials of an environment; what is left out is kept. Throws INVALID_DATA with one
 * sentence for each field that cannot be taken; it never repeats what was written.
 */
export async function changeCredentials(
  settings: Settings,
  { environment, given, actor }: Change
): Promise<void> {
  refuseLocked(settings, environment)
  await changeRow(settings.knex, settings.secret, (row) => {
    const known = settings.open(environment, row)?.credentials ?? null
    const credentials = completeCredentials(settings, known, { environment, given })
    const fields = sealCredentials(environment, credentials, settings.secret)
    const sealed = { fields, changed_at: new Date().toISOString(), changed_by: actor }
    return {
      values: row.values,
      credentials: { ...row.credentials, [environment]: sealed },
      change: {
        what: [`credentials.${environment}`],
        by: actor,
        before: known && { base_url: known.baseUrl },
        after: { base_url: credentials.baseUrl },
      },
    }
  })
  await settings.refresh()
}

/** The dashboard knows no credentials of the environment any more. */
export async function forgetCredentials(
  settings: Settings,
  { environment, actor }: Omit<Change, "given">
): Promise<void> {
  refuseLocked(settings, environment)
  await changeRow(settings.knex, settings.secret, (row) => {
    const { [environment]: forgotten, ...credentials } = row.credentials
    return forgotten ? { values: row.values, credentials, change: forgetting(row) } : null
  })
  await settings.refresh()

  function forgetting(row: SettingRow) {
    const known = settings.open(environment, row)?.credentials
    const before = known ? { base_url: known.baseUrl } : null
    return { what: [`credentials.${environment}`], by: actor, before, after: null }
  }
}

/**
 * The credentials that are known, with what was written in their place. Another host gets none that
 * are kept: whoever may change settings could otherwise have them sent to a server of their own.
 */
export function completeCredentials(
  { given: config }: Pick<Settings, "given">,
  known: Credentials | null,
  { environment, given }: Written
): Credentials {
  const kept = known && isSameHost(known, given) ? known : null
  const checked = checkCredentials(config.raw, {
    environment,
    given: {
      ...Object.fromEntries(FIELDS.map((field) => [field, kept?.[CREDENTIAL_FIELDS[field]]])),
      ...given,
    },
  })
  if (checked.problems) {
    const isMoved = known !== null && kept === null
    refuse(
      checked.problems.map(({ place, message }) => {
        const isLeftOut = isMoved && given[place] === undefined
        return { place, message: isLeftOut ? NEEDED_AGAIN : message }
      })
    )
    throw new TypeError("credentials without a problem were not taken")
  }
  return checked.credentials
}

function isSameHost({ baseUrl }: Credentials, { base_url }: GivenCredentials): boolean {
  if (base_url === undefined) return true
  return URL.canParse(base_url) && new URL(base_url).origin === new URL(baseUrl).origin
}

function refuseLocked({ given }: Settings, environment: Environment): void {
  if (given.options.environments[environment]) {
    refuse([{ place: `credentials.${environment}`, message: CREDENTIALS_LOCKED }])
  }
}
