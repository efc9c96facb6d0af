import type { Environment } from "../../../options/options"
import {
  changeCredentials,
  type ChangeInput,
  changeSettings,
  checkChange,
  forgetCredentials,
} from "./change-settings"
import type { Written } from "./credentials"
import {
  readSecretFacts,
  type SecretFacts,
  type ShownSettings,
  showSettings,
} from "./show-settings"
import { Settings } from "./settings"
import { type Connection, requireConnected, testConnection } from "./test-connection"

/** What staff do with the settings. `actor` is an admin user's id. */
export class StaffSettings extends Settings {
  async show(): Promise<ShownSettings> {
    return await showSettings(this)
  }

  /**
   * Throws INVALID_DATA with one sentence for each setting that cannot be taken. Production is chosen only
   * once the service lets its credentials in.
   */
  async change(input: ChangeInput): Promise<void> {
    const { environment } = input.values
    if (environment === "production" && this.current.environment !== environment) {
      // What is wrong on its own is told without asking the service.
      checkChange(this, input.values)
      await requireConnected(this, environment)
    }
    await changeSettings(this, input)
  }

  /** @returns what the service says to them, now that they are set */
  async changeCredentials(input: Written & { actor: string }): Promise<Connection> {
    await changeCredentials(this, input)
    return await testConnection(this, { environment: input.environment, given: {} })
  }

  async forgetCredentials(input: { environment: Environment; actor: string }): Promise<void> {
    await forgetCredentials(this, input)
  }

  /** Changes nothing, here or at the service. */
  async testConnection(input: Written): Promise<Connection> {
    return await testConnection(this, input)
  }

  async readSecretFacts(): Promise<SecretFacts> {
    return await readSecretFacts(this)
  }
}
