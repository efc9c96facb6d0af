import {
  AbstractNotificationProviderService,
  ModuleProvider,
  Modules,
} from "@medusajs/framework/utils"

/**
 * The shop's e-mail: nothing leaves this machine. What was sent is in Medusa's own list of
 * notifications; there is no provider for text messages.
 */
class Outbox extends AbstractNotificationProviderService {
  static override identifier = "outbox"

  /** Refuses one address, as a provider refuses a wrong one. */
  override async send({ to }: { to: string }): Promise<{ id: string }> {
    if (to === "refused@shop.example") throw new Error(`No mailbox: ${to}`)
    return { id: `outbox-${Date.now()}` }
  }
}

export default ModuleProvider(Modules.NOTIFICATION, { services: [Outbox] })
