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

  override async send(): Promise<{ id: string }> {
    return { id: `outbox-${Date.now()}` }
  }
}

export default ModuleProvider(Modules.NOTIFICATION, { services: [Outbox] })
