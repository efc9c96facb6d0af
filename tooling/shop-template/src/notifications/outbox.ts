import {
  AbstractNotificationProviderService,
  ModuleProvider,
  Modules,
} from "@medusajs/framework/utils"

/** The shop's e-mail provider. Sends nothing; Medusa's notifications list the messages. There is no SMS provider. */
class Outbox extends AbstractNotificationProviderService {
  static override identifier = "outbox"

  /** Rejects one address, as a provider rejects an invalid one. */
  override async send({ to }: { to: string }): Promise<{ id: string }> {
    if (to === "refused@shop.example") throw new Error(`No mailbox: ${to}`)
    return { id: `outbox-${Date.now()}` }
  }
}

export default ModuleProvider(Modules.NOTIFICATION, { services: [Outbox] })
