import { createHarness } from "./harness"

const { run } = createHarness()

/** Lists the secrets that may only appear in configuration and in requests to the service. */
export function listShopSecrets(): string[] {
  const { secret, staging, production } = run.settings
  const issued = [staging, production].flatMap((access) => {
    const client = Buffer.from(access?.apiSignature ?? "", "base64").toString()
    return [access?.apiPassword, access?.apiSignature, client]
  })
  return [secret, ...issued].filter((one): one is string => Boolean(one))
}
